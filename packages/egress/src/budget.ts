// The time of one request: the call's signal, and a limit of its own inside it.
import { OperationError } from '@kiosk/catalog'

export interface Budget {
  /** Aborts with the reason of the call's signal, or with `UPSTREAM_TIMEOUT` when the limit is over. */
  readonly signal: AbortSignal
  /** Must be called once the request is over. */
  end(): void
}

/** @param timeoutMs limit of this request alone; undefined: only the call's. */
export function startBudget(call: AbortSignal, timeoutMs: number | undefined): Budget {
  const controller = new AbortController()
  const leave = () => controller.abort(call.reason)
  if (call.aborted) leave()
  else call.addEventListener('abort', leave, { once: true })
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          controller.abort(
            new OperationError('UPSTREAM_TIMEOUT', `The upstream did not answer within ${timeoutMs} ms.`),
          )
        }, timeoutMs)
  timer?.unref()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      call.removeEventListener('abort', leave)
    },
  }
}

/** The result, or the reason of the signal as soon as it aborts.
 * @param drop gets a result that comes too late. */
export function untilAborted<T>(pending: Promise<T>, signal: AbortSignal, drop?: (late: T) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason)
      pending.then(drop, () => {})
    }
    if (signal.aborted) {
      onAbort()
      return
    }
    signal.addEventListener('abort', onAbort, { once: true })
    const settle = () => signal.removeEventListener('abort', onAbort)
    pending.then(resolve, reject).then(settle)
  })
}

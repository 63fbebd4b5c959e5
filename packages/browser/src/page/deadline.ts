// The time of one render: the call's own, and a softer bound inside it that leaves time for a clear answer.
import { OperationError } from '@kiosk/catalog'

export interface Deadline {
  /** Aborts with the reason of the call's signal. When the render's own time is over, with `SERVICE_UNAVAILABLE` while it
   * waits for the browser, and with `UNPROCESSABLE` while it waits for the page. */
  readonly signal: AbortSignal
  waitsFor: 'browser' | 'page'
  /** Milliseconds until the render's own time is over. */
  leftMs(): number
  /** Aborts with the reason of another signal, too. Returns what ends that. */
  follow(other: AbortSignal): () => void
  /** Must be called once the render is over. */
  end(): void
}

export function startDeadline(call: AbortSignal, limitMs: number): Deadline {
  const controller = new AbortController()
  const endsMs = performance.now() + limitMs
  const follow = (other: AbortSignal) => {
    const leave = () => controller.abort(other.reason)
    if (other.aborted) leave()
    else other.addEventListener('abort', leave, { once: true })
    return () => other.removeEventListener('abort', leave)
  }
  const unfollow = follow(call)
  const timer = setTimeout(() => controller.abort(lateErrors[deadline.waitsFor]()), limitMs)
  timer.unref()
  const deadline: Deadline = {
    signal: controller.signal,
    waitsFor: 'browser',
    leftMs: () => Math.max(0, endsMs - performance.now()),
    follow,
    end() {
      clearTimeout(timer)
      unfollow()
    },
  }
  return deadline
}

const lateErrors: Readonly<Record<Deadline['waitsFor'], () => OperationError>> = {
  browser: () => new OperationError('SERVICE_UNAVAILABLE', 'The browser was not ready in time; try again.'),
  // What remains to be said of a page that loaded and then lets nobody at it.
  page: () =>
    new OperationError('UNPROCESSABLE', 'The page keeps the browser busy without end, so it cannot be captured.'),
}

/** The result, or the reason of the signal as soon as it aborts. */
export function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    const settle = () => signal.removeEventListener('abort', onAbort)
    pending.then(resolve, reject).then(settle)
  })
}

/** The result, or `undefined` when it takes longer than `limitMs`; what comes later is dropped. Rejects with the signal's reason. */
export async function within<T>(limitMs: number, pending: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), limitMs)
  pending.catch(() => {})
  try {
    return await unlessAborted(Promise.race([pending, late]), signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves after `delayMs`; rejects with the signal's reason. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await within(delayMs, new Promise<never>(() => {}), signal)
}

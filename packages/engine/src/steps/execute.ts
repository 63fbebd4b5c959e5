import { changed, type Operation, OperationError, type Secret } from '@kiosk/catalog'
import type { Lanes } from '../lanes.ts'
import type { Contexts } from '../ports.ts'

export interface ExecuteDeps {
  readonly lanes: Lanes
  readonly contexts: Contexts
}

/** Runs an operation in its lane and checks its output. `signal` ends with the deadline or when nobody waits any more.
 * Returns the response body. Throws what the operation threw, the signal's reason, `OVERLOADED`, `UPSTREAM_CHANGED`. */
export async function execute(
  deps: ExecuteDeps,
  operation: Operation,
  input: unknown,
  proxy: Secret | null,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const produced = await deps.lanes.of(operation).run(signal, () => {
    signal.throwIfAborted()
    const context = deps.contexts.make(operation, signal, proxy)
    return untilAborted(signal, invoke(operation, context, input))
  })
  const output = operation.output.safeParse(produced)
  if (output.success) return Buffer.from(JSON.stringify(output.data))
  const path = output.error.issues[0]?.path.map(String).join('.') || 'answer'
  throw changed(path, { details: { upstream: { provider: operation.provider.name } } })
}

/** An operation that throws before its first await must not escape the promise. */
async function invoke(
  operation: Operation,
  context: Parameters<Operation['run']>[0],
  input: unknown,
): Promise<unknown> {
  return operation.run(context, input)
}

/** The promise, or the signal's reason if that comes first: a call never outlives its deadline, even where an operation ignores it. */
function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

export function timedOut(operation: Operation): OperationError {
  return new OperationError('TIMEOUT', `${operation.slug} did not finish within ${operation.timeoutSec} s.`)
}

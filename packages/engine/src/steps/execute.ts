import { changed, type Operation, OperationError, type Secret } from '@kiosk/catalog'
import type { UntilStopped } from '../flights.ts'
import type { Lanes } from '../lanes.ts'
import type { Contexts } from '../ports.ts'

export interface ExecuteDeps {
  readonly lanes: Lanes
  readonly contexts: Contexts
}

/** Runs an operation in its lane and checks its output. Returns the response body.
 * @param signal ends with the deadline, or when nobody waits any more
 * @param untilStopped gives up on an operation that does not heed its signal: its place in the lane is free then
 * @throws what the operation threw, the signal's reason, `OVERLOADED`, `UPSTREAM_CHANGED` */
export async function execute(
  deps: ExecuteDeps,
  operation: Operation,
  input: unknown,
  proxy: Secret | null,
  signal: AbortSignal,
  untilStopped: UntilStopped,
): Promise<Uint8Array> {
  const produced = await deps.lanes.of(operation).run(signal, () => {
    signal.throwIfAborted()
    return untilStopped(invoke(operation, deps.contexts.make(operation, signal, proxy), input))
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

export function timedOut(operation: Operation): OperationError {
  return new OperationError('TIMEOUT', `${operation.slug} did not finish within ${operation.timeoutSec} s.`)
}

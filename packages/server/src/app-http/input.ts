// What callers send becomes values of a schema, or one sentence about the first thing that does not fit.
import { invalidInput, OperationError } from '@kiosk/catalog'
import type { z } from 'zod'

/** Throws `INVALID_INPUT` naming the field; `what` where the whole does not fit, such as `body`. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  what: 'body' | 'query' | 'path',
): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknownField = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  if (unknownField !== undefined) throw invalidInput(bounded(unknownField), 'unknown field; leave it out')
  const message = (issue?.message ?? 'expected something else').replace(
    /^(?:Invalid input|Invalid option|Too big|Too small): /,
    '',
  )
  if (issue === undefined || issue.path.length === 0) {
    throw new OperationError('INVALID_INPUT', `The ${what}: ${message}.`, { field: what })
  }
  throw invalidInput(bounded(issue.path.map(String).join('.')), message)
}

/** Names come from callers: bounded, so that a message stays a message. */
function bounded(name: string): string {
  return name.length > 120 ? `${name.slice(0, 119)}…` : name
}

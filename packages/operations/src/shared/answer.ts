// From an upstream's answer to checked values: JSON or a wall, the members that are needed, and a name for what is missing.
import { blocked, changed, type HttpResponse, OperationError, type Provider } from '@kiosk/catalog'
import { z } from 'zod'
import { upstreamDetails } from './upstream.ts'

/** Parsed body of a successful answer.
 * Throws `UPSTREAM_BLOCKED` for an empty body or a web page in place of data, `UPSTREAM_CHANGED` for anything else that is not JSON. */
export function jsonOf(provider: Provider, response: HttpResponse): unknown {
  const body = response.json()
  if (body !== undefined) return body
  const details = upstreamDetails(provider, response)
  const text = response.text().trim()
  if (text === '') throw blocked(`${provider.title} sent an empty answer in place of data.`, { details })
  if (text.startsWith('<')) throw blocked(`${provider.title} sent a web page in place of data.`, { details })
  throw changed('JSON', { details })
}

/** Checks the mapped members of an answer; unknown members pass.
 * Throws `UPSTREAM_CHANGED` with the dotted path of the first member that is missing or of a wrong kind.
 * @param at path of `value` in the whole answer */
export function readShape<S extends z.ZodType>(schema: S, value: unknown, at?: string): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const path = [...(at === undefined ? [] : [at]), ...(parsed.error.issues[0]?.path.map(String) ?? [])].join('.')
  throw changed(path || 'content')
}

/** Runs a pure parser on an answer and adds to its errors whose answer it was (`details.upstream`). */
export function understand<T>(provider: Provider, response: HttpResponse, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof OperationError) || error.details?.upstream !== undefined) throw error
    const details = { ...error.details, ...upstreamDetails(provider, response) }
    throw new OperationError(error.code, error.message, { cause: error, details })
  }
}

/** A text that may be missing: null for null, blanks and anything that is no text; otherwise as it stands. */
export const optionalText = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => (text && text.trim() !== '' ? text : null))

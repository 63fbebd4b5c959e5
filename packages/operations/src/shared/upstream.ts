// Turns an upstream's refusing status into the right error. Adapters look at the statuses that mean something special first.
import { blocked, type Clock, type HttpResponse, OperationError, type Provider } from '@kiosk/catalog'

/** `details.upstream` of an answer. */
export function upstreamDetails(provider: Provider, response: HttpResponse) {
  return { upstream: { provider: provider.name, status: response.status } }
}

/** Below it a number is a wait, from it on a point in time: 30 years in seconds, and the year 2001 as an epoch. */
const FIRST_EPOCH = 1_000_000_000

/** Seconds named by `Retry-After` (seconds, an epoch or an HTTP date), at least 1; null when it names none. */
export function retryAfterSec(response: HttpResponse, clock: Clock): number | null {
  const value = response.header('retry-after')?.trim()
  if (!value) return null
  const isNumber = /^\d{1,12}$/.test(value)
  if (isNumber && Number(value) < FIRST_EPOCH) return Math.max(1, Number(value))
  const at = isNumber ? Number(value) * 1000 : Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(1, Math.ceil((at - clock.now().getTime()) / 1000))
}

/** `UPSTREAM_RATE_LIMITED`; without a named time the caller is told a minute. */
export function rateLimited(provider: Provider, response: HttpResponse, seconds: number | null): OperationError {
  return new OperationError('UPSTREAM_RATE_LIMITED', `${provider.title} limits how often it may be asked.`, {
    retryAfterSec: seconds ?? 60,
    details: upstreamDetails(provider, response),
  })
}

/** Words of a limit near the beginning of an answer; further down they may belong to anything. */
const LIMIT_WORDS = /rate limit|too many requests/i
const READ_CHARS = 10_000

/** True for 429, and for a 403 that says it is a limit: by `Retry-After`, or in words that are no web page (walls mention limits too). */
export function saysLimit(response: HttpResponse): boolean {
  if (response.status === 429) return true
  if (response.status !== 403) return false
  if (response.header('retry-after') !== null) return true
  const text = response.text().slice(0, READ_CHARS).trimStart()
  return !text.startsWith('<') && LIMIT_WORDS.test(text)
}

/** Throws for every status outside 2xx: limits, walls (401, 403, 3xx left over), 5xx and the rest. */
export function refuseUnlessOk(provider: Provider, response: HttpResponse, clock: Clock): void {
  const { status } = response
  if (status >= 200 && status < 300) return
  const details = upstreamDetails(provider, response)
  if (saysLimit(response)) throw rateLimited(provider, response, retryAfterSec(response, clock))
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) {
    throw blocked(`${provider.title} refused to answer (HTTP ${status}).`, { details })
  }
  throw new OperationError('UPSTREAM_ERROR', `${provider.title} answered with HTTP ${status}.`, { details })
}

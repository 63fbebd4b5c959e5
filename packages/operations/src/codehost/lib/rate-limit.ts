// The code host's own allowance, as its headers state it.
import type { HttpResponse } from '@kiosk/catalog'

export interface RateLimit {
  readonly limit: number | null
  readonly remaining: number | null
  /** Unix seconds. */
  readonly resetEpoch: number | null
  /** ISO 8601 UTC. */
  readonly resetAt: string | null
  /** Name of the bucket, such as `core`. */
  readonly resource: string | null
}

/** What a header does not state is null. */
export function rateLimitOf(response: Pick<HttpResponse, 'header'>): RateLimit {
  const resetEpoch = wholeHeader(response, 'x-ratelimit-reset')
  return {
    limit: wholeHeader(response, 'x-ratelimit-limit'),
    remaining: wholeHeader(response, 'x-ratelimit-remaining'),
    resetEpoch,
    resetAt: resetEpoch === null ? null : new Date(resetEpoch * 1000).toISOString(),
    resource: response.header('x-ratelimit-resource')?.trim() || null,
  }
}

/** Up to 11 digits: more is no time that a date can hold. */
function wholeHeader(response: Pick<HttpResponse, 'header'>, name: string): number | null {
  const value = response.header(name)?.trim() ?? ''
  return /^\d{1,11}$/.test(value) ? Number(value) : null
}

// The response headers of the OpenAPI document.
import type { JsonSchema } from './json-schema-walk.ts'

export interface Ref {
  readonly $ref: string
}

function header(description: string, schema: JsonSchema) {
  return { description, schema }
}

export const headers = {
  RequestId: header('Identifies the call, whatever came of it.', {
    type: 'string',
    example: 'req_0195d2f0-5a5e-7c31-9d8e-2f6a1b7c4d10',
  }),
  Cache: header('`HIT`: a stored answer, no units spent. Only on operations with a cache window.', {
    type: 'string',
    enum: ['HIT', 'MISS'],
  }),
  QuotaLimit: header('Units of the organization a month; left out where there is no limit.', {
    type: 'integer',
    minimum: 0,
  }),
  QuotaUsed: header('Units spent this month, this call included.', { type: 'integer', minimum: 0 }),
  QuotaRemaining: header('Units left this month; left out where there is no limit.', { type: 'integer', minimum: 0 }),
  QuotaReset: header('First instant of the next month, ISO 8601 UTC.', { type: 'string', format: 'date-time' }),
  QuotaCost: header('Units this call spent; 0 for a cache hit and for a failure.', { type: 'integer', minimum: 0 }),
  RateLimitPolicy: header('The policies `monthly` and `burst` in the form of the IETF draft.', {
    type: 'string',
    example: '"monthly";q=1000;w=2592000;qu="units", "burst";q=10;w=2',
  }),
  RateLimit: header('What is left of the policies, in the form of the IETF draft.', {
    type: 'string',
    example: '"monthly";r=812;t=864000, "burst";r=9;t=1',
  }),
  IdempotencyReplayed: header(
    '`true` on a stored answer to the same Idempotency-Key: nothing ran, nothing was billed, no quota headers.',
    { type: 'string', enum: ['true'] },
  ),
  RetryAfter: header('Seconds after which the same request makes sense; left out where the service knows none.', {
    type: 'integer',
    minimum: 1,
  }),
}

export type HeaderName = keyof typeof headers

const wireNames: Readonly<Record<HeaderName, string>> = {
  RequestId: 'x-request-id',
  Cache: 'x-kiosk-cache',
  QuotaLimit: 'x-quota-limit',
  QuotaUsed: 'x-quota-used',
  QuotaRemaining: 'x-quota-remaining',
  QuotaReset: 'x-quota-reset',
  QuotaCost: 'x-quota-cost',
  RateLimitPolicy: 'RateLimit-Policy',
  RateLimit: 'RateLimit',
  IdempotencyReplayed: 'Idempotency-Replayed',
  RetryAfter: 'Retry-After',
}

export const quotaHeaders = [
  'QuotaLimit',
  'QuotaUsed',
  'QuotaRemaining',
  'QuotaReset',
  'RateLimitPolicy',
  'RateLimit',
] as const satisfies readonly HeaderName[]

/** `headers` of a response, by reference. */
export function headerRefs(names: readonly HeaderName[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]))
}

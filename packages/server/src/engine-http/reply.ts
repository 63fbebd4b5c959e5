import type { ServerResponse } from 'node:http'
import type { CallResponse } from '@kiosk/engine'

const EXPOSED = [
  'x-quota-limit',
  'x-quota-used',
  'x-quota-remaining',
  'x-quota-reset',
  'x-quota-cost',
  'Retry-After',
  'x-request-id',
  'Idempotency-Replayed',
].join(', ')

/** On every answer: any origin may call, and nothing in between may keep or reinterpret an answer. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Headers of a preflight's answer. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST, GET',
  'access-control-allow-headers': 'x-api-key, content-type, idempotency-key, x-proxy-url',
  'access-control-max-age': '86400',
} as const

/** Sends an answer of the engine. `extra` headers win. */
export function reply(
  response: ServerResponse,
  answer: CallResponse,
  extra: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return
  response.writeHead(answer.status, {
    ...COMMON_HEADERS,
    ...answer.headers,
    ...extra,
    'x-request-id': answer.requestId,
    // A 204 has no body, and so no length.
    ...(answer.status !== 204 && { 'content-length': answer.body.length }),
  })
  response.end(answer.body)
}

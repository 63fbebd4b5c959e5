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

/** On every answer: any origin may call, and nobody may guess another type. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'x-content-type-options': 'nosniff',
} as const

/** Headers of a preflight's answer. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST, GET',
  'access-control-allow-headers': 'x-api-key, content-type, idempotency-key, x-proxy-url',
  'access-control-max-age': '86400',
} as const

const COMMON_LIST = Object.entries(COMMON_HEADERS).flat()

/** Bodies up to this size leave in one piece with their headers. */
const ONE_PIECE_BYTES = 64 * 1024

/** Sends an answer of the engine. */
export function reply(
  response: ServerResponse,
  answer: CallResponse,
  extra: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return
  const { body, headers, requestId, status } = answer
  const list = [...COMMON_LIST, 'x-request-id', requestId]
  for (const name in headers) list.push(name, headers[name] ?? '')
  for (const name in extra) list.push(name, extra[name] ?? '')
  if (headers['cache-control'] === undefined) list.push('cache-control', 'no-store')
  // A 204 has no body, and so no length.
  if (status !== 204) list.push('content-length', String(body.length))
  response.writeHead(status, list)
  if (body.length > ONE_PIECE_BYTES) response.end(body)
  // Node joins headers with a text but not with bytes; latin1 carries any byte unchanged. One write in place of two.
  else response.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'latin1')
}

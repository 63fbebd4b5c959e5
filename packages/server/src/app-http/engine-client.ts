// How the app reaches the engine for a member: over HTTP, also when both share a process.
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { OperationError, type Secret } from '@kiosk/catalog'
import { mintSessionToken } from '../session-token.ts'

export interface EngineClientOptions {
  /** KIOSK_ENGINE_URL, without a slash at the end. */
  readonly engineUrl: () => string
  /** Master secret, the same as the engine's. */
  readonly secret: Secret
  readonly now: () => number
}

/** A call for a member. Header values as the member sent them; null when absent. */
export interface MemberCall {
  readonly slug: string
  readonly organizationId: string
  readonly memberId: string
  readonly idempotencyKey: string | null
  readonly proxyUrl: string | null
  readonly contentType: string | null
  readonly contentEncoding: string | null
  readonly body: Uint8Array
}

export type EngineClient = (call: MemberCall, signal: AbortSignal) => Promise<IncomingMessage>

/** Resolves with the engine's answer as soon as its headers are there. Throws `SERVICE_UNAVAILABLE` when the engine is away, or
 * refuses the app itself. */
export function createEngineClient({ engineUrl, secret, now }: EngineClientOptions): EngineClient {
  return async (call, signal) => {
    const { slug, body } = call
    const token = mintSessionToken(secret, { ...call, method: 'POST', path: `/${slug}` }, now())
    const answer = await post(`${engineUrl()}/${slug}`, { headers: headersOf(call, token), signal }, body)
    if (answer.statusCode !== 401) return answer
    answer.resume()
    // Passed on, it would look as if the member's session had ended.
    throw away('The engine does not accept calls of this app. Both need the same KIOSK_SECRET, and clocks that agree.')
  }
}

function headersOf(call: MemberCall, token: string): Record<string, string> {
  const { idempotencyKey, proxyUrl, contentType, contentEncoding, body } = call
  return {
    'x-kiosk-session': token,
    'content-length': String(body.length),
    ...(contentType !== null && { 'content-type': contentType }),
    ...(contentEncoding !== null && { 'content-encoding': contentEncoding }),
    ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    ...(proxyUrl !== null && { 'x-proxy-url': proxyUrl }),
  }
}

/** Without time-outs of its own: an operation may take minutes, and the engine holds the time. A connection for each call, since a
 * call that meets a closing one cannot be repeated: its token serves once. */
function post(url: string, options: RequestOptions, body: Uint8Array): Promise<IncomingMessage> {
  const open = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = open(url, { ...options, method: 'POST', agent: false }, resolve)
    request.on('error', (cause) =>
      reject(
        away('The engine does not answer right now; try again, with the same Idempotency-Key if there was one.', cause),
      ),
    )
    request.end(body)
  })
}

function away(message: string, cause?: unknown): OperationError {
  return new OperationError('SERVICE_UNAVAILABLE', message, { cause })
}

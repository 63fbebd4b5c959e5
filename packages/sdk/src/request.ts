// One call over HTTP: the body is written once, attempts share one Idempotency-Key, each has its own time-out.
import type { Answer } from './call.ts'
import { errorOfAnswer, KioskError, parseJson } from './errors.ts'
import { pause } from './pause.ts'
import { receiptOf } from './receipt.ts'
import { retryAfter } from './retry.ts'

export interface Transport {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof fetch
}

export interface CallRequest {
  readonly slug: string
  /** JSON text: raw bytes are compared, so it is made once. */
  readonly body: string
  readonly idempotencyKey: string
  readonly proxyUrl: string | undefined
  /** Of one attempt. */
  readonly timeoutMs: number
  readonly maxRetries: number
  /** Whether the operation acts on somebody's account. */
  readonly acts: boolean
  readonly signal: AbortSignal | undefined
}

/** How long a call whose first attempt still runs at the service is waited for, on top of one attempt's time. */
const IN_FLIGHT_GRACE_MS = 30_000

/** Rejects with `KioskError`, or with the reason of an aborted `signal`. */
export async function perform(transport: Transport, request: CallRequest): Promise<Answer<unknown>> {
  const inFlightUntil = performance.now() + request.timeoutMs + IN_FLIGHT_GRACE_MS
  let repeats = 0
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(transport, request)
    if (!(outcome instanceof KioskError)) {
      return { data: outcome.data, receipt: receiptOf(outcome.headers, attempts, request.idempotencyKey) }
    }
    const { maxRetries, acts, signal } = request
    const retry = retryAfter(outcome, { repeats, maxRetries, acts, random: Math.random() })
    if (retry === null || (!retry.counts && performance.now() > inFlightUntil)) throw outcome
    if (retry.counts) repeats += 1
    await pause(retry.waitMs, signal)
  }
}

/** A value for `Idempotency-Key`: 36 characters, 144 random bits. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function attempt(
  transport: Transport,
  { slug, body, idempotencyKey, proxyUrl, timeoutMs, signal }: CallRequest,
): Promise<{ data: unknown; headers: Headers } | KioskError> {
  signal?.throwIfAborted()
  const { response, text } = await exchange(transport, `/${slug}`, timeoutMs, signal, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      ...(proxyUrl !== undefined && { 'x-proxy-url': proxyUrl }),
    },
  }).catch((error: unknown) => {
    if (error instanceof KioskError) return { response: error, text: '' }
    throw error
  })
  if (response instanceof KioskError) return response
  if (!response.ok) return errorOfAnswer(response, text)
  const data = parseJson(text)
  return data === undefined ? errorOfAnswer(response, text) : { data, headers: response.headers }
}

/** Reads one document of the service, such as `/usage`. Rejects as `perform` does; a read is not repeated. */
export async function read(
  transport: Transport,
  path: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const { response, text } = await exchange(transport, path, timeoutMs, signal, { method: 'GET', headers: {} })
  const data = response.ok ? parseJson(text) : undefined
  if (data === undefined) throw errorOfAnswer(response, text)
  return data
}

/** Rejects with `KioskError` when no whole answer came, and with the reason of an aborted `signal`. */
async function exchange(
  { baseUrl, apiKey, headers, fetch }: Transport,
  path: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  init: { method: string; body?: string; headers: Record<string, string> },
): Promise<{ response: Response; text: string }> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(baseUrl + path, {
      ...init,
      // A redirect could carry the key to another server.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...init.headers,
      },
    })
    return { response, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    const isLate = timeout.aborted
    const message = isLate
      ? `No answer within ${Math.round(timeoutMs / 1000)} s.`
      : `No answer from ${baseUrl}: is this the address of the service, and is it up?`
    throw new KioskError(message, { code: isLate ? 'CLIENT_TIMEOUT' : 'NO_ANSWER', status: 0, retryable: true, cause })
  }
}

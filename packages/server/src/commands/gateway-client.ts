// The command line as a client: one HTTP request to the operator's own gateway.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { CommandFailure } from '../cli-output.ts'

export interface GatewayAnswer {
  readonly status: number
  /** Value of a header, or null. */
  header(name: string): string | null
  readonly text: string
}

export interface GatewayRequest {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
}

/** Nothing answered at the address; the message says why. */
export class NoAnswer extends CommandFailure {
  constructor(url: string, cause: unknown) {
    super(`No gateway answers at ${new URL(url).origin} (${reason(cause)}).`, {
      code: 'NO_ANSWER',
      advice: 'Start one with: kiosk serve. Or say where it is by KIOSK_BASE_URL.',
      cause,
    })
    this.name = 'NoAnswer'
  }
}

/** Sends one request. Any status is an answer; throws `NoAnswer`.
 * Not `fetch`: that gives up after five minutes without headers, and some operations may take longer. */
export async function askGateway(
  url: string,
  { method, headers, body, timeoutMs }: GatewayRequest,
): Promise<GatewayAnswer> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  try {
    return await new Promise((resolve, reject) => {
      const options = { method, headers: { ...headers }, signal: AbortSignal.timeout(timeoutMs), agent: false }
      const request = send(url, options, (response) => {
        const { statusCode: status = 0, headers: received } = response
        const header = (name: string) => received[name]?.toString() ?? null
        buffer(response).then((bytes) => resolve({ status, header, text: bytes.toString('utf8') }), reject)
      })
      request.on('error', reject)
      request.end(body)
    })
  } catch (error) {
    throw new NoAnswer(url, error)
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name has no address'
  if (code === 'ECONNRESET') return 'the connection was cut'
  if (error.name === 'AbortError' || code === 'ABORT_ERR') return 'no answer in time'
  return code === '' || code === 'UND_ERR' ? error.message : code
}

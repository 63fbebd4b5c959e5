// A request as it goes over the wire: method, headers in the order browsers send them, body.
import { type HttpRequest, OperationError } from '@kiosk/catalog'
import { ACCEPTED_ENCODINGS } from './limits.ts'

export interface Message {
  readonly method: 'GET' | 'POST'
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

const LANGUAGE = 'en-US,en;q=0.9'

/** Version of the browser that `agent: 'browser'` stands for; to be raised with the browser the renderer uses. */
const BROWSER_MAJOR = 159

const BROWSER_IDENTITY = {
  'sec-ch-ua': `"Chromium";v="${BROWSER_MAJOR}", "Google Chrome";v="${BROWSER_MAJOR}", "Not)A;Brand";v="99"`,
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
}

const BROWSER_USER_AGENT = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${BROWSER_MAJOR}.0.0.0 Safari/537.36`

const PAGE_ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'

/** Headers that belong to the connection; a request that sets one is a defect. */
const CONNECTION_HEADERS = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['accept-encoding', 'proxy-authorization', 'proxy-connection'],
])

/** Headers that say nothing about who asks: all that goes along to another origin. */
const HARMLESS_HEADERS = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'content-type', 'priority', 'upgrade-insecure-requests'],
  ...['user-agent', ...Object.keys(BROWSER_IDENTITY)],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-user', 'sec-fetch-dest'],
])

/** @param userAgent the service's own, for `agent: 'service'`.
 * Throws `TypeError` for a request that contradicts itself, `UNPROCESSABLE` for a value that cannot stand in a header. */
export function makeMessage(request: HttpRequest, userAgent: string): Message {
  const { body, type } = bodyOf(request)
  const method = request.method ?? (body === null ? 'GET' : 'POST')
  if (method === 'GET' && body !== null) throw new TypeError('a GET request has no body')
  const given = readHeaders(request.headers ?? {})
  const usual =
    request.agent === 'browser'
      ? browserHeaders(method, given.accept, given['content-type'] ?? type)
      : serviceHeaders(userAgent)
  const headers = { ...usual, ...(type !== null && { 'content-type': type }), ...given }
  return { method, headers, body }
}

/** The message after a redirect with `status`, to the same origin or another one. */
export function redirectMessage(message: Message, status: number, sameOrigin: boolean): Message {
  const toGet = message.method === 'POST' && (status === 301 || status === 302 || status === 303)
  const kept = Object.entries(message.headers).filter(([name]) => {
    if (toGet && name === 'content-type') return false
    return sameOrigin || HARMLESS_HEADERS.has(name)
  })
  const headers = Object.fromEntries(kept)
  return toGet ? { method: 'GET', headers, body: null } : { ...message, headers }
}

function bodyOf({ body, form, json }: HttpRequest): { body: Message['body']; type: string | null } {
  const given = [body, form, json].filter((part) => part !== undefined)
  if (given.length > 1) throw new TypeError('a request has one of body, form and json')
  if (form !== undefined) {
    return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  }
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  return { body: body ?? null, type: null }
}

function readHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([key, value]): [string, string] => {
    const name = key.toLowerCase()
    if (CONNECTION_HEADERS.has(name)) throw new TypeError(`header ${name} is set by egress`)
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      // Values come from callers (cookies, tokens), so this is their input and not a defect.
      throw new OperationError(
        'UNPROCESSABLE',
        `The value for the header ${name} has characters that HTTP cannot send.`,
      )
    }
    return [name, value]
  })
  return Object.fromEntries(entries)
}

function serviceHeaders(userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': ACCEPTED_ENCODINGS,
    'accept-language': LANGUAGE,
  }
}

/** What a browser sends for a page, or, when something else than a page is accepted, for a script's request. */
function browserHeaders(
  method: Message['method'],
  accept: string | undefined,
  contentType: string | null,
): Record<string, string> {
  const page = accept?.includes('text/html') ?? !contentType?.includes('json')
  const shared = { 'accept-encoding': ACCEPTED_ENCODINGS, 'accept-language': LANGUAGE }
  if (!page) {
    return {
      ...BROWSER_IDENTITY,
      'user-agent': BROWSER_USER_AGENT,
      accept: '*/*',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      ...shared,
      priority: 'u=1, i',
    }
  }
  return {
    ...BROWSER_IDENTITY,
    'upgrade-insecure-requests': '1',
    'user-agent': BROWSER_USER_AGENT,
    accept: PAGE_ACCEPT,
    'sec-fetch-site': method === 'GET' ? 'none' : 'same-origin',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
    ...shared,
    priority: 'u=0, i',
  }
}

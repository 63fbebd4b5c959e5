// One request and its answer, as fixtures hold them: templates of time, and which exchange answers a request.
import type { OperatorProxy } from './context.ts'

/** A request as it would leave for the real upstream. */
export interface SentRequest {
  readonly method: string
  /** Absolute address. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Proxy of the operator's that it goes through; absent: it goes directly. */
  readonly via?: OperatorProxy | undefined
}

/** One request and its answer. Texts may hold templates until `renderExchange` filled them. */
export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    /** The address in the spelling that is compared; `renderExchange` makes it, so that matching many requests is cheap. */
    readonly urlKey?: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
    /** Answers only what comes through this proxy of the operator's; absent: only what comes directly. */
    readonly via?: OperatorProxy | undefined
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | readonly string[]>>
    /** Text may hold templates; bytes are sent as they are. */
    readonly body: string | Uint8Array
  }
}

const UNIT_SEC = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const

const FORMATS = {
  time: (at: Date) => at.toISOString(),
  date: (at: Date) => at.toISOString().slice(0, 10),
  epoch: (at: Date) => String(Math.floor(at.getTime() / 1000)),
  epochMs: (at: Date) => String(at.getTime()),
  httpDate: (at: Date) => at.toUTCString(),
} as const

// Upstreams send double braces of their own: only these words make a template, and then its offset must be right.
const TEMPLATE = /\{\{(time|date|epochMs|epoch|httpDate)(?: ([^{}]*))?\}\}/g
const QUOTED_NUMBER = /"(\{\{epoch(?:Ms)? ?[^{}"]*\}\})"/g

/** Fills `{{time -2h}}` (ISO 8601), `{{date -1d}}` (day), `{{epoch +5m}}` and `{{epochMs}}` (unix seconds and milliseconds)
 * and `{{httpDate +30s}}`; offsets are from `now`, in s, m, h, d or w. A JSON string that is nothing but an epoch becomes a number.
 * @throws TypeError on a wrong offset */
export function renderText(text: string, now: Date): string {
  return text.replace(QUOTED_NUMBER, '$1').replace(TEMPLATE, (whole, kind: keyof typeof FORMATS, offset = '0s') => {
    const [, amount, unit] = /^([+-]?\d+)([smhdw])$/.exec(offset === '0' ? '0s' : offset) ?? []
    if (amount === undefined) throw new TypeError(`${whole}: expected an offset such as -2h, +30s or 0`)
    return FORMATS[kind](new Date(now.getTime() + Number(amount) * UNIT_SEC[unit as keyof typeof UNIT_SEC] * 1000))
  })
}

/** `renderText` for every text in a JSON value. */
export function renderTemplates(value: unknown, now: Date): unknown {
  return value === undefined ? undefined : JSON.parse(renderText(JSON.stringify(value), now))
}

/** An exchange with all templates filled. */
export function renderExchange({ request, response }: Exchange, now: Date): Exchange {
  const url = renderText(request.url, now)
  return {
    request: {
      ...request,
      url,
      urlKey: comparableUrl(url),
      body: typeof request.body === 'string' ? renderText(request.body, now) : renderTemplates(request.body, now),
    },
    response: {
      status: response.status,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [
          name,
          typeof value === 'string' ? renderText(value, now) : value.map((line) => renderText(line, now)),
        ]),
      ),
      body: typeof response.body === 'string' ? renderText(response.body, now) : response.body,
    },
  }
}

/** The exchange that answers a request, or undefined. Method and address must agree (in any order of the query), and the
 * body and headers where the exchange names them. Of several the first that is not in `served` answers, at last the last one. */
export function matchExchange(
  exchanges: readonly Exchange[],
  request: SentRequest,
  served: ReadonlySet<Exchange> = new Set(),
): Exchange | undefined {
  const urlKey = comparableUrl(request.url)
  const matching = exchanges.filter((exchange) => matches(exchange.request, request, urlKey))
  return matching.find((exchange) => !served.has(exchange)) ?? matching.at(-1)
}

function matches(wanted: Exchange['request'], sent: SentRequest, urlKey: string): boolean {
  return (
    wanted.method === sent.method &&
    wanted.via === sent.via &&
    (wanted.urlKey ?? comparableUrl(wanted.url)) === urlKey &&
    Object.entries(wanted.headers).every(([name, value]) => sent.headers[name] === value) &&
    matchesBody(wanted.body, sent.body)
  )
}

function matchesBody(wanted: unknown, sent: string): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'string') return wanted === sent
  try {
    return comparableJson(wanted) === comparableJson(JSON.parse(sent))
  } catch {
    return false
  }
}

/** Spellings of one address become one text: order of the query, percent-encoding; the fragment is dropped. */
function comparableUrl(text: string): string {
  const url = new URL(text)
  const query = [...url.searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return `${url.origin}${url.pathname.split('/').map(comparableSegment).join('/')}?${query.sort().join('&')}`
}

function comparableSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return segment
  }
}

function comparableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

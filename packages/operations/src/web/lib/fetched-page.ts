// One attempt at a page, and the answer as the reader of pages wants it.
import type { Context, FetchedPage, HttpResponse, OperatorProxy, PageOutcome } from '@kiosk/catalog'

/** Between the browsers' 20 and the few that an interface needs: chains of trackers and languages are long. */
const REDIRECTS = 10

/** Headers that tell document types, charsets, languages and walls apart. */
const READ_HEADERS = [
  ...['content-type', 'content-language', 'server', 'cf-mitigated', 'x-datadome', 'x-amzn-waf-action', 'x-iinfo'],
  ...['x-sucuri-block', 'x-vercel-mitigated', 'x-kpsdk-ct'],
] as const

export interface Attempt {
  readonly url: string
  readonly timeoutMs: number
  /** Absent: directly, or through the caller's own proxy. */
  readonly via?: OperatorProxy
}

/** An answer, how it came, and what was read from it. */
export interface Visit {
  /** Its bytes are with the reader. */
  readonly response: HttpResponse
  readonly isEmpty: boolean
  readonly outcome: PageOutcome
  readonly via: OperatorProxy | undefined
  readonly readAt: Date
  /** Of `Retry-After`; null when the answer names no time. */
  readonly limitSec: number | null
}

/** Any status is an answer. A broken answer is not asked for again: the one retry is the one through a proxy. */
export function fetchPage(ctx: Context<'http'>, attempt: Attempt): Promise<HttpResponse> {
  return ctx.http.send({ ...attempt, agent: 'browser', redirects: REDIRECTS, retry: false })
}

export function fetchedPage(response: HttpResponse): FetchedPage {
  const headers = READ_HEADERS.flatMap((name) => {
    const value = response.header(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { bytes: response.bytes, status: response.status, headers: Object.fromEntries(headers), url: response.url }
}

// One way to ask the code host: its headers, tokens and moved addresses.
import type { Context, HttpRequest, HttpResponse, Secret } from '@kiosk/catalog'
import type { CodehostSettings } from '../provider.ts'
import { throwRefusal } from './refusal.ts'

export type CodehostContext = Context<'http', CodehostSettings>

export interface Question {
  /** Encoded path, such as `/repos/ana/kites`. */
  readonly path: string
  readonly query?: NonNullable<HttpRequest['query']>
  /** The caller's token; without it the operator's is sent, if there is one. */
  readonly token?: Secret | undefined
  /** ETag of an answer that is still at hand; then the status may be 304. */
  readonly etag?: string | undefined
}

const MAX_MOVES = 5

/** Sends a question and returns the answer (2xx, or 304 when `etag` was given), of the new address where the repository moved.
 * Throws `NOT_FOUND`, `CREDENTIALS_REJECTED`, `UNPROCESSABLE` and the usual `UPSTREAM_*`. */
export async function ask(ctx: CodehostContext, question: Question): Promise<HttpResponse> {
  const headers = headersOf(ctx, question)
  let response = await ctx.http.send({ path: question.path, query: question.query, headers })
  for (let moves = 0; moves < MAX_MOVES; moves++) {
    const url = movedTo(response, question.query)
    if (url === null) break
    response = await ctx.http.send({ url, headers })
  }
  if (response.status === 304 && question.etag !== undefined) return response
  throwRefusal(ctx, response, question.token !== undefined)
  return response
}

function headersOf(ctx: CodehostContext, { token, etag }: Question): Record<string, string> {
  const bearer = token ?? ctx.setting('token')
  return {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(bearer && { authorization: `Bearer ${bearer.reveal()}` }),
    ...(etag !== undefined && { 'if-none-match': etag }),
  }
}

/** New address where it stands only in the body (redirects with a `Location` were followed already); null when nothing moved.
 * Our own origin is not checked here: egress refuses every other one. */
function movedTo(response: HttpResponse, query: Question['query'] = {}): string | null {
  if (![301, 302, 307, 308].includes(response.status)) return null
  const body = response.json()
  const link = body !== null && typeof body === 'object' && 'url' in body ? body.url : undefined
  const url = typeof link === 'string' ? URL.parse(link, response.url) : null
  if (url === null) return null
  // The body names the resource alone; without its query another page of a list would be read.
  if (url.search === '') {
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
  }
  return url.href
}

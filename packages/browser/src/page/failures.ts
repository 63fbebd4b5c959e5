// Why a page did not come, as codes that callers know.
import { type ErrorCode, OperationError } from '@kiosk/catalog'
import { type Endpoint, endpointOf, FILTER_MARK, type FilterSession } from '@kiosk/egress'
import type { PageDocument } from './main-frame.ts'

/** Header of a stand-in of the sandbox; `unknown` when it has no answer, which the filter then knows. */
const SANDBOX_MARK = 'x-kiosk-sandbox'

/** What the browser says, by its `net::ERR_…` (beginnings), first fit. Where the filter knows better, it is asked first. */
const meanings: readonly (readonly [beginning: string, code: ErrorCode, says: string])[] = [
  ['CERT_', 'UPSTREAM_UNREACHABLE', "The site's certificate is not valid, so there is no secure channel to it."],
  ['SSL_', 'UPSTREAM_UNREACHABLE', 'There is no secure channel to the site: its TLS does not work.'],
  ['NAME_NOT_RESOLVED', 'UPSTREAM_UNREACHABLE', 'The site has no address.'],
  ['CONNECTION_REFUSED', 'UPSTREAM_UNREACHABLE', 'The site takes no connection.'],
  ['TOO_MANY_REDIRECTS', 'UPSTREAM_ERROR', 'The site redirects in a circle.'],
  ['ABORTED', 'UNPROCESSABLE', 'The address leads to no document: it is a download, or an answer without content.'],
  ['TIMED_OUT', 'UPSTREAM_TIMEOUT', 'The site did not answer in time.'],
  ['CONNECTION_TIMED_OUT', 'UPSTREAM_TIMEOUT', 'The site did not answer in time.'],
  ['UNSAFE_PORT', 'DESTINATION_REFUSED', 'The port is not one of the web.'],
  ['UNKNOWN_URL_SCHEME', 'DESTINATION_REFUSED', 'Only http and https addresses are served.'],
  ['DISALLOWED_URL_SCHEME', 'DESTINATION_REFUSED', 'Only http and https addresses are served.'],
  ['UNSAFE_REDIRECT', 'DESTINATION_REFUSED', 'Only http and https addresses are served.'],
  ['INVALID_URL', 'DESTINATION_REFUSED', 'Not an absolute http or https address.'],
  ['BLOCKED_BY_', 'UNPROCESSABLE', 'The page is blocked.'],
  ['PROXY_CONNECTION_FAILED', 'SERVICE_UNAVAILABLE', 'The browser does not reach its way out.'],
]

/** The error for a document that failed; null for one that came.
 * @param session knows what a browser is not told: that its proxy refused, and why */
export function failureOf(document: PageDocument, session: FilterSession): OperationError | null {
  const failedUrl = document.shown?.unreachableUrl ?? (document.errorText === null ? null : document.requestedUrl)
  if (failedUrl !== null) return explain(document.errorText ?? '', failedUrl, session)
  const { response } = document
  if (response === null) return null
  const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (headers.get(SANDBOX_MARK) === 'unknown') return atEndpoint(response.url, session)
  // A site behind TLS can send the mark, too; only the filter knows of a failure there.
  return headers.has(FILTER_MARK) ? atEndpoint(response.url, session) : null
}

/** @param errorText such as `net::ERR_CONNECTION_RESET` */
export function explain(errorText: string, url: string, session: FilterSession): OperationError {
  if (session.isExhausted) {
    return new OperationError('UNPROCESSABLE', 'The page takes more from the network than a page may.')
  }
  const name = errorText.replace(/^net::ERR_/, '')
  const known = atEndpoint(url, session)
  // A connection that was there says more than what became of another one to the same place.
  if (known !== null && !name.startsWith('CERT_') && !name.startsWith('ABORTED')) return known
  const meaning = meanings.find(([beginning]) => name.startsWith(beginning))
  if (meaning !== undefined) return new OperationError(meaning[1], meaning[2])
  return unreachable(`The site could not be loaded${/^[A-Z0-9_]+$/.test(name) ? ` (${name})` : ''}.`)
}

function atEndpoint(url: string, session: FilterSession): OperationError | null {
  const endpoint = endpointIn(url)
  return endpoint === null ? null : session.failureOf(endpoint)
}

function endpointIn(text: string): Endpoint | null {
  const url = URL.parse(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? endpointOf(url) : null
}

function unreachable(message: string): OperationError {
  return new OperationError('UPSTREAM_UNREACHABLE', message)
}

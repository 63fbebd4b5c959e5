// The errors of answers that hold no page.
import { blocked, type HttpResponse, notFound, OperationError, type PageOutcome } from '@kiosk/catalog'
import { upstreamDetails } from '../../shared/upstream.ts'
import { web } from '../provider.ts'
import type { Visit } from './fetched-page.ts'

type NoPage = Exclude<PageOutcome, { readonly kind: 'page' }>

/** When the answer names no time. */
const DEFAULT_LIMIT_SEC = 60

const RENDERERS = 'screenshot.post and html-to-pdf.post run a browser'

export function unreadPage(
  response: HttpResponse,
  outcome: NoPage,
  { isEmpty, via, limitSec }: Pick<Visit, 'isEmpty' | 'via' | 'limitSec'>,
): OperationError {
  const details = upstreamDetails(web, response)
  if (outcome.kind === 'wall') {
    if (response.status === 429) {
      const message = 'The site limits how often it may be asked (HTTP 429).'
      return new OperationError('UPSTREAM_RATE_LIMITED', message, {
        details,
        retryAfterSec: limitSec ?? DEFAULT_LIMIT_SEC,
      })
    }
    const ways = via === undefined ? '' : `, directly and through the ${via} proxy`
    const remedy = `${RENDERERS}, or send a proxy of your own as x-proxy-url`
    const message = `A wall stands before the page (${outcome.by}, HTTP ${response.status})${ways}: ${remedy}.`
    return blocked(message, { details: { ...details, wall: outcome.by } })
  }
  if (isEmpty) return emptyAnswer(response)
  if (outcome.kind === 'client-rendered') {
    const message = `The page builds its content in the browser, and no browser runs here: ${RENDERERS}.`
    return new OperationError('CLIENT_RENDERED', message, { details })
  }
  const message = `The address leads to ${outcome.type}; only pages (HTML, XHTML) and plain text can be converted.`
  return new OperationError('UNPROCESSABLE', message, { details })
}

function emptyAnswer(response: HttpResponse): OperationError {
  const details = upstreamDetails(web, response)
  if (response.status === 404 || response.status === 410) return notFound('There is no such page.', { details })
  const message = `The page's server sent an empty answer (HTTP ${response.status}).`
  return new OperationError('UPSTREAM_ERROR', message, { details })
}

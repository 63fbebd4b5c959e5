// What the code host means when it refuses: its 403 alone stands for four things.
import { blocked, type HttpResponse, notFound, OperationError } from '@kiosk/catalog'
import { rateLimited, refuseUnlessOk, retryAfterSec, saysLimit, upstreamDetails } from '../../shared/upstream.ts'
import { codehost } from '../provider.ts'
import type { CodehostContext } from './api.ts'
import { rateLimitOf } from './rate-limit.ts'

const GONE = [404, 410, 451]

/** Throws what a refusing answer stands for; returns on 2xx.
 * @param withCallersToken whether the caller's own token was sent, so that a refused one is the caller's matter */
export function throwRefusal(ctx: CodehostContext, response: HttpResponse, withCallersToken: boolean): void {
  const { status } = response
  if (status >= 200 && status < 300) return
  const details = upstreamDetails(codehost, response)
  const message = messageOf(response)
  if (GONE.includes(status)) throw notFound('There is no public repository with this owner and name.', { details })
  if (/contributor list is too large/i.test(message)) {
    throw new OperationError('UNPROCESSABLE', 'The history is too large for the code host to list its contributors.', {
      details: { ...details, reason: 'historyTooLarge' },
    })
  }
  if (isLimit(response, message)) throw rateLimited(codehost, response, waitSec(ctx, response))
  if (withCallersToken && refusesToken(status, message)) {
    throw new OperationError('CREDENTIALS_REJECTED', 'The code host refused the token; send a valid one, or none.', {
      details,
    })
  }
  if (status === 401 && ctx.setting('token') !== undefined) {
    ctx.log.warn('the code host refused KIOSK_CODEHOST_TOKEN', { status })
    throw blocked("The code host refused the operator's token.", { details })
  }
  refuseUnlessOk(codehost, response, ctx.clock)
}

function messageOf(response: HttpResponse): string {
  const body = response.json()
  // Some limits are told on a web page, whose title names them.
  if (body === undefined) return /<title[^>]*>([^<]{0,200})/i.exec(response.text().slice(0, 10_000))?.[1] ?? ''
  const message = body !== null && typeof body === 'object' && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : ''
}

function isLimit(response: HttpResponse, message: string): boolean {
  if (saysLimit(response)) return true
  if (response.status !== 403) return false
  return response.header('x-ratelimit-remaining')?.trim() === '0' || /rate limit|abuse/i.test(message)
}

/** Seconds until a retry makes sense: as named, else until the allowance is renewed; null when neither is told. */
function waitSec(ctx: CodehostContext, response: HttpResponse): number | null {
  const named = retryAfterSec(response, ctx.clock)
  if (named !== null) return named
  const { resetEpoch } = rateLimitOf(response)
  return resetEpoch === null ? null : Math.max(1, Math.ceil(resetEpoch - ctx.clock.now().getTime() / 1000))
}

/** Also a 403 can be about the token: one that lacks a scope, or was tried too often. */
function refusesToken(status: number, message: string): boolean {
  return status === 401 || (status === 403 && /access token|not accessible by|SAML|login attempts/i.test(message))
}

// The `http` capability: one request with its redirects and its one retry, inside the egress rules.
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Http,
  type HttpRequest,
  type HttpResponse,
  OperationError,
  type OperatorProxy,
  type Provider,
} from '@kiosk/catalog'
import type { Dispatcher } from 'undici'
import { startBudget, untilAborted } from '../budget.ts'
import { unreachable } from '../destination/dial.ts'
import { explain, isBroken, RETRYABLE_STATUSES } from '../failures.ts'
import { PROXY_WANTS_CREDENTIALS } from '../proxy/proxies.ts'
import { SANDBOX_MARK, unknownToSandbox } from '../sandbox.ts'
import type { Hop, UpstreamMap } from '../upstreams.ts'
import { DEFAULT_MAX_BYTES, readBody } from './limits.ts'
import { type Message, makeMessage, redirectMessage } from './request.ts'
import { type Answer, type AnswerHeaders, headerOf, makeResponse } from './response.ts'

const DEFAULT_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const RETRY_PAUSE_MS = 150
/** Rest of an answer nobody reads that is still taken in, to keep the connection. */
const DRAINED_BYTES = 64 * 1024

/** How one hop leaves the house. */
export interface Way {
  readonly dispatcher: Dispatcher
  /** Sent to a web proxy with its whole address, and with this authorization (null: none). */
  readonly absoluteForm: { readonly authorization: string | null } | null
}

export interface HttpParts {
  readonly provider: Provider
  readonly upstreams: UpstreamMap
  readonly userAgent: string
  readonly signal: AbortSignal
  /** True when stand-ins answer, whose mark for an unknown request is then understood. */
  readonly sandbox: boolean
  readonly ways: CallWays
}

/** The ways that the hops of one call may take. */
export interface CallWays {
  /** Proxies that `via` may name. */
  readonly operatorProxies: readonly OperatorProxy[]
  /** Judges the hop before anything is sent. Throws `DESTINATION_REFUSED`. */
  choose(hop: Hop, via: OperatorProxy | undefined): Promise<Way>
}

/** Wires one call's `Http`. */
export function createHttp(parts: HttpParts): Http {
  return {
    operatorProxies: parts.ways.operatorProxies,
    async send(request) {
      const budget = startBudget(parts.signal, request.timeoutMs)
      try {
        return await follow(parts, request, budget.signal)
      } catch (error) {
        // Whatever breaks once the caller left or time is up breaks because of that.
        if (parts.signal.aborted) throw parts.signal.reason
        throw explain(budget.signal.aborted ? budget.signal.reason : error, parts.provider)
      } finally {
        budget.end()
      }
    },
  }
}

/** One `send`: what stays the same over its hops. */
interface Trip {
  readonly parts: HttpParts
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** Redirects that may be followed. */
  readonly redirects: number
  readonly via: OperatorProxy | undefined
}

async function follow(parts: HttpParts, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  signal.throwIfAborted()
  const { maxBytes = DEFAULT_MAX_BYTES, redirects = DEFAULT_REDIRECTS, via } = request
  if (via !== undefined && !parts.ways.operatorProxies.includes(via)) {
    throw new TypeError(`the call may not go via the ${via} proxy`)
  }
  const trip = { parts, signal, maxBytes, redirects, via }
  let hop = parts.upstreams.start(request)
  let message = makeMessage(request, parts.userAgent)
  let mayRetry = request.retry ?? true
  for (let followed = 0; ; followed += 1) {
    const { answer, retried } = await sendHop(trip, hop, message, mayRetry && message.method === 'GET')
    mayRetry &&= !retried
    const location = redirects > 0 ? locationOf(answer) : null
    if (location === null) return makeResponse(answer, hop.real)
    if (followed === redirects) {
      throw new OperationError('UPSTREAM_ERROR', `The upstream redirects more than ${redirects} times.`)
    }
    const next = parts.upstreams.follow(hop, location)
    message = redirectMessage(message, answer.status, next.real.origin === hop.real.origin)
    hop = next
  }
}

async function sendHop(trip: Trip, hop: Hop, message: Message, mayRetry: boolean) {
  if (!mayRetry) return { answer: await exchange(trip, hop, message), retried: false }
  try {
    const answer = await exchange(trip, hop, message)
    if (!RETRYABLE_STATUSES.has(answer.status)) return { answer, retried: false }
  } catch (error) {
    if (trip.signal.aborted || !isBroken(error)) throw error
  }
  await pause(RETRY_PAUSE_MS, undefined, { signal: trip.signal })
  return { answer: await exchange(trip, hop, message), retried: true }
}

/** One request and its answer. The body of a redirect that is going to be followed is not read. */
async function exchange(trip: Trip, hop: Hop, message: Message): Promise<Answer> {
  const { parts, signal, maxBytes, redirects } = trip
  const { dispatcher, absoluteForm } = await parts.ways.choose(hop, trip.via)
  const { wire } = hop
  const response = await untilAborted(
    dispatcher.request({
      origin: wire.origin,
      path: absoluteForm === null ? `${wire.pathname}${wire.search}` : wire.href,
      method: message.method,
      headers: {
        ...message.headers,
        ...(absoluteForm?.authorization && { 'proxy-authorization': absoluteForm.authorization }),
      },
      body: message.body,
      signal,
    }),
    signal,
    ({ body }) => body.on('error', ignore).destroy(),
  )
  const { statusCode: status, headers, body } = response
  // A body that is given up raises an error of its own, which would end the process if nobody listened.
  body.on('error', ignore)
  if (absoluteForm !== null && status === 407) {
    body.destroy()
    throw unreachable(PROXY_WANTS_CREDENTIALS)
  }
  if (parts.sandbox && headerOf(headers, SANDBOX_MARK) === 'unknown') {
    body.destroy()
    throw unknownToSandbox()
  }
  if (redirects > 0 && locationOf({ status, headers }) !== null) {
    await discard(body, headers, signal)
    return { status, headers, bytes: new Uint8Array() }
  }
  const length = headerOf(headers, 'content-length')
  const bytes = await readBody(body, { length, encoding: headerOf(headers, 'content-encoding') }, maxBytes)
  return { status, headers, bytes }
}

async function discard(body: Dispatcher.ResponseData['body'], headers: AnswerHeaders, signal: AbortSignal) {
  const length = headerOf(headers, 'content-length')
  if (length === null || Number(length) > DRAINED_BYTES) body.destroy()
  else await body.dump({ limit: DRAINED_BYTES, signal })
}

/** Where an answer leads to, or null when it is no redirect. */
function locationOf({ status, headers }: { status: number; headers: AnswerHeaders }): string | null {
  const sent = REDIRECTS.has(status) ? headerOf(headers, 'location') : null
  // Header bytes arrive as latin1; what is not ASCII in an address was written in UTF-8.
  return sent === null ? null : encodeBlanks(Buffer.from(sent, 'latin1').toString('utf8').trim())
}

/** Blanks in a path are a frequent mistake that every browser forgives. */
function encodeBlanks(location: string): string {
  return location.replaceAll(' ', '%20')
}

function ignore(): void {}

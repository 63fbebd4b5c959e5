// The way from a handle to a profile: look-up, else WebFinger and look-up at the account's own host, else the actor document.
import { blocked, type Context, type HttpResponse, notFound, OperationError } from '@kiosk/catalog'
import { jsonOf, understand } from '../../shared/answer.ts'
import { rateLimited, refuseUnlessOk, retryAfterSec, upstreamDetails } from '../../shared/upstream.ts'
import type { InstanceProfile } from '../instance-profile.ts'
import { microblog } from '../provider.ts'
import { type Account, accountOf, profileOfAccount } from './account.ts'
import { type Actor, actorOf, type Counters, profileOfActor, totalOf } from './actor-document.ts'
import type { InstanceHandle } from './instance-handle.ts'
import { addressOf, type InstanceTarget, targetOf } from './instance-host.ts'
import { record } from './values.ts'
import { type Fingered, parseWebfinger } from './webfinger.ts'

/** Leaves the 15 s of the operation room to answer. */
const BUDGET_MS = 14_000
const REQUEST_MS = 5_000

/** Profiles are small; hosts are strangers. */
const MAX_BYTES = 1_000_000

const ACTIVITY = 'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"'

/** What a look-up's failure is called when the host answered at all. */
const NO_LOOK_UP: ReadonlySet<string> = new Set(['UNPROCESSABLE', 'UPSTREAM_ERROR'])

type Ask = (target: InstanceTarget, accept: string) => Promise<HttpResponse>

export async function findProfile(ctx: Context<'http'>, asked: InstanceHandle): Promise<InstanceProfile> {
  const ask = asker(ctx)
  const here = await lookUp(ctx, ask, asked)
  if (here.isUnknown) throw noAccount(asked, here.response)
  if (here.account) return profileOf(here, here.account, asked.host, asked.host)

  const fingered = await finger(ctx, ask, asked)
  const { actor } = fingered
  const canonical = await canonicalOf(ctx, ask, fingered)
  // Where the handle only stands for an account of another name, that name belongs to the account's own host.
  const domainOf = (username: string) =>
    username.toLowerCase() === canonical.user.toLowerCase() ? canonical.host : actor.host
  if (actor.host !== asked.host) {
    const there = await lookUp(ctx, ask, { user: canonical.user, host: actor.host })
    if (there.account && isAccountOf(actor, there.account)) {
      return profileOf(there, there.account, domainOf(there.account.username), actor.host)
    }
  }
  const document = await readActor(ctx, ask, actor)
  const domain = domainOf(document.preferredUsername)
  return profileOfActor(document, domain, actor.host, await count(ctx, ask, document))
}

function asker(ctx: Context<'http'>): Ask {
  const ends = ctx.clock.monotonicMs() + BUDGET_MS
  return ({ host, path, query }, accept) =>
    ctx.http.send({
      upstream: 'instance',
      params: { host },
      path,
      query,
      headers: { accept },
      maxBytes: MAX_BYTES,
      timeoutMs: Math.max(1, Math.min(REQUEST_MS, ends - ctx.clock.monotonicMs())),
    })
}

type LookUp =
  /** Answered: `account` is null when the host has no such account, or no look-up for us; `isUnknown` tells that it has
   * the look-up, but not the account. */
  | { readonly response: HttpResponse; readonly account: Account | null; readonly isUnknown: boolean }
  /** Not answered in a way that could be read. */
  | { readonly response: null; readonly account: null; readonly isUnknown: false }

async function lookUp(ctx: Context<'http'>, ask: Ask, { user, host }: InstanceHandle): Promise<LookUp> {
  const target = { host, path: '/api/v1/accounts/lookup', query: { acct: user } }
  const response = await ask(target, 'application/json').catch((error: unknown) => {
    // Where this path means nothing, a web site may send a huge page or redirect in a circle: no look-up, but WebFinger may do.
    if (!ctx.signal.aborted && error instanceof OperationError && NO_LOOK_UP.has(error.code)) return null
    throw error
  })
  if (response === null) return { response, account: null, isUnknown: false }
  refuseLimited(ctx, response)
  const { status } = response
  return {
    response,
    account: status === 200 ? accountOf(response.json()) : null,
    // Other software answers 404 with JSON of its own shape for a path that it does not know.
    isUnknown: status === 410 || (status === 404 && isPlainError(response.json())),
  }
}

/** A handle that stands for an account elsewhere may name its user differently from there, where the same name is then
 * somebody else's. */
function isAccountOf(actor: InstanceTarget, { uri, username }: Account): boolean {
  const url = uri === null ? null : new URL(uri)
  if (url && `${url.hostname}${url.pathname}?${url.searchParams}` === addressOf(actor)) return true
  const name = actor.path.split('/').findLast(Boolean)?.replace(/^@/, '') ?? ''
  return name.toLowerCase() === encodeURIComponent(username.toWellFormed()).toLowerCase()
}

function profileOf(
  { response }: { readonly response: HttpResponse },
  account: Account,
  domain: string,
  host: string,
): InstanceProfile {
  return understand(microblog, response, () => profileOfAccount(account, domain, host))
}

function noAccount({ user, host }: InstanceHandle, response: HttpResponse): OperationError {
  return notFound(`There is no account ${user}@${host}.`, { details: upstreamDetails(microblog, response) })
}

function isPlainError(body: unknown): boolean {
  const answer = record.safeParse(body).data
  return typeof answer?.error === 'string' && answer.error !== '' && !('detail' in answer) && !('statusCode' in answer)
}

async function finger(ctx: Context<'http'>, ask: Ask, asked: InstanceHandle) {
  const resource = `acct:${asked.user}@${asked.host}`
  const target = { host: asked.host, path: '/.well-known/webfinger', query: { resource } }
  const response = await ask(target, 'application/jrd+json')
  refuseLimited(ctx, response)
  if (response.status === 404 || response.status === 410) {
    throw noAccount(asked, response)
  }
  refuseUnlessOk(microblog, response, ctx.clock)
  const body = jsonOf(microblog, response)
  return understand(microblog, response, () => parseWebfinger(body, asked))
}

/** The name that the account's own domain gives it, if that domain points at the same actor; else the one asked for. */
async function canonicalOf(ctx: Context<'http'>, ask: Ask, { canonical, claimed, actor }: Fingered) {
  if (claimed === undefined) return canonical
  try {
    const there = await finger(ctx, ask, claimed)
    return addressOf(there.actor) === addressOf(actor) ? there.canonical : canonical
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof OperationError)) throw error
    return canonical
  }
}

async function readActor(ctx: Context<'http'>, ask: Ask, target: InstanceTarget): Promise<Actor> {
  const response = await ask(target, ACTIVITY)
  const details = upstreamDetails(microblog, response)
  refuseLimited(ctx, response)
  if (response.status === 401 || response.status === 403) {
    throw blocked(`${target.host} answers only signed requests or signed-in readers.`, { details })
  }
  if (response.status === 404 || response.status === 410) {
    throw notFound(`${target.host} no longer has this account.`, { details })
  }
  refuseUnlessOk(microblog, response, ctx.clock)
  const body = jsonOf(microblog, response)
  return understand(microblog, response, () => actorOf(body))
}

/** Counters are a courtesy of the instance: what it refuses stays unknown. */
async function count(ctx: Context<'http'>, ask: Ask, { outbox, following, followers }: Actor): Promise<Counters> {
  const total = async (link: unknown) => {
    if (record.safeParse(link).success) return totalOf(link)
    try {
      const target = targetOf(link)
      const response = target && (await ask(target, ACTIVITY))
      return response?.status === 200 ? totalOf(response.json()) : null
    } catch (error) {
      if (ctx.signal.aborted || !(error instanceof OperationError)) throw error
      return null
    }
  }
  const [postsCount, followsCount, followersCount] = await Promise.all([outbox, following, followers].map(total))
  return { postsCount: postsCount ?? null, followsCount: followsCount ?? null, followersCount: followersCount ?? null }
}

function refuseLimited(ctx: Context<'http'>, response: HttpResponse): void {
  if (response.status !== 429) return
  // Instances write an ISO time where others write an epoch.
  const resets = Date.parse(response.header('x-ratelimit-reset') ?? '')
  const seconds = Number.isNaN(resets) ? null : Math.max(1, Math.ceil((resets - ctx.clock.now().getTime()) / 1000))
  throw rateLimited(microblog, response, retryAfterSec(response, ctx.clock) ?? seconds)
}

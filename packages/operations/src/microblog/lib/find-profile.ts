// The way from a handle to a profile: look-up, else WebFinger and look-up at the account's own host, else the actor document.
import { blocked, type Context, type HttpResponse, notFound, OperationError } from '@kiosk/catalog'
import { jsonOf, understand } from '../../shared/answer.ts'
import { rateLimited, refuseUnlessOk, retryAfterSec, upstreamDetails } from '../../shared/upstream.ts'
import type { InstanceProfile } from '../instance-profile.ts'
import { microblog } from '../provider.ts'
import { type Account, accountOf, profileOfAccount } from './account.ts'
import { type Actor, actorOf, type Counters, profileOfActor, totalOf } from './actor-document.ts'
import type { InstanceHandle } from './instance-handle.ts'
import { type InstanceTarget, targetOf } from './instance-host.ts'
import { record } from './values.ts'
import { parseWebfinger } from './webfinger.ts'

/** Leaves the 15 s of the operation room to answer. */
const BUDGET_MS = 14_000
const REQUEST_MS = 5_000

/** Profiles are small; hosts are strangers. */
const MAX_BYTES = 1_000_000

const ACTIVITY = 'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"'

type Ask = (target: InstanceTarget, accept: string) => Promise<HttpResponse>

export async function findProfile(ctx: Context<'http'>, asked: InstanceHandle): Promise<InstanceProfile> {
  const ask = asker(ctx)
  const here = await lookUp(ctx, ask, asked)
  if (here.isUnknown) throw noAccount(asked, here.response)
  if (here.account) return profileOf(here, here.account, asked.host, asked.host)

  const { canonical, actor } = await finger(ctx, ask, asked)
  if (actor.host !== asked.host) {
    const there = await lookUp(ctx, ask, { user: canonical.user, host: actor.host })
    if (there.account) return profileOf(there, there.account, canonical.host, actor.host)
  }
  const document = await readActor(ctx, ask, actor)
  return profileOfActor(document, canonical.host, actor.host, await count(ctx, ask, document))
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

interface LookUp {
  readonly response: HttpResponse
  /** Null when the host has no such account, or no look-up for us. */
  readonly account: Account | null
  /** True when the host has the look-up, but not the account. */
  readonly isUnknown: boolean
}

async function lookUp(ctx: Context<'http'>, ask: Ask, { user, host }: InstanceHandle): Promise<LookUp> {
  const response = await ask({ host, path: '/api/v1/accounts/lookup', query: { acct: user } }, 'application/json')
  refuseLimited(ctx, response)
  const { status } = response
  return {
    response,
    account: status === 200 ? accountOf(response.json()) : null,
    // Other software answers 404 with JSON of its own shape for a path that it does not know.
    isUnknown: status === 410 || (status === 404 && isPlainError(response.json())),
  }
}

function profileOf({ response }: LookUp, account: Account, domain: string, host: string): InstanceProfile {
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

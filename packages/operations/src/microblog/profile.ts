import {
  blocked,
  type Context,
  defineOperation,
  fetchedAt,
  type HttpResponse,
  invalidInput,
  notFound,
  OperationError,
  time,
} from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../shared/answer.ts'
import { rateLimited, refuseUnlessOk, retryAfterSec, upstreamDetails } from '../shared/upstream.ts'
import { actorOf } from './lib/index-actor.ts'
import { listOf, optionalCount, optionalMoment, record } from './lib/values.ts'
import { microblog } from './provider.ts'

/** Half of the operation's time, so that the second host gets its turn. */
const REQUEST_MS = 7_000

const input = z.strictObject({
  handle: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .describe(
      'Handle or DID. A leading `@` and a profile link are accepted; a name without a dot gets the default domain.',
    ),
})

const count = z.int().min(0).nullable()

const output = z.object({
  did: z.string().describe('Permanent id of the account.'),
  handle: z.string().describe('Current handle.'),
  displayName: z.string().nullable().describe('Display name as written.'),
  description: z.string().nullable().describe('Self-description, line breaks kept.'),
  avatar: z.string().nullable().describe('Address of the avatar.'),
  banner: z.string().nullable().describe('Address of the banner.'),
  indexedAt: time.nullable().describe('When the index last read the profile, ISO 8601 UTC.'),
  labels: z.array(z.record(z.string(), z.unknown())).describe('Moderation labels as the index gives them.'),
  associated: z
    .record(z.string(), z.unknown())
    .describe('What belongs to the account (lists, feeds, labeler, chat rules), as the index gives it.'),
  postsCount: count.describe('Number of posts.'),
  followsCount: count.describe('Number of accounts it follows.'),
  followersCount: count.describe('Number of followers.'),
  fetchedAt,
})

export const operation = defineOperation({
  provider: microblog,
  slug: 'microblog-profile.get',
  id: 'microblog.profile',
  title: 'Microblog profile',
  description: "Reads a profile by handle or DID from the network's public index.",
  category: 'social',
  tags: ['profile', 'microblog'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 60,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'A handle', input: { handle: 'wired.com' } },
    { title: 'A DID', input: { handle: 'did:plc:kiosk2exampleaccount4567' } },
    { title: 'No such account', input: { handle: 'nobody-here.bsky.social' }, fails: 'NOT_FOUND' },
  ],
  async run(ctx, input) {
    const actor = actorOf(input.handle)
    const response = await ask(ctx, actor)
    refuse(ctx, response, actor)
    const body = jsonOf(microblog, response)
    return understand(microblog, response, () => parse(body, ctx.clock.now()))
  },
})

const answer = z.object({
  did: z.string().startsWith('did:'),
  handle: z.string().trim().min(1),
  displayName: optionalText,
  description: optionalText,
  avatar: optionalText,
  banner: optionalText,
  indexedAt: optionalMoment,
  labels: listOf(record),
  associated: record.catch({}),
  postsCount: optionalCount,
  followsCount: optionalCount,
  followersCount: optionalCount,
})

/** Understands a profile of the index. Everything but DID and handle is optional there. */
export function parse(body: unknown, readAt: Date): z.output<typeof output> {
  return { ...readShape(answer, body), fetchedAt: readAt.toISOString() }
}

/** Asks the index; a body that is not JSON comes from something in front of it, so a second host is asked once. */
async function ask(ctx: Context<'http'>, actor: string): Promise<HttpResponse> {
  const request = {
    path: '/xrpc/app.bsky.actor.getProfile',
    query: { actor },
    headers: { accept: 'application/json' },
    timeoutMs: REQUEST_MS,
  }
  const first = await ctx.http.send(request)
  if (first.status === 429 || isData(first)) return first
  try {
    const second = await ctx.http.send({ ...request, upstream: 'fallback' })
    if (second.status === 429 || isData(second)) return second
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof OperationError)) throw error
  }
  if (first.status >= 500) refuseUnlessOk(microblog, first, ctx.clock)
  throw blocked('The index answered with a page in place of data.', { details: upstreamDetails(microblog, first) })
}

function isData(response: HttpResponse): boolean {
  return record.safeParse(response.json()).success
}

function refuse(ctx: Context<'http'>, response: HttpResponse, actor: string): void {
  if (response.status === 429) {
    const seconds = retryAfterSec(response, ctx.clock) ?? secondsUntil(response.header('ratelimit-reset'), ctx)
    throw rateLimited(microblog, response, seconds)
  }
  if (response.status === 400 || response.status === 404) refuseUnknown(response, actor)
  refuseUnlessOk(microblog, response, ctx.clock)
}

/** Names of the network for accounts that are there no longer. */
const GONE = new Map([
  ['AccountDeactivated', 'is deactivated'],
  ['AccountDeleted', 'was deleted'],
  ['AccountSuspended', 'is suspended'],
  ['AccountTakedown', 'was taken down'],
])

const refusal = z.object({ error: optionalText, message: optionalText })

/** The index says "no such account" with status 400 and the reason in the body. */
function refuseUnknown(response: HttpResponse, actor: string): void {
  const { error, message } = refusal.safeParse(response.json()).data ?? {}
  const details = upstreamDetails(microblog, response)
  const gone = GONE.get(error ?? '')
  if (gone !== undefined) throw notFound(`The account ${actor} ${gone}.`, { details })
  if (/must be a valid did or (?:a )?handle/i.test(message ?? '')) {
    throw invalidInput('handle', 'the index takes it for neither a handle nor a DID', details)
  }
  if (/not found|unable to resolve/i.test(message ?? '')) throw notFound(`There is no account ${actor}.`, { details })
}

/** Seconds until an epoch in seconds, at least 1; null when there is none. */
function secondsUntil(epoch: string | null, ctx: Context<'http'>): number | null {
  if (epoch === null || !/^\d{1,12}$/.test(epoch.trim())) return null
  return Math.max(1, Number(epoch) - Math.floor(ctx.clock.now().getTime() / 1000))
}

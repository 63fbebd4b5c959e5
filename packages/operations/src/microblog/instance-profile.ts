import { type Context, defineOperation, elapsedMs, fetchedAt, proxyUrl, time } from '@kiosk/catalog'
import { z } from 'zod'
import { findProfile } from './lib/find-profile.ts'
import { instanceHandleOf } from './lib/instance-handle.ts'
import { microblog } from './provider.ts'

const input = z.strictObject({
  handle: z
    .string()
    .trim()
    .min(3)
    .max(320)
    .describe('Fully qualified handle: user@host, @user@host, acct:user@host or a profile link.'),
  proxyUrl,
})

const text = z.string().nullable()
const count = z.int().min(0).nullable()
const flag = z.boolean().nullable()

const output = z.object({
  id: text.describe('Account id on its instance.'),
  actorUri: text.describe("Address of the account's actor document."),
  handle: z.string().describe('user@host, built from the canonical account.'),
  username: z.string().describe('Name of the account on its instance.'),
  instance: z.string().describe('Host that serves the account.'),
  url: text.describe('Profile page.'),
  displayName: text.describe('Display name as written.'),
  description: text.describe('Self-description as plain text.'),
  descriptionHtml: text.describe('Self-description as the instance sends it; not made safe for display.'),
  avatar: text.describe('Address of the avatar.'),
  banner: text.describe('Address of the banner.'),
  postsCount: count.describe('Number of posts.'),
  followsCount: count.describe('Number of accounts it follows.'),
  followersCount: count.describe('Number of followers.'),
  createdAt: time.nullable().describe('When the account was made, ISO 8601 UTC.'),
  lastStatusAt: z.iso.date().nullable().describe('Day of the last post, YYYY-MM-DD.'),
  isLocked: flag.describe('Follows need approval.'),
  isBot: flag.describe('Run by a program.'),
  isGroup: flag.describe('Stands for a group.'),
  isDiscoverable: flag.describe('Wants to be found.'),
  fields: z
    .array(
      z.object({
        name: z.string().describe('Label.'),
        value: z.string().describe('Value as plain text.'),
        verifiedAt: time.nullable().describe('When the instance verified the link, ISO 8601 UTC.'),
      }),
    )
    .describe('Profile fields.'),
  elapsedMs,
  fetchedAt,
})

/** A profile, from whichever of the instance's documents it was read. */
export type InstanceProfile = Omit<z.output<typeof output>, 'elapsedMs' | 'fetchedAt'>

export const operation = defineOperation({
  provider: microblog,
  slug: 'microblog-instance-profile.get',
  id: 'microblog.instanceProfile',
  title: 'Microblog profile on any instance',
  description: 'Reads a profile by fully qualified handle from any compatible instance.',
  category: 'social',
  tags: ['profile', 'microblog', 'federation'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 60,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'A handle', input: { handle: '@Gargron@mastodon.social' } },
    { title: 'A profile link', input: { handle: 'https://social.example.test/@ines' } },
    { title: 'No such account', input: { handle: 'nobody@social.example.test' }, fails: 'NOT_FOUND' },
  ],
  async run(ctx: Context<'http'>, input) {
    const started = ctx.clock.monotonicMs()
    const profile = await findProfile(ctx, instanceHandleOf(input.handle))
    return {
      ...profile,
      elapsedMs: Math.round(ctx.clock.monotonicMs() - started),
      fetchedAt: ctx.clock.now().toISOString(),
    }
  },
})

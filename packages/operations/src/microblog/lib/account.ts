// An account as the Mastodon API's look-up gives it; other software that has the look-up answers the same way.
import { notFound } from '@kiosk/catalog'
import { z } from 'zod'
import { optionalText } from '../../shared/answer.ts'
import { htmlToText } from '../../shared/html.ts'
import type { InstanceProfile } from '../instance-profile.ts'
import { listOf, optionalAddress, optionalCount, optionalDay, optionalFlag, optionalMoment } from './values.ts'

/** Profile fields; values are HTML at the instance and text here. */
export const profileFields = listOf(
  z
    .object({ name: z.string().trim().min(1), value: z.string(), verified_at: optionalMoment })
    .transform(({ name, value, verified_at }) => ({ name, value: htmlToText(value), verifiedAt: verified_at })),
)

/** Servers send the address of a stand-in where there is no picture. */
const picture = optionalAddress.transform((address) =>
  address && !/\/missing\.\w+$/.test(new URL(address).pathname) ? address : null,
)

const account = z.object({
  id: z.union([z.string().min(1), z.int().transform(String)]),
  username: z.string().trim().min(1),
  acct: optionalText,
  uri: optionalAddress,
  url: optionalAddress,
  display_name: optionalText,
  note: optionalText,
  avatar: picture,
  header: picture,
  statuses_count: optionalCount,
  following_count: optionalCount,
  followers_count: optionalCount,
  created_at: optionalMoment,
  last_status_at: optionalDay,
  locked: optionalFlag,
  bot: optionalFlag,
  group: optionalFlag,
  discoverable: optionalFlag,
  suspended: optionalFlag,
  fields: profileFields,
})

export type Account = z.output<typeof account>

/** The account in an answer, or null when other software answered something else. */
export function accountOf(body: unknown): Account | null {
  return account.safeParse(body).data ?? null
}

/** @param domain domain of the handle by which it was found
 * @param host host that answered
 * Throws `NOT_FOUND` for a suspended account. */
export function profileOfAccount(found: Account, domain: string, host: string): InstanceProfile {
  if (found.suspended) throw notFound(`The account ${found.username}@${domain} is suspended.`)
  const address = found.uri ?? found.url
  return {
    id: found.id,
    actorUri: found.uri,
    // `acct` names a domain only where the account is another server's.
    handle: `${found.username}@${found.acct?.split('@')[1]?.toLowerCase() || domain}`,
    username: found.username,
    instance: address === null ? host : new URL(address).hostname,
    url: found.url,
    displayName: found.display_name,
    description: found.note && (htmlToText(found.note) || null),
    descriptionHtml: found.note,
    avatar: found.avatar,
    banner: found.header,
    postsCount: found.statuses_count,
    followsCount: found.following_count,
    followersCount: found.followers_count,
    createdAt: found.created_at,
    lastStatusAt: found.last_status_at,
    isLocked: found.locked,
    isBot: found.bot,
    isGroup: found.group,
    isDiscoverable: found.discoverable,
    fields: found.fields,
  }
}

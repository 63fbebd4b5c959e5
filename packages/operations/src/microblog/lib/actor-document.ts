// An account as its ActivityPub actor document describes it: what is left where no look-up answers.
import { notFound } from '@kiosk/catalog'
import { z } from 'zod'
import { optionalText, readShape } from '../../shared/answer.ts'
import { htmlToText } from '../../shared/html.ts'
import type { InstanceProfile } from '../instance-profile.ts'
import { profileFields } from './account.ts'
import { optionalAddress, optionalCount, optionalFlag, optionalMoment, record } from './values.ts'

/** Counters stand in documents of their own. */
export type Counters = Pick<InstanceProfile, 'postsCount' | 'followsCount' | 'followersCount'>

const link = z.unknown().optional().transform(linkOf)

const kind = z.object({
  type: z.union([z.string(), z.array(z.string()).min(1)]).transform((type) => [type].flat()),
  suspended: optionalFlag,
})

const actor = z.object({
  id: z.url({ protocol: /^https?$/ }),
  preferredUsername: z.string().trim().min(1),
  name: optionalText,
  summary: optionalText,
  url: link,
  icon: link,
  image: link,
  published: optionalMoment,
  manuallyApprovesFollowers: optionalFlag,
  discoverable: optionalFlag,
  // JSON-LD writes a list of one as the thing itself.
  attachment: z.preprocess((value) => [value].flat(), profileFields),
  outbox: z.unknown().optional(),
  following: z.unknown().optional(),
  followers: z.unknown().optional(),
})

export type Actor = z.output<typeof actor> & { readonly types: readonly string[] }

/** Throws `NOT_FOUND` for what is left of a deleted or suspended account, `UPSTREAM_CHANGED` for what is no actor. */
export function actorOf(body: unknown): Actor {
  const { type: types, suspended } = readShape(kind, body, 'actor')
  if (types.includes('Tombstone') || suspended) throw notFound('The account was deleted or suspended.')
  return { ...readShape(actor, body, 'actor'), types }
}

/** @param domain domain of the account's handle
 * @param host host that serves the actor */
export function profileOfActor(found: Actor, domain: string, host: string, counters: Counters): InstanceProfile {
  return {
    id: null,
    actorUri: found.id,
    handle: `${found.preferredUsername}@${domain}`,
    username: found.preferredUsername,
    instance: host,
    url: found.url,
    displayName: found.name,
    description: found.summary && (htmlToText(found.summary) || null),
    descriptionHtml: found.summary,
    avatar: found.icon,
    banner: found.image,
    ...counters,
    createdAt: found.published,
    lastStatusAt: null,
    isLocked: found.manuallyApprovesFollowers,
    isBot: found.types.includes('Service') || found.types.includes('Application'),
    isGroup: found.types.includes('Group'),
    isDiscoverable: found.discoverable,
    fields: found.attachment,
  }
}

/** Members of a collection, as it states them itself. */
export function totalOf(body: unknown): number | null {
  return z.object({ totalItems: optionalCount }).safeParse(body).data?.totalItems ?? null
}

/** ActivityPub writes a link as text, as an object with `url` or `href`, or as a list of these. */
function linkOf(value: unknown): string | null {
  for (const item of [value].flat()) {
    const object = record.safeParse(item).data
    const address = optionalAddress.parse(object ? (object.href ?? object.url) : item)
    if (address !== null) return address
  }
  return null
}

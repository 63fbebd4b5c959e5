// WebFinger (RFC 7033): where the account behind user@host lives, and how it spells itself.
import { changed, notFound } from '@kiosk/catalog'
import { z } from 'zod'
import { optionalText, readShape } from '../../shared/answer.ts'
import type { InstanceHandle } from './instance-handle.ts'
import { type InstanceTarget, targetOf } from './instance-host.ts'

export interface Fingered {
  /** Canonical user and domain of the account. */
  readonly canonical: InstanceHandle
  /** Its actor document. */
  readonly actor: InstanceTarget
}

const answer = z.object({
  subject: optionalText,
  links: z.array(z.object({ rel: optionalText, type: optionalText, href: optionalText })),
})

/** Understands the answer about `asked`. Throws `NOT_FOUND` when it has no account that others can follow. */
export function parseWebfinger(body: unknown, asked: InstanceHandle): Fingered {
  const { subject, links } = readShape(answer, body)
  const self = links.find((link) => link.rel === 'self' && isActivity(link.type))
  if (!self) throw notFound(`${asked.user}@${asked.host} is no account of a compatible instance.`)
  const actor = targetOf(self.href)
  if (!actor) throw changed('links (rel=self).href')
  return { canonical: canonicalOf(subject, asked, actor.host), actor }
}

function isActivity(type: string | null): boolean {
  const name = type?.toLowerCase() ?? ''
  return (
    name.startsWith('application/activity+json') ||
    (name.startsWith('application/ld+json') && name.includes('https://www.w3.org/ns/activitystreams'))
  )
}

/** A subject may name another domain, but only one that the answering or the serving host belongs to: else any host
 * could pass its accounts off as another's. */
function canonicalOf(subject: string | null, asked: InstanceHandle, actorHost: string): InstanceHandle {
  const [, user, domain] = /^acct:@?([^@\s]+)@([^@\s:/?#%\\]+)$/i.exec(subject ?? '') ?? []
  if (user === undefined || domain === undefined || !URL.canParse(`https://${domain}`)) return asked
  const host = new URL(`https://${domain}`).hostname
  return related(host, asked.host) || related(host, actorHost) ? { user, host } : asked
}

function related(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

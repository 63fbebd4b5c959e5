// WebFinger (RFC 7033): where the account behind user@host lives, and how it spells itself.
import { changed, notFound } from '@kiosk/catalog'
import { z } from 'zod'
import { optionalText, readShape } from '../../shared/answer.ts'
import type { InstanceHandle } from './instance-handle.ts'
import { type InstanceTarget, targetOf } from './instance-host.ts'

export interface Fingered {
  /** Canonical user and domain of the account. */
  readonly canonical: InstanceHandle
  /** What the subject says where its domain is neither's: any host could pass its accounts off as another's, so it
   * counts only once that domain confirms it. */
  readonly claimed?: InstanceHandle
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
  const named = handleOf(subject)
  if (named === null) return { canonical: asked, actor }
  const isOwn = related(named.host, asked.host) || related(named.host, actor.host)
  return isOwn ? { canonical: named, actor } : { canonical: asked, claimed: named, actor }
}

function isActivity(type: string | null): boolean {
  const name = type?.toLowerCase() ?? ''
  return (
    name.startsWith('application/activity+json') ||
    (name.startsWith('application/ld+json') && name.includes('https://www.w3.org/ns/activitystreams'))
  )
}

function handleOf(subject: string | null): InstanceHandle | null {
  const [, user, domain] = /^acct:@?([^@\s]+)@([^@\s:/?#%\\]+)$/i.exec(subject ?? '') ?? []
  if (user === undefined || domain === undefined || !URL.canParse(`https://${domain}`)) return null
  return { user, host: new URL(`https://${domain}`).hostname }
}

function related(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

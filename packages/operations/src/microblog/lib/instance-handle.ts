// What callers write for an account on any instance: user@host in several spellings, or a link to a profile.
import { invalidInput, type OperationError } from '@kiosk/catalog'
import { instanceHostOf } from './instance-host.ts'

export interface InstanceHandle {
  readonly user: string
  /** In lower case, ASCII, without a port. */
  readonly host: string
}

const USER = /^[\p{L}\p{N}_][\p{L}\p{N}_.~+-]*$/u

/** `https://host/@user`, also below `/web`, and another host's account as `https://host/@user@other` */
const AT_LINK = /^(?:\/[a-z]+)?\/@([^/@]+)(?:@([^/@]+))?(?:\/|$)/
const NAMED_LINK = /^\/(?:users|u|accounts|profile|author)\/([^/@]+)(?:@([^/@]+))?(?:\/|$)/

/** Throws `INVALID_INPUT` (field `handle`) for what is no handle, and `DESTINATION_REFUSED` for a host that is not public. */
export function instanceHandleOf(text: string): InstanceHandle {
  const isLink = /^https?:\/\//i.test(text) || /^[^\s/@:.][^\s/@:]*\.[^\s/@:]+\//.test(text)
  const { user, host } = isLink ? partsOfLink(text) : partsOfName(text)
  if (!USER.test(user)) throw malformed()
  return { user, host }
}

function partsOfName(text: string): InstanceHandle {
  const [user = '', host = '', ...more] = text
    .replace(/^acct:/i, '')
    .replace(/^@/, '')
    .split('@')
  if (user === '' || host === '' || more.length > 0) throw malformed()
  return { user, host: hostOf(host) }
}

function partsOfLink(text: string): InstanceHandle {
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) throw malformed()
  const url = new URL(address)
  const [, user, elsewhere] = AT_LINK.exec(url.pathname) ?? NAMED_LINK.exec(url.pathname) ?? []
  const here = instanceHostOf(url)
  if (user === undefined || here === null) throw malformed()
  return { user: decoded(user), host: elsewhere === undefined ? here : hostOf(decoded(elsewhere)) }
}

/** Only a bare host name will do: whatever else the address parser would find in the text is refused, not dropped. */
function hostOf(text: string): string {
  if (!URL.canParse(`https://${text}`)) throw malformed()
  const host = instanceHostOf(new URL(`https://${text}`))
  if (host === null || /[\s/?#:@%\\]/.test(text)) throw malformed()
  return host
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw malformed()
  }
}

function malformed(): OperationError {
  return invalidInput('handle', 'expected user@host, @user@host, acct:user@host or a link to a profile')
}

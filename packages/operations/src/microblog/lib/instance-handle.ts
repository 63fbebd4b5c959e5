// What callers write for an account on any instance: user@host in several spellings, or a link to a profile.
import { invalidInput, type OperationError } from '@kiosk/catalog'
import { instanceHostOf } from './instance-host.ts'
import { withoutMarks } from './values.ts'

export interface InstanceHandle {
  readonly user: string
  /** In lower case, ASCII, without a port. */
  readonly host: string
}

const USER = /^[\p{L}\p{N}_][\p{L}\p{N}_.~+-]*$/u

/** `https://host/@user`, also below `/web`, and another host's account as `https://host/@user@other` */
const AT_LINK = /^(?:\/[a-z]+)?\/@([^/@]+)(?:@([^/@]+))?(?:\/|$)/
const NAMED_LINK = /^\/(?:users?|u|accounts|a|profile|author|channel|video-channels|c)\/([^/@]+)(?:@([^/@]+))?(?:\/|$)/
/** `https://host/user`, save for the pages that the software with such links has there itself. */
const BARE_LINK =
  /^\/(?!(?:about|auth|discover|explore|groups|home|i|local|login|p|privacy|public|register|search|settings|site|tags|terms|web)\/?$)([^/@]+)\/?$/

/** Throws `INVALID_INPUT` (field `handle`) for what is no handle, and `DESTINATION_REFUSED` for a host that is not public. */
export function instanceHandleOf(given: string): InstanceHandle {
  const text = withoutMarks(given)
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
  const [, user, elsewhere] =
    [AT_LINK, NAMED_LINK, BARE_LINK].map((link) => link.exec(url.pathname)).find(Boolean) ?? []
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

// Which hosts may be asked as instances. Egress judges every address again; here stand the rules it cannot know.
import { OperationError } from '@kiosk/catalog'

/** The bare host of an instance's address, in lower case; null when the address has a port or a user, which instances have not.
 * Throws `DESTINATION_REFUSED` for IP addresses in any spelling and for local names. */
export function instanceHostOf(url: URL): string | null {
  const host = url.hostname.replace(/\.$/, '')
  const isIp = host.startsWith('[') || /^[\d.]+$/.test(host)
  if (isIp || !host.includes('.') || host.endsWith('.localhost')) {
    throw new OperationError(
      'DESTINATION_REFUSED',
      'The instance must be a public host name, such as social.example.com.',
    )
  }
  const plain = url.port === '' && url.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
  return plain && host.length <= 253 ? host : null
}

/** A request to an instance. */
export interface InstanceTarget {
  readonly host: string
  /** Begins with a slash, encoded. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** Where a link in an answer leads; null when it leads nowhere that could be an instance. Throws as `instanceHostOf`. */
export function targetOf(link: unknown): InstanceTarget | null {
  if (typeof link !== 'string' || !URL.canParse(link)) return null
  const url = new URL(link)
  if (!/^https?:$/.test(url.protocol)) return null
  const host = instanceHostOf(url)
  return host === null ? null : { host, path: url.pathname, query: Object.fromEntries(url.searchParams) }
}

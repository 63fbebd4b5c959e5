// Which hosts may be asked as instances. Egress judges every address again; here stand the rules it cannot know.
import { OperationError } from '@kiosk/catalog'

/** Names of somebody's own network. Egress refuses them, too, but a port must not change what is said about them. */
const LOCAL = /\.(?:localhost|local|localdomain|internal|home\.arpa|lan)$/

/** The bare host of an instance's address, in lower case; null when the address has a port or a user, which instances have not.
 * Throws `DESTINATION_REFUSED` for IP addresses in any spelling and for local names. */
export function instanceHostOf(url: URL): string | null {
  const host = url.hostname.replace(/\.$/, '')
  const isIp = host.startsWith('[') || /^[\d.]+$/.test(host)
  if (isIp || !host.includes('.') || LOCAL.test(host)) {
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

/** One text per target, to compare them by. */
export function addressOf({ host, path, query }: InstanceTarget): string {
  return `${host}${path}?${new URLSearchParams(query)}`
}

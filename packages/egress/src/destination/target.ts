// What may be asked for at all: the parts of an address that can be judged without asking a name service.
import { OperationError } from '@kiosk/catalog'
import type { AllowList } from './allow.ts'
import { type AddressPolicy, canonicalAddress } from './policy.ts'

const MAX_URL_LENGTH = 8192

/** Names that only mean something inside somebody's network. */
const LOCAL_SUFFIXES = ['localhost', 'local', 'localdomain', 'internal', 'home.arpa', 'lan']

/** Ports of mail, databases, shells and the like, where a request line could be taken for a command. */
const REFUSED_PORTS = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514],
  ...[515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1433, 1521, 1719],
  ...[1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 5984, 5985, 6000],
  ...[6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 9300, 10_080, 10_250, 11_211, 27_017],
])

/** What the judgement of a destination stands on. */
export interface Rules {
  readonly policy: AddressPolicy
  readonly allow: AllowList
}

/** The two parts of a destination that a connection needs. */
export interface Endpoint {
  /** A name in lower case, or an address as `canonicalAddress` spells it. */
  readonly host: string
  readonly port: number
}

/** One wording for everything private, so that an answer does not tell what lies behind it. */
export function refuse(reason = 'The destination is not a public address; only public hosts can be reached.') {
  return new OperationError('DESTINATION_REFUSED', reason)
}

/** Parses an address of a caller or of an answer, once and by the same parser that the connection uses.
 * @param base address that a relative one is resolved against.
 * Throws `DESTINATION_REFUSED`. */
export function parseTarget(text: string, base?: URL): URL {
  if (text.length > MAX_URL_LENGTH) throw refuse(`An address may have at most ${MAX_URL_LENGTH} characters.`)
  // Parsers disagree about these, so none gets to see them.
  if (/[\s\p{Cc}\\]/u.test(text)) throw refuse('An address must not hold blanks, control characters or backslashes.')
  const url = URL.parse(text, base?.href)
  if (url === null) throw refuse('Not an absolute http or https address.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('Only http and https addresses are served.')
  // URL drops an empty userinfo (`//@host`), so the text is looked at, too.
  if (url.username !== '' || url.password !== '' || /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i.test(text)) {
    throw refuse('An address must not hold a user name or password.')
  }
  url.hash = ''
  return url
}

/** Host and port of an address that `parseTarget` gave. */
export function endpointOf(url: URL): Endpoint {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { host: canonicalAddress(url.hostname) ?? url.hostname, port }
}

/** The endpoint of a host that stands alone (a mail server, an instance): every spelling of an address becomes the one
 * that is judged. Throws `DESTINATION_REFUSED` when it is no host. */
export function parseHost(text: string, port: number): Endpoint {
  const spelled = text.includes(':') ? canonicalAddress(text) : text
  if (spelled === null || /[/?#@]/.test(spelled)) throw refuse('Not a host name or address.')
  const bracketed = spelled.includes(':') ? `[${spelled}]` : spelled
  return { host: endpointOf(parseTarget(`http://${bracketed}/`)).host, port }
}

/** Judges what a request names by itself: the port, an address, a name that is local.
 * @returns true when the pair is on the allow list or a public address, false when a name service has to be asked.
 * Throws `DESTINATION_REFUSED`. */
export function judgeLiteral({ host, port }: Endpoint, { policy, allow }: Rules): boolean {
  if (allow.has(host, port)) return true
  if (canonicalAddress(host) !== null) {
    if (policy.isPublic(host)) return true
    throw refuse()
  }
  if (!isPublicName(host)) throw refuse()
  return false
}

/** Throws `DESTINATION_REFUSED` for a port where something else than HTTP listens, unless the pair is allowed. */
export function judgePort({ host, port }: Endpoint, { allow }: Rules): void {
  if (REFUSED_PORTS.has(port) && !allow.has(host, port)) throw refuse(`Port ${port} is not one for HTTP.`)
}

/** True when a name is fully qualified and not one of those that only local resolvers answer. */
export function isPublicName(host: string): boolean {
  const labels = host.split('.')
  if (labels.length < 2 || host.length > 253) return false
  if (!labels.every((label) => /^[a-z0-9_-]{1,63}$/i.test(label))) return false
  const name = host.toLowerCase()
  return !LOCAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}

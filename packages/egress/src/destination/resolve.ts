// From a host to the addresses that may be dialled: one question to the name service, every answer judged.
import { lookup as askSystem, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { OperationError } from '@kiosk/catalog'
import { canonicalAddress } from './policy.ts'
import { type Endpoint, judgeLiteral, type Rules, refuse } from './target.ts'

/** Asks for all addresses of a name. Rejects or gives none when there are none. */
export type Lookup = (host: string) => Promise<readonly string[]>

/** Addresses of one host that may be dialled, in the order in which to try them. */
export interface JudgedAddress extends Endpoint {
  readonly addresses: readonly [string, ...string[]]
}

/** Who is asked for the names of callers, and who for those of the operator. */
export interface Lookups {
  readonly public: Lookup
  readonly trusted: Lookup
}

const LOOKUP_LIMIT_MS = 5000
/** How long a missing IPv6 answer may hold up a present IPv4 one. */
const IPV6_GRACE_MS = 1000

/** Judges a host and port that a caller may have chosen. Throws `DESTINATION_REFUSED`, `UPSTREAM_UNREACHABLE`. */
export async function resolvePublic(endpoint: Endpoint, rules: Rules, lookups: Lookups): Promise<JudgedAddress> {
  const { host, port } = endpoint
  if (canonicalAddress(host) !== null) {
    judgeLiteral(endpoint, rules)
    return { host, port, addresses: [host] }
  }
  if (rules.allow.has(host, port)) return resolveTrusted(endpoint, lookups.trusted)
  const local = localNameThatMayBeAllowed(endpoint, rules)
  const { addresses } = await resolveTrusted(endpoint, local ? lookups.trusted : lookups.public)
  const allowed = addresses.filter((address) => rules.allow.has(address, port))
  if (isNonEmpty(allowed)) return { host, port, addresses: allowed }
  if (local || !addresses.every((address) => rules.policy.isPublic(address))) throw refuse()
  return { host, port, addresses }
}

/** Resolves a host that an operator configured: whatever it resolves to is meant. Throws `UPSTREAM_UNREACHABLE`. */
export async function resolveTrusted({ host, port }: Endpoint, lookup: Lookup): Promise<JudgedAddress> {
  if (canonicalAddress(host) !== null) return { host, port, addresses: [host] }
  const found = await withLimit(lookup(host))
  const addresses = found.map(canonicalAddress).filter((address) => address !== null)
  // An answer that is no plain address (a scope, say) cannot be judged, so none of them counts.
  if (addresses.length !== found.length) throw refuse()
  // IPv4 first: a host without IPv6 routes is more usual than one without IPv4.
  const ordered = [...new Set(addresses)].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  if (!isNonEmpty(ordered)) throw noAddress()
  return { host, port, addresses: ordered }
}

/** True for a local name that is asked for only because an address of it may be on the allow list with this port. */
function localNameThatMayBeAllowed(endpoint: Endpoint, rules: Rules): boolean {
  try {
    judgeLiteral(endpoint, rules)
    return false
  } catch (error) {
    if (rules.allow.pairs.some((pair) => pair.endsWith(`:${endpoint.port}`))) return true
    throw error
  }
}

function isNonEmpty(list: readonly string[]): list is readonly [string, ...string[]] {
  return list.length > 0
}

async function withLimit(asking: Promise<readonly string[]>): Promise<readonly string[]> {
  const timer = new AbortController()
  try {
    return await Promise.race([
      asking,
      after(LOOKUP_LIMIT_MS, undefined, { ref: false, signal: timer.signal }).then(() => {
        throw noAddress()
      }),
    ])
  } catch (error) {
    throw noAddress(error)
  } finally {
    timer.abort()
  }
}

function noAddress(cause?: unknown): OperationError {
  if (cause instanceof OperationError) return cause
  return new OperationError('UPSTREAM_UNREACHABLE', 'The host has no address, or its name service does not answer.', {
    cause,
  })
}

/** Asks as the machine is set up (hosts file, container names, search list). For hosts of the operator only: each
 * question occupies a thread of the process for as long as the name service pleases. */
export const systemLookup: Lookup = async (host) => (await askSystem(host, { all: true })).map(({ address }) => address)

/** Asks the hosts file and the name servers without occupying a thread, so that a caller's name with a slow server
 * holds up nobody else's.
 * @param servers `address:port` of name servers in place of the machine's. */
export function createPublicLookup(servers?: readonly string[]): Lookup {
  return async (host) => {
    const pinned = await fromHostsFile(host)
    if (pinned.length > 0) return pinned
    const resolver = new Resolver({ timeout: 1500, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const six = resolver.resolve6(host).catch(() => [])
    const four = await resolver.resolve4(host).catch(() => [])
    if (four.length === 0) return six
    const grace = new AbortController()
    const late = after(IPV6_GRACE_MS, [], { ref: false, signal: grace.signal }).catch(() => [])
    const rest = await Promise.race([six, late])
    grace.abort()
    return [...four, ...rest]
  }
}

async function fromHostsFile(host: string): Promise<string[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
  return lines.flatMap(([address, ...names]) => {
    return address !== undefined && names.some((name) => name.toLowerCase() === host.toLowerCase()) ? [address] : []
  })
}

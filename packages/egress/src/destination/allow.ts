// Exact host:port pairs that an operator declares reachable although they are private.
import { canonicalAddress } from './policy.ts'

/** Pairs of `KIOSK_EGRESS_ALLOW`. Other ports of the same host are not in it. */
export interface AllowList {
  /** The pairs as they are matched, for the warning at start. */
  readonly pairs: readonly string[]
  /** @param host a name in lower case, or an address as `canonicalAddress` spells it. */
  has(host: string, port: number): boolean
}

/** Reads `host:port[,host:port…]` with IPv4, `[IPv6]` or a name as host.
 * Throws `TypeError` that names the entry which is malformed. */
export function createAllowList(text = ''): AllowList {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const pairs = new Set(entries.map(readPair))
  return { pairs: [...pairs], has: (host, port) => pairs.has(spell(host, port)) }
}

function readPair(entry: string): string {
  const wrong = () => new TypeError(`${entry}: expected host:port, such as 10.0.0.5:8080, [fd00::5]:8080 or wiki:8080`)
  const [, host, digits] = /^(\[[^\]]+\]|[^\s:/@[\]]+):(\d{1,5})$/.exec(entry) ?? []
  if (host === undefined || digits === undefined) throw wrong()
  const port = Number(digits)
  // URL spells the host as it will spell the host of a request.
  const spelled = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  if (port < 1 || port > 65_535 || spelled === '') throw wrong()
  return spell(canonicalAddress(spelled) ?? spelled, port)
}

function spell(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

// Which addresses are public: global unicast and nothing else. What no registry calls public is refused.
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Blocks of IPv4 that are not public, from the IANA special-purpose registry, and what clouds keep for themselves. */
export const specialIPv4: readonly (readonly [network: string, prefix: number, what: string])[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared by carriers'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'services of a cloud host'],
  ['169.254.0.0', 16, 'link-local, metadata services'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'AMT'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, broadcast'],
]

/** The only block of IPv6 that is handed out as global unicast. Loopback, ULA, link-local, site-local, multicast,
 * compatible, translated (NAT64, SIIT), discard-only and segment-routing addresses all lie outside of it. */
export const globalIPv6 = ['2000::', 3] as const

/** Blocks inside `globalIPv6` that are not public. */
export const specialIPv6: readonly (readonly [network: string, prefix: number, what: string])[] = [
  ['2001::', 23, 'protocol assignments, Teredo, ORCHID, benchmarks'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
]

/** Tells public addresses from all others. */
export interface AddressPolicy {
  /** @param address in the form that `canonicalAddress` gives. */
  isPublic(address: string): boolean
}

export function createAddressPolicy(): AddressPolicy {
  const special = new BlockList()
  const global = new BlockList()
  for (const [network, prefix] of specialIPv4) special.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of specialIPv6) special.addSubnet(network, prefix, 'ipv6')
  global.addSubnet(...globalIPv6, 'ipv6')
  return {
    isPublic(address) {
      if (isIPv4(address)) return !special.check(address, 'ipv4')
      return isIPv6(address) && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
    },
  }
}

/** One spelling per address: IPv6 shortened and in lower case, without brackets; IPv4 inside IPv6 (`::ffff:…`) unwrapped.
 * Null when the text is no address, or one with a scope (`fe80::1%eth0`). */
export function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!isIPv6(bare) || bare.includes('%')) return null
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  return unwrapMapped(short) ?? short
}

function unwrapMapped(address: string): string | null {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? []
  if (high === undefined || low === undefined) return null
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

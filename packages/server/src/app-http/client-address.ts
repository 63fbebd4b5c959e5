// Whom an address stands for, where callers are counted by address.
import { isIPv4, isIPv6 } from 'node:net'

/** An IPv4 address as it is, the /64 of an IPv6 one: a household or a machine owns a whole /64. Anything else as it is. */
export function addressBucket(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIPv4(bare) || !isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // A URL writes every spelling in one: lower case, shortened, without a dotted part.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const parse = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  if (tail === undefined) return parse(head)
  const [first, last] = [parse(head), parse(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

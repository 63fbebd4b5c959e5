import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { canonicalAddress, createAddressPolicy, specialIPv4, specialIPv6 } from './policy.ts'

const { isPublic } = createAddressPolicy()

function toBigInt(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

function fromBigInt(value: bigint, bytes: 4 | 16): string {
  const list = Array.from({ length: bytes }, (_, i) => Number((value >> BigInt(8 * (bytes - 1 - i))) & 255n))
  return canonicalAddress(ipaddr.fromByteArray(list).toString()) ?? ''
}

function edges(network: string, prefix: number, bytes: 4 | 16) {
  const first = toBigInt(network)
  const size = 1n << BigInt(8 * bytes - prefix)
  const at = (value: bigint) => fromBigInt(value, bytes)
  return {
    first: at(first),
    second: at(first + 1n),
    last: at(first + size - 1n),
    before: first - 1n,
    after: first + size,
    at,
  }
}

/** What the oracle says: only `unicast` is public, and the oracle does not know the block of a cloud's host. */
function oracle(address: string): boolean {
  return address !== '168.63.129.16' && ipaddr.parse(address).range() === 'unicast'
}

describe('special blocks of IPv4', () => {
  it.each(specialIPv4)('%s/%i (%s)', (network, prefix) => {
    const { first, second, last, before, after, at } = edges(network, prefix, 4)
    expect([first, last].map(isPublic)).toEqual([false, false])
    if (prefix < 32) expect(isPublic(second)).toBe(false)
    // The neighbours are public where the oracle says so: nothing is blocked by mistake.
    if (before > 0n) expect(isPublic(at(before))).toBe(oracle(at(before)))
    if (after < 1n << 32n) expect(isPublic(at(after))).toBe(oracle(at(after)))
  })

  it('holds no block that the oracle calls public', () => {
    const blocks = specialIPv4.filter(([network]) => network !== '168.63.129.16')
    expect(blocks.filter(([network]) => ipaddr.parse(network).range() === 'unicast')).toEqual([])
  })

  it('judges every /16 as the oracle does', () => {
    const differing: string[] = []
    for (let high = 0; high < 65_536; high += 1) {
      const address = `${high >> 8}.${high & 255}.77.7`
      if (isPublic(address) !== oracle(address)) differing.push(address)
    }
    expect(differing).toEqual([])
  })
})

describe('special blocks of IPv6', () => {
  it.each(specialIPv6)('%s/%i (%s)', (network, prefix) => {
    const { first, second, last, before, after, at } = edges(network, prefix, 16)
    expect([first, second, last].map(isPublic)).toEqual([false, false, false])
    const neighbours = [at(before), at(after)].filter((address) => !specialIPv6.some(([other]) => address === other))
    for (const neighbour of neighbours) {
      const outside = !/^[23]/.test(neighbour)
      expect(isPublic(neighbour)).toBe(!outside && oracle(neighbour))
    }
  })

  it.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::5db8:d822', 'IPv4-compatible, public inside'],
    ['::ffff:0:7f00:1', 'SIIT'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64, public inside'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'discard-only'],
    ['100:0:0:1::1', 'dummy prefix'],
    ['2001::1', 'Teredo'],
    ['2001:2::1', 'benchmarks'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHID v2'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::1', '6to4'],
    ['3fff:fff::1', 'documentation'],
    ['4000::1', 'not handed out'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'ULA'],
    ['fd00:ec2::254', 'metadata service'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
  ])('%s is refused: %s', (address) => {
    expect(isPublic(canonicalAddress(address) ?? '')).toBe(false)
  })

  it.each([
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
    '3ffe:ffff::1',
    '3fff:1000::1',
  ])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true)
  })
})

describe('canonicalAddress', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:0001', '127.0.0.1'],
    ['0:0:0:0:0:ffff:0a00:0005', '10.0.0.5'],
    ['::ffff:0.0.0.0', '0.0.0.0'],
    ['[2001:DB8:0:0::1]', '2001:db8::1'],
    ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
  ])('%s → %s', (text, expected) => {
    expect(canonicalAddress(text)).toBe(expected)
  })

  it.each(['fe80::1%eth0', '127.1', '0x7f.0.0.1', '010.0.0.1', 'localhost', '', '[::1', '1.2.3.4.5'])(
    '%s is none',
    (text) => {
      expect(canonicalAddress(text)).toBeNull()
      expect(isPublic(text)).toBe(false)
    },
  )
})

import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryCache } from './memory-cache.ts'

let now = 0

beforeEach(() => {
  now = 1_000
})

const entry = (bytes: number, expiresAt = 2_000) => ({ body: new Uint8Array(bytes), expiresAt })
const cacheOf = (maxBytes: number) => new MemoryCache({ maxBytes, now: () => now })

describe('MemoryCache', () => {
  it('gives back what it keeps until it expires', () => {
    const cache = cacheOf(10_000)
    cache.set('a', { body: Buffer.from('{}'), expiresAt: 2_000 })
    now = 1_999
    expect(cache.get('a')).toEqual({ body: new Uint8Array(Buffer.from('{}')), expiresAt: 2_000 })
    now = 2_000
    expect(cache.get('a')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  it('does not take what has expired, and drops what it replaced', () => {
    const cache = cacheOf(10_000)
    cache.set('a', entry(10))
    cache.set('a', entry(10, 1_000))
    expect(cache.get('a')).toBeUndefined()
  })

  it('stays within its bytes and forgets what was not read for longest', () => {
    const cache = cacheOf(4_000)
    for (const key of ['a', 'b', 'c']) cache.set(key, entry(1_000))
    cache.get('a')
    cache.set('d', entry(1_000))
    expect(cache.bytes).toBeLessThanOrEqual(4_000)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true])
  })

  it('counts a replaced entry once', () => {
    const cache = cacheOf(4_000)
    for (let i = 0; i < 100; i += 1) cache.set('a', entry(1_000))
    expect(cache.bytes).toBeLessThan(2_000)
  })

  it('does not throw everything out for one that is too large', () => {
    const cache = cacheOf(4_000)
    cache.set('a', entry(1_000))
    cache.set('b', entry(5_000))
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('a')).toBeDefined()
  })

  it('keeps a copy of a view, not the buffer behind it', () => {
    const cache = cacheOf(4_000)
    const large = new Uint8Array(1_000_000)
    cache.set('a', { body: large.subarray(0, 10), expiresAt: 2_000 })
    large.fill(1)
    const kept = cache.get('a')?.body
    expect(kept?.buffer.byteLength).toBe(10)
    expect(kept?.[0]).toBe(0)
  })
})

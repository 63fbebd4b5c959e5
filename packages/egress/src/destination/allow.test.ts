import { describe, expect, it } from 'vitest'
import { createAllowList } from './allow.ts'

describe('createAllowList', () => {
  it('holds exact pairs only', () => {
    const allow = createAllowList('127.0.0.1:8080, [::1]:9000 ,Wiki:80,')
    expect(allow.pairs).toEqual(['127.0.0.1:8080', '[::1]:9000', 'wiki:80'])
    expect(allow.has('127.0.0.1', 8080)).toBe(true)
    expect(allow.has('127.0.0.1', 8081)).toBe(false)
    expect(allow.has('127.0.0.2', 8080)).toBe(false)
    expect(allow.has('::1', 9000)).toBe(true)
    expect(allow.has('::1', 900)).toBe(false)
    expect(allow.has('wiki', 80)).toBe(true)
    expect(allow.has('sub.wiki', 80)).toBe(false)
  })

  it('spells addresses as they are dialled', () => {
    expect(createAllowList('[::ffff:10.0.0.5]:80').has('10.0.0.5', 80)).toBe(true)
    expect(createAllowList('127.1:80').has('127.0.0.1', 80)).toBe(true)
  })

  it('is empty without text', () => {
    expect(createAllowList().pairs).toEqual([])
    expect(createAllowList(' , ').pairs).toEqual([])
  })

  it.each([
    '127.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '::1:80',
    'http://a:80',
    'a@b:80',
    '10.0.0.0/8:80',
    '*:80 x',
  ])('names the malformed entry %s', (entry) => {
    expect(() => createAllowList(`10.0.0.5:80,${entry}`)).toThrow(`${entry}: expected host:port`)
  })
})

import { defineProvider } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { mapUpstreams } from './upstreams.ts'

const own = defineProvider({
  name: 'wiki',
  title: 'Wiki',
  hosts: 'own',
  upstreams: {
    main: 'https://api.example.test',
    pages: 'https://{language}.wiki.example.test',
    instance: 'https://{host}',
    engine: null,
  },
})
const web = defineProvider({
  name: 'web',
  title: 'Web',
  hosts: 'any',
  upstreams: { main: 'https://api.example.test', engine: null },
})

const none = mapUpstreams(own, () => null)
const over = mapUpstreams(
  own,
  (name) =>
    ({
      main: 'http://10.0.0.5:81/base/',
      pages: 'http://10.0.0.5:82',
      instance: 'http://10.0.0.5:83/i',
      engine: 'http://10.0.0.5:84/e',
    })[name] ?? null,
)

const refused = expect.objectContaining({ code: 'DESTINATION_REFUSED' })
const invalid = (field: string) => expect.objectContaining({ code: 'INVALID_INPUT', field })

function seen({ real, wire, trusted }: { real: URL; wire: URL; trusted: boolean }) {
  return { real: real.href, wire: wire.href, trusted }
}

describe('start', () => {
  it('goes to the default address without an override', () => {
    expect(seen(none.start({ path: '/a', query: { b: 'c d', e: undefined, n: 1 } }))).toEqual({
      real: 'https://api.example.test/a?b=c+d&n=1',
      wire: 'https://api.example.test/a?b=c+d&n=1',
      trusted: false,
    })
    expect(
      none.start({ upstream: 'pages', params: { language: 'PT-br' }, path: '/x?y=1', query: { z: 2 } }).real.href,
    ).toBe('https://pt-br.wiki.example.test/x?y=1&z=2')
  })

  it('puts the path of an override and the params in front', () => {
    expect(seen(over.start({ path: '/a?b=1' }))).toEqual({
      real: 'https://api.example.test/a?b=1',
      wire: 'http://10.0.0.5:81/base/a?b=1',
      trusted: true,
    })
    expect(over.start({ upstream: 'pages', params: { language: 'en' }, path: '/wiki/A%2FB' }).wire.href).toBe(
      'http://10.0.0.5:82/en/wiki/A%2FB',
    )
    expect(over.start({ upstream: 'instance', params: { host: 'Social.example.test' }, path: '/p' }).wire.href).toBe(
      'http://10.0.0.5:83/i/social.example.test/p',
    )
    expect(seen(over.start({ upstream: 'engine', path: '/v1' }))).toEqual({
      real: 'http://10.0.0.5:84/e/v1',
      wire: 'http://10.0.0.5:84/e/v1',
      trusted: true,
    })
  })

  it('never leaves the host or the path of an override', () => {
    expect(over.start({ path: '/../../x' }).wire.href).toBe('http://10.0.0.5:81/base/x')
    expect(over.start({ path: '/%2e%2e/x' }).wire.href).toBe('http://10.0.0.5:81/base/x')
    expect(over.start({ upstream: 'engine', path: '/../x' }).wire.href).toBe('http://10.0.0.5:84/e/x')
    expect(none.start({ path: '//other.example.test/x' }).real.href).toBe(
      'https://api.example.test//other.example.test/x',
    )
    expect(none.start({ path: '/@other.example.test/x#f' }).real.href).toBe(
      'https://api.example.test/@other.example.test/x',
    )
  })

  it.each(['', 'a.b', 'a/b', '../x', 'a@b', '-a', 'a b', 'x'.repeat(64)])('refuses %j as a label', (language) => {
    expect(() => none.start({ upstream: 'pages', params: { language }, path: '/' })).toThrow(invalid('language'))
  })

  it.each(['', 'a/b', 'a@b', 'a b', 'a\\b', 'a?b', 'a#b', '%61', 'a:b', '[::1'])('refuses %j as a host', (host) => {
    expect(() => none.start({ upstream: 'instance', params: { host }, path: '/' })).toThrow(invalid('host'))
  })

  it('names the setting of an upstream without an address', () => {
    expect(() => none.start({ upstream: 'engine', path: '/' })).toThrow(
      expect.objectContaining({
        code: 'NOT_CONFIGURED',
        message: expect.stringContaining('KIOSK_UPSTREAM_WIKI_ENGINE'),
      }),
    )
  })

  it('takes defects of an adapter for what they are', () => {
    expect(() => none.start({ upstream: 'nope', path: '/' })).toThrow(TypeError)
    expect(() => none.start({ path: 'a' })).toThrow(TypeError)
    expect(() => none.start({ upstream: 'pages', path: '/' })).toThrow(TypeError)
  })
})

describe('start with an absolute address', () => {
  const narrow = defineProvider({
    name: 'narrow',
    title: 'Narrow',
    hosts: 'own',
    upstreams: { main: 'https://api.example.test' },
  })

  it('must be an own one for a provider with own hosts', () => {
    const map = mapUpstreams(narrow, () => null)
    expect(map.start({ url: 'https://api.example.test/x' }).trusted).toBe(false)
    for (const url of [
      'https://other.example.test/',
      'http://api.example.test/',
      'https://api.example.test:444/',
      'https://api.example.test.evil.test/',
    ]) {
      expect(() => map.start({ url })).toThrow(refused)
    }
  })

  it('follows the override of its origin', () => {
    expect(over.start({ url: 'https://api.example.test/x?y' }).wire.href).toBe('http://10.0.0.5:81/base/x?y')
    expect(over.start({ url: 'https://en.wiki.example.test/x' }).wire.href).toBe('http://10.0.0.5:82/en/x')
    expect(over.start({ url: 'https://social.example.test/x' }).wire.href).toBe(
      'http://10.0.0.5:83/i/social.example.test/x',
    )
    expect(seen(over.start({ url: 'http://10.0.0.5:82/en/x' }))).toEqual({
      real: 'https://en.wiki.example.test/x',
      wire: 'http://10.0.0.5:82/en/x',
      trusted: true,
    })
  })

  it('gets no trust from a caller who names the address of an override', () => {
    const map = mapUpstreams(
      web,
      (name) => ({ main: 'http://10.0.0.5:81', engine: 'http://10.0.0.5:84' })[name] ?? null,
    )
    expect(map.start({ url: 'http://10.0.0.5:81/admin' }).trusted).toBe(false)
    expect(map.start({ url: 'http://10.0.0.5:84/admin' }).trusted).toBe(false)
    expect(map.start({ url: 'https://api.example.test/x' }).trusted).toBe(true)
    const page = map.start({ url: 'https://page.example.test/' })
    expect(map.follow(page, 'http://10.0.0.5:84/admin').trusted).toBe(false)
  })
})

describe('follow', () => {
  const from = over.start({ upstream: 'pages', params: { language: 'en' }, path: '/wiki/a' })

  it.each([
    ['https://en.wiki.example.test/wiki/B', 'http://10.0.0.5:82/en/wiki/B'],
    ['https://de.wiki.example.test/wiki/B', 'http://10.0.0.5:82/de/wiki/B'],
    ['https://api.example.test/x', 'http://10.0.0.5:81/base/x'],
    ['https://social.example.test/x', 'http://10.0.0.5:83/i/social.example.test/x'],
    ['/wiki/B?c=d', 'http://10.0.0.5:82/en/wiki/B?c=d'],
    ['B', 'http://10.0.0.5:82/en/wiki/B'],
    ['../B', 'http://10.0.0.5:82/en/B'],
    ['/en/wiki/B', 'http://10.0.0.5:82/en/wiki/B'],
    ['http://10.0.0.5:82/en/wiki/B', 'http://10.0.0.5:82/en/wiki/B'],
    ['//en.wiki.example.test/wiki/B', 'http://10.0.0.5:82/en/wiki/B'],
  ])('%s → %s', (location, wire) => {
    const hop = over.follow(from, location)
    expect(hop.wire.href).toBe(wire)
    expect(hop.trusted).toBe(true)
    expect(hop.real.protocol).toBe('https:')
  })

  it.each([
    'http://10.0.0.5:85/',
    'http://10.0.0.6:82/',
    'http://10.0.0.5:81/other',
    'http://127.0.0.1/',
    'http://other.example.test/',
  ])('gives %s no trust', (location) => {
    expect(over.follow(from, location)).toMatchObject({ trusted: false, wire: new URL(location) })
  })

  it.each(['ftp://x.example.test/', 'http://a@b.example.test/', 'http://x\\y', '//'])('refuses %s', (location) => {
    expect(() => over.follow(from, location)).toThrow(refused)
  })
})

describe('addresses that a developer or an operator wrote', () => {
  it.each(['https://api.example.test/', 'https://api.example.test/v1', 'api.example.test', 'https://{a}.b.test/x'])(
    'wants %s to be an origin',
    (main) => {
      const provider = defineProvider({ name: 'x', title: 'X', hosts: 'own', upstreams: { main } })
      expect(() => mapUpstreams(provider, () => null)).toThrow('expected an origin')
    },
  )

  it.each(['10.0.0.5', 'ftp://10.0.0.5', 'http://user:secret@10.0.0.5', 'http://10.0.0.5/?a', 'http://10.0.0.5/#a'])(
    'names the setting of %s',
    (text) => {
      expect(() => mapUpstreams(web, () => text)).toThrow('KIOSK_UPSTREAM_WEB: expected')
      expect(() => mapUpstreams(web, () => text)).not.toThrow('secret')
    },
  )
})

import type { Exchange, FixtureCase, Http } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { type Answer, fixtureHttp, testContext } from '../src/index.ts'
import { NOW, subject, weather } from './weather.ts'

const { operation } = subject()

function http(
  exchanges: readonly {
    url: string
    method?: string
    status?: number
    headers?: Record<string, string>
    body?: string
  }[],
  settings = {},
) {
  const asked: string[] = []
  const sent = fixtureHttp({
    provider: weather,
    signal: new AbortController().signal,
    settings,
    answer: (request) => {
      asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${request.body}`)
      const found = exchanges.find((one) => one.url === request.url)
      if (!found) throw new Error(`nothing at ${request.url}`)
      return { status: found.status ?? 200, headers: found.headers ?? {}, body: found.body ?? '' }
    },
  })
  return { asked, send: (request: Parameters<Http['send']>[0]) => sent.send(request) }
}

describe('addresses', () => {
  test.each([
    [
      'path and query',
      { path: '/a', query: { q: 'x y', n: 2, none: undefined } },
      'https://weather.example.test/a?q=x+y&n=2',
    ],
    [
      'a named upstream with a param',
      { upstream: 'map', params: { region: 'north' }, path: '/a' },
      'https://north.map.example.test/a',
    ],
    ['an own address', { url: 'https://south.map.example.test/x?y=1' }, 'https://south.map.example.test/x?y=1'],
    ['an upstream that a setting names', { upstream: 'own', path: '/a' }, 'https://own.example.test/base/a'],
  ])('%s', async (_, request, url) => {
    const { send } = http([{ url }], { KIOSK_UPSTREAM_WEATHER_OWN: 'https://own.example.test/base' })
    expect((await send(request)).url).toBe(url)
  })

  test.each([
    ['an address of somebody else', { url: 'https://weather.example.test.evil.test/' }, /none of the provider's own/],
    ['another scheme', { url: 'http://weather.example.test/' }, /none of the provider's own/],
    ['an upstream that is not there', { upstream: 'sea', path: '/' }, /no upstream named sea/],
    ['an upstream that no setting names', { upstream: 'own', path: '/' }, /KIOSK_UPSTREAM_WEATHER_OWN is not set/],
    ['a missing param', { upstream: 'map', path: '/' }, /no param for \{region\}/],
    ['a path without a slash', { path: 'a' }, /slash/],
  ])('%s is refused', async (_, request, message) => {
    await expect(http([]).send(request)).rejects.toThrow(message)
  })
})

describe('requests', () => {
  const url = 'https://weather.example.test/a'
  test('json, form and text carry their content types', async () => {
    const { send, asked } = http([{ url }])
    await send({ path: '/a', json: { a: 1 } })
    await send({ method: 'POST', path: '/a', form: { a: '1', b: 'x y' } })
    await send({ method: 'POST', path: '/a', body: 'raw', headers: { 'Content-Type': 'text/plain' } })
    expect(asked).toEqual([
      `POST ${url} {"content-type":"application/json"} {"a":1}`,
      `POST ${url} {"content-type":"application/x-www-form-urlencoded"} a=1&b=x+y`,
      `POST ${url} {"content-type":"text/plain"} raw`,
    ])
  })
})

describe("the operator's proxies", () => {
  const url = 'https://weather.example.test/a'
  const proxied = { KIOSK_PROXY_RESIDENTIAL: 'http://home.test:1', KIOSK_PROXY_DATACENTER: 'http://dc.test:1' }
  const sentThrough = (settings: Readonly<Record<string, string>>) => {
    const vias: unknown[] = []
    const sent = fixtureHttp({
      provider: weather,
      signal: new AbortController().signal,
      settings,
      answer: ({ via, url: asked }): Answer => {
        vias.push(via)
        const isFirst = asked === url
        return { status: isFirst ? 302 : 200, headers: isFirst ? { location: '/b' } : {}, body: '' }
      },
    })
    return { sent, vias }
  }

  test('are those that are set, in the order in which they are tried', () => {
    expect(sentThrough(proxied).sent.operatorProxies).toEqual(['datacenter', 'residential'])
    expect(sentThrough({}).sent.operatorProxies).toEqual([])
  })

  test('carry a request and its redirects', async () => {
    const { sent, vias } = sentThrough(proxied)
    await sent.send({ url, via: 'residential' })
    await sent.send({ url })
    expect(vias).toEqual(['residential', 'residential', undefined, undefined])
    await expect(sentThrough({}).sent.send({ url, via: 'datacenter' })).rejects.toThrow(/no datacenter proxy/)
  })
})

describe('redirects', () => {
  const start = 'https://weather.example.test/a'
  const end = 'https://weather.example.test/b'

  test('are followed, relative ones too, and the last address is told', async () => {
    const { send } = http([
      { url: start, status: 301, headers: { location: '/b' } },
      { url: end, body: 'here' },
    ])
    const response = await send({ path: '/a' })
    expect([response.url, response.text()]).toEqual([end, 'here'])
  })

  test('drop credentials when the host changes, and keep them when not', async () => {
    const away = 'https://elsewhere.example.test/'
    const { send, asked } = http([
      { url: start, status: 302, headers: { location: '/b' } },
      { url: end, status: 302, headers: { location: away } },
      { url: away },
    ])
    await send({ path: '/a', headers: { Cookie: 'a=1', authorization: 'x', accept: 'y' } })
    expect(asked[1]).toContain('"cookie":"a=1"')
    expect(asked[2]).toBe(`GET ${away} {"accept":"y"} `)
  })

  test('make a GET of a POST for 303, and keep it for 307', async () => {
    for (const [status, expected] of [
      [303, 'GET'],
      [302, 'GET'],
      [307, 'POST'],
      [308, 'POST'],
    ] as const) {
      const { send, asked } = http([{ url: start, status, headers: { location: end } }, { url: end }])
      await send({ method: 'POST', path: '/a', body: 'x' })
      expect(asked[1]).toMatch(new RegExp(`^${expected} `))
    }
  })

  test('stop after five, or after what the request allows; 0 hands them back', async () => {
    const loop = [{ url: start, status: 302, headers: { location: start } }]
    const { send, asked } = http(loop)
    await expect(send({ path: '/a' })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' })
    expect(asked).toHaveLength(6)
    await expect(http(loop).send({ path: '/a', redirects: 1 })).rejects.toThrow(/More than 1 redirects/)
    expect((await http(loop).send({ path: '/a', redirects: 0 })).status).toBe(302)
  })
})

describe('responses', () => {
  const url = 'https://weather.example.test/a'
  test('decode by the charset, join headers, list cookies', async () => {
    const latin = fixtureHttp({
      provider: weather,
      signal: new AbortController().signal,
      answer: () => ({
        status: 200,
        headers: {
          'content-type': 'text/plain; charset=ISO-8859-1',
          'set-cookie': ['a=1', 'b=2'],
          link: ['<x>', '<y>'],
        },
        body: new Uint8Array([0x63, 0xe9]),
      }),
    })
    const response = await latin.send({ url })
    expect(response.text()).toBe('cé')
    expect(response.header('Link')).toBe('<x>, <y>')
    expect(response.header('x-none')).toBeNull()
    expect(response.cookies).toEqual(['a=1', 'b=2'])
    expect(response.json()).toBeUndefined()
  })

  test('too large is UNPROCESSABLE', async () => {
    const { send } = http([{ url, body: 'é'.repeat(6) }])
    expect((await send({ path: '/a', maxBytes: 12 })).bytes).toHaveLength(12)
    await expect(send({ path: '/a', maxBytes: 11 })).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
  })
})

describe('the context', () => {
  test('has only what the operation names', () => {
    expect(Object.keys(testContext({ operation, now: NOW })).sort()).toEqual([
      'clock',
      'http',
      'log',
      'setting',
      'signal',
    ])
    expect(testContext({ operation: { ...operation, needs: [] }, now: NOW })).not.toHaveProperty('http')
  })

  test('stands still', () => {
    const { clock } = testContext({ operation, now: NOW })
    clock.now().setFullYear(1999)
    expect([clock.now(), clock.monotonicMs()]).toEqual([NOW, 0])
  })

  test("gives settings by name through the provider's schema", () => {
    const one: Pick<FixtureCase, 'exchanges' | 'settings'> = { exchanges: [], settings: { KIOSK_WEATHER_TOKEN: 'abc' } }
    expect(testContext({ operation, now: NOW, case: one }).setting('token')).toBe('abc')
    expect(testContext({ operation, now: NOW }).setting('token')).toBeUndefined()
    const short = testContext({ operation, now: NOW, settings: { KIOSK_WEATHER_TOKEN: 'a' } })
    expect(() => short.setting('token')).toThrow()
    expect(() => short.setting('other')).toThrow(/declares no setting other/)
  })

  test("answers from the case's exchanges, with their templates filled", async () => {
    const exchanges: Exchange[] = [
      {
        request: { method: 'GET', url: 'https://weather.example.test/on/{{date}}', headers: {} },
        response: { status: 200, headers: {}, body: '{{time -1h}}' },
      },
    ]
    const context = testContext({ operation, now: NOW, case: { exchanges, settings: {} } })
    expect((await context.http.send({ path: '/on/2026-03-14' })).text()).toBe('2026-03-14T08:30:00.000Z')
    await expect(context.http.send({ path: '/on/2026-03-15' })).rejects.toThrow(/No exchange answers GET/)
  })

  test('reads pages, unless the caller left', async () => {
    const all = { ...operation, needs: ['pages'] as const }
    const page = { bytes: new TextEncoder().encode('Fog.'), status: 200, headers: {}, url: 'https://a.test/' }
    const wishes = { mode: 'full', maxChars: 100, includeLinks: false, includeImages: false } as const
    const read = (signal: AbortSignal) => testContext({ operation: all, now: NOW, signal }).pages.read(page, wishes)
    expect(await read(new AbortController().signal)).toMatchObject({ kind: 'page', markdown: 'Fog.' })
    await expect(read(AbortSignal.abort(new Error('the caller left')))).rejects.toThrow('the caller left')
  })

  test('renders what the exchanges answer, after redirects, as the same picture every time', async () => {
    const all = { ...operation, provider: { ...weather, hosts: 'any' as const }, needs: ['browser'] as const }
    const exchanges: Exchange[] = [
      {
        request: { method: 'GET', url: 'https://a.test/', headers: {} },
        response: { status: 301, headers: { location: '/map' }, body: '' },
      },
      {
        request: { method: 'GET', url: 'https://a.test/map', headers: {} },
        response: { status: 200, headers: {}, body: '' },
      },
    ]
    const { browser } = testContext({ operation: all, now: NOW, case: { exchanges, settings: {} } })
    const shot = {
      url: 'https://a.test/',
      width: 40,
      height: 30,
      delayMs: 0,
      blockAds: false,
      fullPage: false,
    } as const
    const png = await browser.screenshot({ ...shot, waitUntil: 'load', encoding: { format: 'png' } })
    expect(png).toMatchObject({ width: 40, height: 30, finalUrl: 'https://a.test/map' })
    expect(Buffer.from(png.base64, 'base64').subarray(1, 4).toString()).toBe('PNG')
    const jpeg = await browser.screenshot({ ...shot, waitUntil: 'load', encoding: { format: 'jpeg', quality: 80 } })
    expect([...Buffer.from(jpeg.base64, 'base64').subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    const paper = { media: 'print', scale: 1, paper: { widthIn: 8, heightIn: 11 }, landscape: false } as const
    const rest = { marginIn: { top: 0, right: 0, bottom: 0, left: 0 }, waitUntil: 'load', pageRanges: null } as const
    const asked = { ...paper, ...rest, printBackground: true }
    const pdf = await browser.pdf({ ...asked, source: { html: '<p>Fog.' } })
    expect([Buffer.from(pdf.base64, 'base64').subarray(0, 5).toString(), pdf.pages]).toEqual(['%PDF-', 1])
    await expect(browser.pdf({ ...asked, source: { url: 'https://b.test/' } })).rejects.toThrow(/No exchange answers/)
  })

  test('remembers, claims and draws the same way on every run', async () => {
    const all = { ...operation, needs: ['memo', 'claims', 'random'] as const }
    const [one, two] = [testContext({ operation: all, now: NOW }), testContext({ operation: all, now: NOW })]
    await one.memo.set('a', '1', 5)
    expect([await one.memo.get('a'), await two.memo.get('a')]).toEqual(['1', undefined])
    await one.memo.delete('a')
    expect(await one.memo.get('a')).toBeUndefined()
    await expect(one.memo.set('a', '1', 0)).rejects.toThrow(/time to live/)
    expect([
      await one.claims.claim('k', 'n'),
      await one.claims.claim('k', 'n'),
      await one.claims.claim('k', 'm'),
    ]).toEqual([true, false, true])
    const text = one.random.text(12, 'abcdefgh')
    expect(text).toMatch(/^[a-h]{12}$/)
    expect(two.random.text(12, 'abcdefgh')).toBe(text)
    expect(one.random.text(12, 'abcdefgh')).not.toBe(text)
  })
})

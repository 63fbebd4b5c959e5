import { defineProvider } from '@kiosk/catalog'
import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from './support/local-server.ts'
import { failureOf, httpOf, makeEgress } from './support/make-egress.ts'

const provider = defineProvider({
  name: 'wiki',
  title: 'Wiki',
  hosts: 'own',
  upstreams: {
    main: 'https://{language}.wiki.example.test',
    instance: 'https://{host}',
    api: 'https://api.example.test',
  },
})

const standIn = await startServer((request, response) => {
  const to = new URL(request.url ?? '', 'http://x').searchParams.get('to')
  if (to === null) response.end('page')
  else response.writeHead(302, { location: to }).end()
})
const other = await startServer((_, response) => response.end('other'))
const egress = makeEgress({
  overrides: { 'wiki.main': `${standIn.origin}/w`, 'wiki.instance': `${standIn.origin}/i`, 'wiki.api': standIn.origin },
})
const http = httpOf(egress, provider)
const last = () => standIn.requests.at(-1)?.url

afterAll(async () => {
  await egress.close()
  for (const server of [standIn, other]) await server[Symbol.asyncDispose]()
})

describe('an override', () => {
  it('may be private, and stays out of sight', async () => {
    const response = await http.send({ params: { language: 'en' }, path: '/wiki/A', query: { b: 1 } })
    expect(last()).toBe('/w/en/wiki/A?b=1')
    expect(response.url).toBe('https://en.wiki.example.test/wiki/A?b=1')
  })

  it.each([
    ['https://de.wiki.example.test/wiki/B', '/w/de/wiki/B', 'https://de.wiki.example.test/wiki/B'],
    ['/wiki/B', '/w/en/wiki/B', 'https://en.wiki.example.test/wiki/B'],
    ['https://api.example.test/x', '/x', 'https://api.example.test/x'],
    ['https://social.example.test/@a', '/i/social.example.test/@a', 'https://social.example.test/@a'],
    [`${standIn.origin}/w/de/wiki/B`, '/w/de/wiki/B', 'https://de.wiki.example.test/wiki/B'],
  ])('takes the redirect to %s', async (to, path, url) => {
    const response = await http.send({ params: { language: 'en' }, path: '/', query: { to } })
    expect(last()).toBe(path)
    expect(response.url).toBe(url)
  })

  it.each([
    `http://127.0.0.1:${other.port}/`,
    `http://localhost:${standIn.port}/`,
    'http://10.0.0.1/',
    'https://127.0.0.1/',
    'https://intranet/',
  ])('leads no redirect to %s', async (to) => {
    const error = await failureOf(http.send({ params: { language: 'en' }, path: '/', query: { to } }))
    expect(error.code).toBe('DESTINATION_REFUSED')
    expect(other.connections()).toBe(0)
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '[::1]',
    '169.254.169.254',
    'localhost',
    'a.local',
    'intranet',
    'social.example.test.',
    'social.example.test:22',
  ])("does not make the caller's host %s a public one", async (host) => {
    const before = standIn.requests.length
    const error = await failureOf(http.send({ upstream: 'instance', params: { host }, path: '/x' }))
    expect(error.code).toBe('DESTINATION_REFUSED')
    expect(standIn.requests.length).toBe(before)
  })

  it('asks no name service for the real host', async () => {
    await http.send({ upstream: 'instance', params: { host: 'social.example.test' }, path: '/x' })
    expect(last()).toBe('/i/social.example.test/x')
    expect(egress.asked).toEqual([])
  })

  it('keeps credentials between addresses of one real origin, and drops them for another', async () => {
    const headers = { authorization: 'Bearer t' }
    await http.send({ params: { language: 'en' }, path: '/', query: { to: '/wiki/B' }, headers })
    expect(standIn.requests.at(-1)?.headers.authorization).toBe('Bearer t')
    await http.send({ params: { language: 'en' }, path: '/', query: { to: 'https://de.wiki.example.test/' }, headers })
    expect(standIn.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  it('that is malformed is named', () => {
    const wrong = makeEgress({ overrides: { 'wiki.api': 'nonsense' } })
    expect(() => httpOf(wrong, provider)).toThrow('KIOSK_UPSTREAM_WIKI_API: expected')
  })
})

describe('a provider with any host', () => {
  const web = defineProvider({ name: 'audio', title: 'Audio', hosts: 'any', upstreams: { main: null } })

  it('lets no caller and no page use the address of an override', async () => {
    const { port } = standIn
    await using outside = await startServer((_, response) =>
      response.writeHead(302, { location: standIn.origin }).end(),
    )
    await using way = makeEgress({ overrides: { 'audio.main': standIn.origin }, allow: [`127.0.0.1:${outside.port}`] })
    const before = standIn.requests.length
    const http = httpOf(way, web)
    expect((await failureOf(http.send({ url: `http://127.0.0.1:${port}/admin` }))).code).toBe('DESTINATION_REFUSED')
    expect((await failureOf(http.send({ url: outside.origin }))).code).toBe('DESTINATION_REFUSED')
    expect(standIn.requests.length).toBe(before)
    expect((await http.send({ path: '/v1' })).text()).toBe('page')
    // A connection that the override left open is not used for others either.
    expect((await failureOf(http.send({ url: `http://127.0.0.1:${port}/admin` }))).code).toBe('DESTINATION_REFUSED')
  })
})

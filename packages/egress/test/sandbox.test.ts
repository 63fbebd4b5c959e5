import { Secret } from '@kiosk/catalog'
import { afterAll, describe, expect, it } from 'vitest'
import type { Route } from '../src/index.ts'
import { startServer } from './support/local-server.ts'
import { failureOf, httpOf, makeEgress, webProvider } from './support/make-egress.ts'

const standIn = await startServer((request, response) => {
  if (request.url === '/unknown') response.writeHead(404, { 'x-kiosk-sandbox': 'unknown' }).end('?')
  else if (request.url === '/inside') response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
  else response.end(`${request.headers.host}${request.url}`)
})
const routed: string[] = []
const route: Route = ({ host, port, secure }) => {
  routed.push(`${secure ? 'https' : 'http'} ${host}:${port}`)
  return { host: '127.0.0.1', port: standIn.port }
}
const egress = makeEgress({ route })
const http = httpOf(egress)

afterAll(async () => {
  await egress.close()
  await standIn[Symbol.asyncDispose]()
})

describe('the sandbox', () => {
  it('answers for every host, by plain TCP and without a name service', async () => {
    expect((await http.send({ url: 'https://site.example.test/a?b' })).text()).toBe('site.example.test/a?b')
    expect((await http.send({ url: 'http://other.example.test:8080/c' })).text()).toBe('other.example.test:8080/c')
    expect((await http.send({ url: 'https://[2606:4700::1111]/d' })).text()).toBe('[2606:4700::1111]/d')
    expect(routed).toEqual(['https site.example.test:443', 'http other.example.test:8080', 'https 2606:4700::1111:443'])
    expect(egress.asked).toEqual([])
  })

  it('says what it does not know', async () => {
    const error = await failureOf(http.send({ url: 'https://site.example.test/unknown' }))
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('The sandbox knows only the examples'),
    })
  })

  it('refuses what is refused outside, too', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://localhost/',
      'https://intranet/',
      'https://site.example.test/inside',
    ]) {
      expect((await failureOf(http.send({ url }))).code).toBe('DESTINATION_REFUSED')
    }
  })

  it('checks a proxy and then needs none', async () => {
    const { signal } = new AbortController()
    const proxy = new Secret('http://user:pass@proxy.example.test:3128')
    await egress.checkProxy(proxy, 'proxyUrl', signal)
    expect((await failureOf(egress.checkProxy(new Secret('http://10.0.0.1'), 'proxyUrl', signal))).code).toBe(
      'DESTINATION_REFUSED',
    )
    const response = await egress.http(webProvider, { signal, proxy }).send({ url: 'https://site.example.test/a' })
    expect(response.text()).toBe('site.example.test/a')
  })

  it('judges other hosts to the stand-in as well', async () => {
    expect(await egress.judge('imap.example.test', 993)).toEqual({
      host: 'imap.example.test',
      port: standIn.port,
      addresses: ['127.0.0.1'],
    })
  })

  it('is not taken from an upstream that only pretends', async () => {
    await using live = makeEgress({ allow: [`127.0.0.1:${standIn.port}`] })
    expect((await httpOf(live).send({ url: `${standIn.origin}/unknown` })).status).toBe(404)
  })
})

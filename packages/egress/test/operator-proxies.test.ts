import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { defineProvider, Secret } from '@kiosk/catalog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../src/index.ts'
import { makeCertificate } from './support/certificate.ts'
import { startServer } from './support/local-server.ts'
import { failureOf, httpOf, makeEgress, webProvider } from './support/make-egress.ts'
import { type LocalProxy, startSocksProxy, startWebProxy } from './support/proxy-servers.ts'

const certificate = makeCertificate(['site.example.test', '127.0.0.1'])
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, certificate.cert]))
afterAll(() => setDefaultCACertificates(usual))

const plain = await startServer((request, response) => {
  const to = new URL(request.url ?? '', 'http://x').searchParams.get('to')
  if (to !== null) response.writeHead(302, { location: to }).end()
  else response.end(`plain ${request.url}`)
})
const tls = await startServer((request, response) => response.end(`tls ${request.url}`), certificate)
const names = { 'site.example.test': '127.0.0.1' }
const CREDENTIALS = 'user:pass-word'
const proxies: Record<string, LocalProxy> = {
  http: await startWebProxy({ names }),
  'http with credentials': await startWebProxy({ names, credentials: CREDENTIALS }),
  'https with credentials': await startWebProxy({ names, certificate, credentials: CREDENTIALS }),
  'socks5 with credentials': await startSocksProxy({ names, credentials: CREDENTIALS }),
}
const kinds = Object.keys(proxies)

function addressOf(kind: string, userinfo = kind.includes('credentials') ? `${CREDENTIALS}@` : ''): Secret {
  return new Secret(`${kind.split(' ')[0]}://${userinfo}127.0.0.1:${proxies[kind]?.port}`)
}

afterAll(async () => {
  for (const server of [plain, tls, ...Object.values(proxies)]) await server[Symbol.asyncDispose]()
})

describe.each(kinds)('via a proxy of kind %s', (via) => {
  it('go the requests that ask for it, although it is private, and no others', async () => {
    await using egress = makeEgress({ operatorProxies: { datacenter: addressOf(via) } })
    const http = httpOf(egress)
    const from = proxies[via]?.targets.length ?? 0
    const web = await http.send({ url: `http://site.example.test:${plain.port}/a`, via: 'datacenter' })
    expect(web.text()).toBe('plain /a')
    expect(plain.requests.at(-1)?.headers).not.toHaveProperty('proxy-authorization')
    expect((await http.send({ url: `https://site.example.test:${tls.port}/b`, via: 'datacenter' })).text()).toBe(
      'tls /b',
    )
    expect(proxies[via]?.targets.slice(from).length).toBe(2)
    expect(egress.asked).toEqual([])
    expect((await failureOf(http.send({ url: `http://127.0.0.1:${plain.port}/` }))).code).toBe('DESTINATION_REFUSED')
    expect(proxies[via]?.targets.slice(from).length).toBe(2)
  })

  it('targets and redirects are judged as ever', async () => {
    await using egress = makeEgress({ operatorProxies: { datacenter: addressOf(via) } })
    const send = (url: string) => failureOf(httpOf(egress).send({ url, via: 'datacenter' }))
    const before = proxies[via]?.targets.length
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '169.254.169.254', 'localhost', 'intranet', 'x.internal']) {
      for (const scheme of ['http', 'https']) {
        expect((await send(`${scheme}://${host}/`)).code).toBe('DESTINATION_REFUSED')
      }
    }
    expect((await send('http://site.example.test:25/')).code).toBe('DESTINATION_REFUSED')
    expect(proxies[via]?.targets.length).toBe(before)
    const inside = encodeURIComponent('http://127.0.0.1/')
    const redirected = await send(`http://site.example.test:${plain.port}/?to=${inside}`)
    expect(redirected.code).toBe('DESTINATION_REFUSED')
  })

  it('connections are kept by provider', async () => {
    await using egress = makeEgress({ operatorProxies: { datacenter: addressOf(via) } })
    const request = { url: `http://site.example.test:${plain.port}/`, via: 'datacenter' } as const
    const before = proxies[via]?.connections() ?? 0
    for (let turn = 0; turn < 4; turn += 1) await httpOf(egress).send(request)
    const kept = proxies[via]?.connections() ?? 0
    expect(kept - before).toBeLessThanOrEqual(2)
    const other = defineProvider({ name: 'other', title: 'Other', hosts: 'any', upstreams: {} })
    await httpOf(egress, other).send(request)
    expect(proxies[via]?.connections()).toBe(kept + 1)
  })
})

describe('the choice', () => {
  const [first, second] = [addressOf('http'), addressOf('socks5 with credentials')]

  it('is of what is set, the datacenter first', async () => {
    await using both = makeEgress({ operatorProxies: { residential: second, datacenter: first } })
    expect(httpOf(both).operatorProxies).toEqual(['datacenter', 'residential'])
    const url = `http://site.example.test:${plain.port}/`
    const [web, socks] = [proxies.http, proxies['socks5 with credentials']].map((proxy) => proxy?.targets.length ?? 0)
    await httpOf(both).send({ url, via: 'residential' })
    expect(proxies.http?.targets.length).toBe(web)
    expect(proxies['socks5 with credentials']?.targets.length).toBe((socks ?? 0) + 1)
    await using one = makeEgress({ operatorProxies: { residential: second, datacenter: null } })
    expect(httpOf(one).operatorProxies).toEqual(['residential'])
    await using none = makeEgress()
    expect(httpOf(none).operatorProxies).toEqual([])
  })

  it('is none for a caller with a proxy of its own', async () => {
    await using egress = makeEgress({
      operatorProxies: { datacenter: first },
      allow: [`127.0.0.1:${proxies.http?.port}`],
    })
    const http = egress.http(webProvider, { signal: new AbortController().signal, proxy: addressOf('http') })
    expect(http.operatorProxies).toEqual([])
    await expect(http.send({ url: 'http://site.example.test/', via: 'datacenter' })).rejects.toThrow(TypeError)
  })

  it('of one that is not set is a defect', async () => {
    await using egress = makeEgress({ operatorProxies: { datacenter: first } })
    const sending = httpOf(egress).send({ url: 'http://site.example.test/', via: 'residential' })
    await expect(sending).rejects.toThrow(new TypeError('the call may not go via the residential proxy'))
  })

  it('needs no proxy in the sandbox', async () => {
    await using standIn = await startServer((request, response) => response.end(request.headers.host))
    const route: Route = () => ({ host: '127.0.0.1', port: standIn.port })
    await using egress = makeEgress({ operatorProxies: { datacenter: first }, route })
    const before = proxies.http?.connections()
    expect(httpOf(egress).operatorProxies).toEqual(['datacenter'])
    const response = await httpOf(egress).send({ url: 'https://site.example.test/', via: 'datacenter' })
    expect(response.text()).toBe('site.example.test')
    expect(proxies.http?.connections()).toBe(before)
  })
})

describe('a proxy that does not work', () => {
  it('is found by its name, as the machine is set up, and may be anywhere', async () => {
    const settings = { datacenter: new Secret(`http://squid:${proxies.http?.port}`) }
    await using egress = makeEgress({ operatorProxies: settings, names: { squid: ['127.0.0.1'] } })
    const url = `http://site.example.test:${plain.port}/`
    expect((await httpOf(egress).send({ url, via: 'datacenter' })).status).toBe(200)
    await using lost = makeEgress({ operatorProxies: settings })
    const error = await failureOf(httpOf(lost).send({ url, via: 'datacenter' }))
    expect(error).toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      message: "The proxy's host has no address, or its name service does not answer.",
    })
  })

  it.each(['http with credentials', 'https with credentials', 'socks5 with credentials'])(
    'because of its credentials (%s) is UPSTREAM_UNREACHABLE, which repeats none of them',
    async (kind) => {
      await using egress = makeEgress({ operatorProxies: { datacenter: addressOf(kind, 'user:wrong-Pass@') } })
      for (const [scheme, port] of [
        ['http', plain.port],
        ['https', tls.port],
      ] as const) {
        const url = `${scheme}://site.example.test:${port}/`
        const error = await failureOf(httpOf(egress).send({ url, via: 'datacenter' }))
        expect(error).toMatchObject({
          code: 'UPSTREAM_UNREACHABLE',
          message: 'The proxy refuses the credentials, or asks for some.',
        })
        expect(`${error.message}${JSON.stringify(error.details)}`).not.toMatch(/wrong-Pass|127\.0\.0\.1/)
      }
    },
  )

  it.each([
    ['datacenter', 'KIOSK_PROXY_DATACENTER'],
    ['residential', 'KIOSK_PROXY_RESIDENTIAL'],
  ])('is named at the start when it is malformed (%s)', (name, variable) => {
    const make = () => makeEgress({ operatorProxies: { [name]: new Secret('ftp://user:hunter2@proxy.example.test') } })
    expect(make).toThrow(TypeError)
    expect(make).toThrow(`${variable}: expected`)
    expect(make).not.toThrow('hunter2')
  })
})

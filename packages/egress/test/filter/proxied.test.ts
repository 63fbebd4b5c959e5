// A render through its caller's proxy: everything goes that way, and is judged as far as it says of itself what it is.
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Secret } from '@kiosk/catalog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { privateHosts } from '../support/private-targets.ts'
import { type LocalProxy, startSocksProxy, startWebProxy } from '../support/proxy-servers.ts'
import { startRawServer } from '../support/raw-server.ts'
import { ask, beginRender, connectThrough, nextBytes } from './support/filter-client.ts'

const certificate = makeCertificate(['site.example.test', '127.0.0.1'])
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, certificate.cert]))
afterAll(() => setDefaultCACertificates(usual))

const plain = await startServer((request, response) => response.end(`plain ${request.url}`))
const tls = await startServer((request, response) => response.end(`tls ${request.url}`), certificate)
const names = { 'site.example.test': '127.0.0.1' }
const CREDENTIALS = 'user:pass-word'
const proxies: Record<string, LocalProxy> = {
  http: await startWebProxy({ names }),
  'http with credentials': await startWebProxy({ names, credentials: CREDENTIALS }),
  'https with credentials': await startWebProxy({ names, certificate, credentials: CREDENTIALS }),
  socks5: await startSocksProxy({ names }),
  'socks5 with credentials': await startSocksProxy({ names, credentials: CREDENTIALS }),
}
const kinds = Object.keys(proxies)
const egress = makeEgress({ allow: Object.values(proxies).map(({ port }) => `127.0.0.1:${port}`) })

function addressOf(kind: string, userinfo = kind.includes('credentials') ? `${CREDENTIALS}@` : ''): Secret {
  return new Secret(`${kind.split(' ')[0]}://${userinfo}127.0.0.1:${proxies[kind]?.port}`)
}

afterAll(async () => {
  await egress.close()
  for (const server of [plain, tls, ...Object.values(proxies)]) await server[Symbol.asyncDispose]()
})

describe.each(kinds)('through a proxy of kind %s', (kind) => {
  it('go requests and tunnels, and their names are left to it', async () => {
    const { filter, session } = await beginRender(egress, { proxy: addressOf(kind) })
    const from = proxies[kind]?.targets.length
    const url = `http://site.example.test:${plain.port}/a?b`
    expect(await ask(filter, url)).toMatchObject({ status: 200, body: 'plain /a?b' })
    expect(plain.requests.at(-1)?.headers.host).toBe(`site.example.test:${plain.port}`)
    expect(plain.requests.at(-1)?.headers).not.toHaveProperty('proxy-authorization')
    const { status, socket } = await connectThrough(filter, `site.example.test:${tls.port}`)
    expect(status).toBe(200)
    // The page's TLS ends at the site, whoever carries it.
    const channel = connectTls({ socket, servername: 'site.example.test', host: 'site.example.test' })
    channel.write('GET /b HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await nextBytes(channel)).toContain('200 OK')
    channel.destroy()
    const expected = kind.startsWith('socks5')
      ? [`name site.example.test:${plain.port}`, `name site.example.test:${tls.port}`]
      : [`GET ${url}`, `CONNECT site.example.test:${tls.port}`]
    expect(proxies[kind]?.targets.slice(from)).toEqual(expected)
    expect(egress.asked).toEqual([])
    session.end()
    await filter.close()
  })

  it('nothing goes to what is private by its name or address, nor to ports of other services', async () => {
    const { filter, session } = await beginRender(egress, { proxy: addressOf(kind) })
    const before = proxies[kind]?.connections()
    for (const host of privateHosts) {
      expect((await ask(filter, `http://${host}:${plain.port}/`)).status).toBe(403)
      expect((await connectThrough(filter, `${host}:${tls.port}`)).status).toBe(403)
    }
    expect((await ask(filter, 'http://site.example.test:25/')).status).toBe(403)
    expect((await connectThrough(filter, 'site.example.test:22')).status).toBe(403)
    expect(proxies[kind]?.connections()).toBe(before)
    expect(session.failureOf({ host: '127.0.0.1', port: plain.port })?.code).toBe('DESTINATION_REFUSED')
    await filter.close()
  })

  it('its own document goes through none', async () => {
    const document = { host: 'a1b2.render.invalid', html: '<p>é' }
    const { filter } = await beginRender(egress, { proxy: addressOf(kind), document })
    const before = proxies[kind]?.connections()
    expect((await ask(filter, 'http://a1b2.render.invalid/')).body).toBe('<p>é')
    expect(proxies[kind]?.connections()).toBe(before)
    await filter.close()
  })
})

describe('a proxy that refuses', () => {
  const guarded = kinds.filter((kind) => kind.includes('credentials'))
  it.each(guarded)('the credentials (%s) is told to the renderer, and asks the page nothing', async (kind) => {
    const { filter, session } = await beginRender(egress, { proxy: addressOf(kind, 'user:wrong-Pass@') })
    const answer = await ask(filter, `http://site.example.test:${plain.port}/`)
    expect(answer.status).toBe(502)
    expect(answer.headers).not.toHaveProperty('proxy-authenticate')
    expect((await connectThrough(filter, `site.example.test:${tls.port}`)).status).toBe(502)
    for (const port of [plain.port, tls.port]) {
      const failure = session.failureOf({ host: 'site.example.test', port })
      expect(failure).toMatchObject({
        code: 'UPSTREAM_UNREACHABLE',
        message: 'The proxy refuses the credentials, or asks for some.',
      })
      expect(`${failure?.message}${JSON.stringify(failure?.details)}`).not.toMatch(/wrong-Pass|127\.0\.0\.1/)
    }
    await filter.close()
  })

  it.each([
    ['what it cannot reach', 'http', 'HTTP/1.1 502 Bad gateway\r\ncontent-length: 0\r\n\r\n'],
    ['in its own tongue', 'http', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['to be a SOCKS proxy', 'socks5', 'HTTP/1.1 400 Bad request\r\n\r\n'],
  ])('%s', async (_, scheme, reply) => {
    await using rude = await startRawServer((socket) => socket.once('data', () => socket.end(reply)))
    await using own = makeEgress({ allow: [`127.0.0.1:${rude.port}`] })
    const { filter, session } = await beginRender(own, { proxy: new Secret(`${scheme}://127.0.0.1:${rude.port}`) })
    expect((await connectThrough(filter, 'site.example.test:443')).status).toBe(502)
    expect(session.failureOf({ host: 'site.example.test', port: 443 })?.message).toMatch(/proxy/i)
  })
})

it('is judged for each connection', async () => {
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  const port = proxies.http?.port
  await using own = makeEgress({ allow: [`127.0.0.1:${port}`], lookup: async () => answers.shift() ?? [] })
  const { filter, session } = await beginRender(own, { proxy: new Secret(`http://proxy.example.test:${port}`) })
  const authority = `site.example.test:${tls.port}`
  const first = await connectThrough(filter, authority)
  expect(first.status).toBe(200)
  expect((await connectThrough(filter, authority)).status).toBe(403)
  expect(session.failureOf({ host: 'site.example.test', port: tls.port })?.message).toContain('The proxy')
  first.socket.destroy()
})

it('is named when it is malformed', async () => {
  const filter = await egress.openFilter()
  const render = { signal: new AbortController().signal, blocks: () => false, document: null }
  expect(() => filter.begin({ ...render, proxy: new Secret('ftp://hunter2') })).toThrow(/^proxyUrl: expected/)
  filter.begin({ ...render, proxy: null }).end()
  await filter.close()
})

import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Secret } from '@kiosk/catalog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from './support/certificate.ts'
import { startServer } from './support/local-server.ts'
import { failureOf, makeEgress, type TestEgress, webProvider } from './support/make-egress.ts'
import { type LocalProxy, startSocksProxy, startWebProxy } from './support/proxy-servers.ts'
import { answering, startRawServer } from './support/raw-server.ts'

const PASSWORD = 'p@ss:w/rd é'
const CREDENTIALS = `user:${PASSWORD}`
const USERINFO = `user:${encodeURIComponent(PASSWORD)}@`

const certificate = makeCertificate(['site.example.test', '127.0.0.1'])
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, certificate.cert]))
afterAll(() => setDefaultCACertificates(usual))

const plain = await startServer((request, response) => response.end(`plain ${request.url}`))
const tls = await startServer((request, response) => response.end(`tls ${request.url}`), certificate)
const names = { 'site.example.test': '127.0.0.1' }
const proxies: Record<string, LocalProxy> = {
  http: await startWebProxy({ names }),
  'http with credentials': await startWebProxy({ names, credentials: CREDENTIALS }),
  https: await startWebProxy({ names, certificate }),
  'https with credentials': await startWebProxy({ names, certificate, credentials: CREDENTIALS }),
  socks5: await startSocksProxy({ names }),
  'socks5 with credentials': await startSocksProxy({ names, credentials: CREDENTIALS }),
}
const kinds = Object.keys(proxies)

function addressOf(kind: string, userinfo = kind.includes('credentials') ? USERINFO : ''): string {
  return `${kind.split(' ')[0]}://${userinfo}127.0.0.1:${proxies[kind]?.port}`
}

function httpThrough(egress: TestEgress, proxy: string) {
  return egress.http(webProvider, { signal: new AbortController().signal, proxy: new Secret(proxy) })
}

/** Egress that may reach the proxies, and no server directly. */
function makeProxyEgress(more: readonly string[] = []) {
  return makeEgress({ allow: [...Object.values(proxies).map(({ port }) => `127.0.0.1:${port}`), ...more] })
}

afterAll(async () => {
  for (const server of [plain, tls, ...Object.values(proxies)]) await server[Symbol.asyncDispose]()
})

describe.each(kinds)('through a proxy of kind %s', (kind) => {
  it('reaches http and https targets, and leaves their names to it', async () => {
    await using egress = makeProxyEgress()
    const http = httpThrough(egress, addressOf(kind))
    const before = proxies[kind]?.targets.length
    const first = await http.send({ url: `http://site.example.test:${plain.port}/a` })
    expect(first.text()).toBe('plain /a')
    expect(first.url).toBe(`http://site.example.test:${plain.port}/a`)
    expect(plain.requests.at(-1)?.headers.host).toBe(`site.example.test:${plain.port}`)
    expect(plain.requests.at(-1)?.headers).not.toHaveProperty('proxy-authorization')
    const second = await http.send({ url: `https://site.example.test:${tls.port}/b` })
    expect(second.text()).toBe('tls /b')
    expect(tls.requests.at(-1)?.headers).not.toHaveProperty('proxy-authorization')
    const asked = proxies[kind]?.targets.slice(before)
    const expected = kind.startsWith('socks5')
      ? [`name site.example.test:${plain.port}`, `name site.example.test:${tls.port}`]
      : [`GET http://site.example.test:${plain.port}/a`, `CONNECT site.example.test:${tls.port}`]
    expect(asked).toEqual(expected)
    expect(egress.asked).toEqual([])
  })

  it('still judges what the target says of itself', async () => {
    await using egress = makeProxyEgress()
    const http = httpThrough(egress, addressOf(kind))
    const before = proxies[kind]?.connections()
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      'localhost',
      'x.internal',
      'intranet',
    ]) {
      for (const scheme of ['http', 'https']) {
        expect((await failureOf(http.send({ url: `${scheme}://${host}/` }))).code).toBe('DESTINATION_REFUSED')
      }
    }
    expect(proxies[kind]?.connections()).toBe(before)
  })

  it('tells a target that the proxy cannot reach', async () => {
    const gone = await startServer((_, response) => response.end())
    await gone[Symbol.asyncDispose]()
    await using egress = makeProxyEgress()
    const error = await failureOf(
      httpThrough(egress, addressOf(kind)).send({ url: `https://site.example.test:${gone.port}/` }),
    )
    expect(error.code).toBe('UPSTREAM_UNREACHABLE')
    expect(error.message).toMatch(/proxy/i)
  })
})

describe('credentials', () => {
  const guarded = kinds.filter((kind) => kind.includes('credentials'))
  it.each(guarded.flatMap((kind) => ['http', 'https'].map((scheme) => [kind, scheme] as const)))(
    'that %s refuses are told without being repeated (%s target)',
    async (kind, scheme) => {
      await using egress = makeProxyEgress()
      for (const userinfo of ['', 'user:wrong-Pass@']) {
        const http = httpThrough(egress, addressOf(kind, userinfo))
        const port = scheme === 'https' ? tls.port : plain.port
        const error = await failureOf(http.send({ url: `${scheme}://site.example.test:${port}/` }))
        expect(error).toMatchObject({
          code: 'UPSTREAM_UNREACHABLE',
          message: 'The proxy refuses the credentials, or asks for some.',
        })
        expect(`${error.message}${JSON.stringify(error.details)}`).not.toMatch(/wrong-Pass|127\.0\.0\.1/)
      }
    },
  )
})

describe('proxies that do not behave', () => {
  it.each<[string, string, string]>([
    ['speaks something else', 'http', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['refuses', 'http', 'HTTP/1.1 403 Forbidden\r\n\r\n'],
    ['adds to its answer', 'http', 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfake'],
    ['never ends its answer', 'http', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(4000)}`],
    ['hangs up', 'http', ''],
    ['knows no SOCKS', 'socks5', 'HTTP/1.1 400 Bad request\r\n\r\n'],
  ])('%s', async (_, scheme, answer) => {
    await using proxy = await startRawServer((socket) => {
      socket.once('data', () => (answer === '' ? socket.end() : socket.write(answer)))
    })
    await using egress = makeEgress({ allow: [`127.0.0.1:${proxy.port}`] })
    const http = httpThrough(egress, `${scheme}://127.0.0.1:${proxy.port}`)
    const error = await failureOf(http.send({ url: 'https://site.example.test/' }))
    expect(error).toMatchObject({ code: 'UPSTREAM_UNREACHABLE', message: expect.stringMatching(/proxy/i) })
  })

  it('cannot read what goes to the target: its own certificate is not taken', async () => {
    const forged = makeCertificate(['site.example.test'])
    await using far = await startServer((_, response) => response.end('fake'), forged)
    await using proxy = await startWebProxy({ names })
    await using egress = makeEgress({ allow: [`127.0.0.1:${proxy.port}`] })
    const http = httpThrough(egress, `http://127.0.0.1:${proxy.port}`)
    const error = await failureOf(http.send({ url: `https://site.example.test:${far.port}/` }))
    expect(error).toMatchObject({ code: 'UPSTREAM_UNREACHABLE', message: expect.stringContaining('TLS') })
    expect(far.requests).toEqual([])
  })

  it('cannot lead a redirect inside', async () => {
    await using proxy = await startRawServer(
      answering(() => 'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n', 'keep'),
    )
    await using egress = makeEgress({ allow: [`127.0.0.1:${proxy.port}`] })
    const http = httpThrough(egress, `http://127.0.0.1:${proxy.port}`)
    expect((await failureOf(http.send({ url: 'http://site.example.test/' }))).code).toBe('DESTINATION_REFUSED')
  })
})

describe('connections', () => {
  it('of one call are kept for its next request, and serve no other call', async () => {
    await using proxy = await startWebProxy({ names })
    await using egress = makeEgress({ allow: [`127.0.0.1:${proxy.port}`] })
    const http = httpThrough(egress, `http://127.0.0.1:${proxy.port}`)
    const url = `http://site.example.test:${plain.port}/`
    for (let i = 0; i < 4; i += 1) await http.send({ url })
    const kept = proxy.connections()
    expect(kept).toBeLessThanOrEqual(2)
    await httpThrough(egress, `http://127.0.0.1:${proxy.port}`).send({ url })
    expect(proxy.connections()).toBe(kept + 1)
  })

  it('end with the call, the proxy silent as it may be', async () => {
    const left = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    await using silent = await startRawServer((socket) => {
      socket.once('close', () => left.resolve())
      socket.once('data', () => arrived.resolve())
    })
    const egress = makeEgress({ allow: [`127.0.0.1:${silent.port}`] })
    const call = new AbortController()
    const proxy = new Secret(`http://127.0.0.1:${silent.port}`)
    const pending = egress.http(webProvider, { signal: call.signal, proxy }).send({ url: 'http://site.example.test/' })
    await arrived.promise
    call.abort(new Error('left'))
    await expect(pending).rejects.toThrow('left')
    await left.promise
    await egress.close()
  })
})

describe('checkProxy', () => {
  const { signal } = new AbortController()
  const lookups = {
    'proxy.example.test': ['93.184.215.14'],
    'inner.example.test': ['10.0.0.1'],
    'mixed.example.test': ['93.184.215.14', '::1'],
  }

  it.each([
    '',
    'proxy.example.test:8080',
    'ftp://proxy.example.test',
    'socks4://proxy.example.test',
    'http://',
    'http:///',
    'http://proxy.example.test/path',
    'http://proxy.example.test?x',
    'http://proxy.example.test#x',
    'http://proxy.example.test:99999',
    'http://proxy.example.test:0',
    'http://pro xy.example.test',
    'http://proxy.example.test\\@x',
    'http://us%ZZer:hunter2@proxy.example.test',
    'socks5://user:@proxy.example.test',
    `socks5://user:${'hunter2'.repeat(40)}@proxy.example.test`,
    'http://us%3Aer:hunter2@proxy.example.test',
  ])('names the field of %j', async (proxy) => {
    await using egress = makeEgress({ names: lookups })
    const error = await failureOf(egress.checkProxy(new Secret(proxy), 'proxyUrl', signal))
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'proxyUrl' })
    expect(error.message).toMatch(/^proxyUrl: expected/)
    expect(error.message).not.toContain('hunter2')
  })

  it.each([
    'http://127.0.0.1:3128',
    'socks5://127.1:1080',
    'socks5://0x7f000001',
    'socks5://[::ffff:10.0.0.1]:1080',
    'https://localhost',
    'socks5://LOCALHOST:1080',
    'http://user:pass@169.254.169.254',
    'http://inner.example.test:3128',
    'http://mixed.example.test:3128',
    'http://93.184.215.14:25',
    'socks5://squid:1080',
  ])('refuses %s', async (proxy) => {
    await using egress = makeEgress({ names: lookups })
    const error = await failureOf(egress.checkProxy(new Secret(proxy), 'x-proxy-url', signal))
    expect(error).toMatchObject({ code: 'DESTINATION_REFUSED', message: expect.stringContaining('The proxy') })
    expect(error.message).not.toMatch(/127|10\.0|pass/)
  })

  it.each([
    'http://proxy.example.test',
    'https://a:b@proxy.example.test:8443/',
    'SOCKS5://a:b@proxy.example.test',
    'socks5://93.184.215.14:80',
    'http://127.0.0.1:3129',
  ])('passes %s', async (proxy) => {
    await using egress = makeEgress({ names: lookups, allow: ['127.0.0.1:3129'] })
    await expect(egress.checkProxy(new Secret(proxy), 'proxyUrl', signal)).resolves.toBeUndefined()
  })

  it('is UPSTREAM_UNREACHABLE for a host without an address, and ends with its signal', async () => {
    await using egress = makeEgress()
    const unknown = new Secret('http://none.example.test')
    const error = await failureOf(egress.checkProxy(unknown, 'proxyUrl', signal))
    expect(error).toMatchObject({ code: 'UPSTREAM_UNREACHABLE', message: expect.stringContaining('proxy') })
    await using slow = makeEgress({ lookup: () => new Promise(() => {}) })
    const call = new AbortController()
    const pending = slow.checkProxy(unknown, 'proxyUrl', call.signal)
    call.abort(new Error('left'))
    await expect(pending).rejects.toThrow('left')
  })

  it('is not the last word: the host is judged again for each connection', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']]
    await using egress = makeEgress({ lookup: async () => answers.shift() ?? [] })
    const proxy = new Secret(`http://proxy.example.test:${proxies.http?.port}`)
    await egress.checkProxy(proxy, 'proxyUrl', signal)
    const before = proxies.http?.connections()
    const sending = egress.http(webProvider, { signal, proxy }).send({ url: 'http://site.example.test/' })
    expect((await failureOf(sending)).code).toBe('DESTINATION_REFUSED')
    expect(proxies.http?.connections()).toBe(before)
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from './support/local-server.ts'
import { failureOf, httpOf, makeEgress } from './support/make-egress.ts'
import { answering, startRawServer } from './support/raw-server.ts'

const first = await startServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const to = searchParams.get('to')
  const count = Number(/^\/chain\/(\d+)$/.exec(pathname)?.[1] ?? 0)
  if (count > 0) response.writeHead(302, { location: `/chain/${count - 1}` }).end('moved')
  else if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end()
  else if (to !== null)
    response.writeHead(Number(searchParams.get('status') ?? 302), { location: to, 'set-cookie': 'hop=1' }).end('moved')
  else if (pathname === '/nowhere') response.writeHead(302).end('no location')
  else response.end(`end of ${request.url}`)
})
/** Not on the allow list: nothing may ever arrive here. */
const canary = await startServer((_, response) => response.end('inside'))
const second = await startServer((_, response) => response.end('second'))
const egress = makeEgress({
  allow: [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`],
  names: { 'inside.example.test': ['127.0.0.1'], 'mixed.example.test': ['93.184.215.14', '10.0.0.1'] },
})
const http = httpOf(egress)
const through = (to: string, status = 302) => `${first.origin}/?to=${encodeURIComponent(to)}&status=${status}`

afterAll(async () => {
  await egress.close()
  for (const server of [first, second, canary]) await server[Symbol.asyncDispose]()
})

describe('redirects to what is not public', () => {
  const { port } = canary
  it.each([
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.0.0.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://0:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://localhost:${port}/`,
    `http://a.localhost:${port}/`,
    `http://inside.example.test:${port}/`,
    `http://mixed.example.test:${port}/`,
    `//127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://site.example.test@127.0.0.1:${port}/`,
    `http:\\\\127.0.0.1:${port}\\`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_x',
    'http://8.8.8.8:25/',
  ])('%s', async (to) => {
    const error = await failureOf(http.send({ url: through(to) }))
    expect(error.code).toBe('DESTINATION_REFUSED')
    expect(error.message).not.toMatch(/127\.0|10\.0\.0|::1/)
    expect(canary.connections()).toBe(0)
  })

  it('is refused at the end of a chain, too', async () => {
    const error = await failureOf(http.send({ url: through(through(`http://127.0.0.1:${port}/`)) }))
    expect(error.code).toBe('DESTINATION_REFUSED')
    expect(canary.connections()).toBe(0)
  })
})

describe('chains', () => {
  it('follows five and no more', async () => {
    expect((await http.send({ url: `${first.origin}/chain/5` })).url).toBe(`${first.origin}/chain/0`)
    const error = await failureOf(http.send({ url: `${first.origin}/chain/6` }))
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { upstream: { provider: 'web' } } })
    expect((await http.send({ url: `${first.origin}/chain/6`, redirects: 6 })).status).toBe(200)
  })

  it('ends loops', async () => {
    const before = first.requests.length
    expect((await failureOf(http.send({ url: `${first.origin}/loop` }))).code).toBe('UPSTREAM_ERROR')
    expect(first.requests.length - before).toBe(6)
  })

  it('hands a redirect back when none is to be followed, or none is named', async () => {
    const response = await http.send({ url: through('http://127.0.0.1:1/'), redirects: 0 })
    expect(response).toMatchObject({ status: 302, cookies: ['hop=1'] })
    expect(response.text()).toBe('moved')
    expect(response.header('location')).toBe('http://127.0.0.1:1/')
    expect((await http.send({ url: `${first.origin}/nowhere` })).text()).toBe('no location')
  })

  it('keeps the connection over redirects of one host', async () => {
    await egress.close()
    const before = first.connections()
    await http.send({ url: `${first.origin}/chain/5` })
    expect(first.connections() - before).toBeLessThanOrEqual(2)
  })

  it('does not read an endless body of a redirect', async () => {
    await using endless = await startRawServer((socket) => {
      socket.once('data', () => {
        socket.write(
          `HTTP/1.1 302 Found\r\nlocation: ${first.origin}/target\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`,
        )
      })
    })
    await using way = makeEgress({ allow: [`127.0.0.1:${first.port}`, `127.0.0.1:${endless.port}`] })
    expect((await httpOf(way).send({ url: endless.origin })).url).toBe(`${first.origin}/target`)
  })

  it('forgives blanks and raw UTF-8 in a location', async () => {
    await using raw = await startRawServer(
      answering((head) =>
        head.startsWith('GET / ')
          ? Buffer.from('HTTP/1.1 302 Found\r\nlocation: /caf\u00e9 au lait\r\ncontent-length: 0\r\n\r\n', 'utf8')
          : `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`,
      ),
    )
    await using way = makeEgress({ allow: [`127.0.0.1:${raw.port}`] })
    expect((await httpOf(way).send({ url: raw.origin })).url).toBe(`${raw.origin}/caf%C3%A9%20au%20lait`)
  })
})

describe('methods', () => {
  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'a=b'],
    [308, 'POST', 'a=b'],
  ])('%i makes a POST a %s', async (status, method, body) => {
    await http.send({ method: 'POST', url: through('/target', status), form: { a: 'b' } })
    const request = first.requests.at(-1)
    expect(request).toMatchObject({ method, body, url: '/target' })
    expect(request?.headers['content-type']).toBe(body === '' ? undefined : 'application/x-www-form-urlencoded')
  })

  it.each([304, 300])('%i is an answer', async (status) => {
    expect((await http.send({ url: through('/target', status) })).status).toBe(status)
  })
})

describe('headers', () => {
  const secrets = {
    authorization: 'Bearer t',
    cookie: 's=1',
    'x-api-key': 'k',
    'csrf-token': 'c',
    referer: first.origin,
  }
  const request = { headers: { ...secrets, accept: 'application/json', 'accept-language': 'de' } }

  it('stay with the origin', async () => {
    await http.send({ url: through('/target'), ...request })
    expect(first.requests.at(-1)?.headers).toMatchObject(request.headers)
  })

  it('are dropped for another one, but for the harmless', async () => {
    await http.send({ url: through(`${second.origin}/x`), ...request })
    const headers = second.requests.at(-1)?.headers
    expect(headers).toMatchObject({
      accept: 'application/json',
      'accept-language': 'de',
      'user-agent': expect.stringContaining('kiosk'),
    })
    for (const name of Object.keys(secrets)) expect(headers).not.toHaveProperty(name)
  })

  it('do not come back on the way back', async () => {
    await using back = await startServer((_, response) =>
      response.writeHead(302, { location: `${first.origin}/home` }).end(),
    )
    await using way = makeEgress({ allow: [`127.0.0.1:${first.port}`, `127.0.0.1:${back.port}`] })
    await httpOf(way).send({ url: through(back.origin), ...request })
    expect(first.requests.at(-1)?.url).toBe('/home')
    for (const name of Object.keys(secrets)) expect(first.requests.at(-1)?.headers).not.toHaveProperty(name)
  })
})

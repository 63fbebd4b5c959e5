// The playground against a stand-in of the engine that says what it is told and remembers what it got.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SessionVerifier } from '@kiosk/engine'
import { expect, onTestFinished, test } from 'vitest'
import { APP_URL, openSite, SECRET } from './site.ts'

interface Got {
  readonly request: IncomingMessage
  readonly body: Buffer
}

async function standIn(answer: (response: ServerResponse) => void) {
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    got.push({ request, body })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { got, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const IDEMPOTENCY_KEY = 'f2a1c7de-0000-4000-8000-00000000cafe'

test('a call goes out signed for the member, with its headers and bytes, and comes back as it is', async () => {
  const engine = await standIn((response) => {
    response.writeHead(429, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'req_engine',
      'x-quota-limit': '1000',
      'x-quota-cost': '0',
      'x-kiosk-cache': 'MISS',
      'idempotency-replayed': 'true',
      'retry-after': '7',
      'set-cookie': 'stolen=1',
      'access-control-allow-origin': '*',
    })
    response.end('{"spent" : true}')
  })
  const site = await openSite({ engineUrl: engine.url })
  const [ana, ben] = [await site.signUp(), await site.signUp()]
  const headers = {
    ...(await site.join(ana, ben)),
    'idempotency-key': IDEMPOTENCY_KEY,
    'x-proxy-url': 'http://proxy.example.test:3128',
    'x-api-key': 'kiosk_of_somebody',
  }
  const body = '{ "title":  "Tōkyō" }'
  const answer = await ben.ask('POST', '/api/playground/encyclopedia-article.get', { headers, body })

  expect([answer.statusCode, answer.body]).toEqual([429, '{"spent" : true}'])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'req_engine',
    'x-quota-limit': '1000',
    'x-quota-cost': '0',
    'x-kiosk-cache': 'MISS',
    'idempotency-replayed': 'true',
    'retry-after': '7',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')

  const [{ request, body: sent }] = engine.got as [Got]
  expect([request.method, request.url, sent.toString()]).toEqual(['POST', '/encyclopedia-article.get', body])
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': IDEMPOTENCY_KEY,
    'x-proxy-url': 'http://proxy.example.test:3128',
  })
  for (const name of ['cookie', 'x-api-key', 'origin', 'x-kiosk-organization'])
    expect(request.headers).not.toHaveProperty(name)
  const token = String(request.headers['x-kiosk-session'])
  const signed = {
    method: 'POST',
    slug: 'encyclopedia-article.get',
    idempotencyKeys: [IDEMPOTENCY_KEY],
    proxyUrl: 'http://proxy.example.test:3128',
  }
  expect(new SessionVerifier(SECRET, null, site.now).verify(token, signed, site.now)).toBe(ana.organizationId)
})

test.each([
  ['application/x-www-form-urlencoded', 'a=1'],
  ['text/plain', '{}'],
  [undefined, '{"a":1}'],
  ['application/json', '{ no json'],
  ['application/json', ''],
])('a body of type %s is the engine’s to judge: %j', async (type, body) => {
  const engine = await standIn((response) => response.end('{}'))
  const site = await openSite({ engineUrl: engine.url })
  const ana = await site.signUp()
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/playground/screenshot.post',
    headers: { ...ana.headers, ...(type !== undefined && { 'content-type': type }), 'content-encoding': 'gzip' },
    payload: body,
  })
  expect(answer.statusCode).toBe(200)
  const [{ request, body: sent }] = engine.got as [Got]
  expect([sent.toString(), request.headers['content-type'], request.headers['content-encoding']]).toEqual([
    body,
    type,
    'gzip',
  ])
})

test('what is no slug never reaches the engine', async () => {
  const engine = await standIn((response) => response.end('{}'))
  const site = await openSite({ engineUrl: engine.url })
  const ana = await site.signUp()
  for (const slug of ['usage', '..%2Fusage', 'metrics', 'x.get%3Fa=1', 'x.get%2F..%2Fusage', '%00.get', 'UPPER.get']) {
    const answer = await ana.ask('POST', `/api/playground/${slug}`, { body: {} })
    expect([answer.statusCode, answer.json().error.code], slug).toEqual([404, 'OPERATION_NOT_FOUND'])
  }
  expect(engine.got).toEqual([])
})

test('an engine that is away is 503, also where it hangs up', async () => {
  const engine = await standIn((response) => response.destroy())
  const site = await openSite({ engineUrl: engine.url })
  const ana = await site.signUp()
  const ask = () => ana.ask('POST', '/api/playground/screenshot.post', { body: {} })
  const hungUp = await ask()
  engine.server.closeAllConnections()
  await new Promise((resolve) => engine.server.close(resolve))
  const gone = await ask()
  for (const answer of [hungUp, gone]) {
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.body).not.toContain('127.0.0.1')
  }
  expect(site.defects).toEqual([])
})

test('an engine that refuses the app itself does not look like the end of the session', async () => {
  const engine = await standIn((response) => response.writeHead(401).end('{"error":{"code":"UNAUTHORIZED"}}'))
  const site = await openSite({ engineUrl: engine.url })
  const ana = await site.signUp()
  const answer = await ana.ask('POST', '/api/playground/screenshot.post', { body: {} })
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(answer.json().error.message).toContain('KIOSK_SECRET')
})

test('a caller who leaves takes the call along', async () => {
  const engine = await standIn(() => {})
  const site = await openSite({ engineUrl: engine.url })
  const ana = await site.signUp()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((site.app.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = Object.entries({ host: 'a.test', ...ana.headers, 'content-length': '2' })
  socket.write(
    `POST /api/playground/screenshot.post HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n{}`,
  )
  const [, response] = (await once(engine.server, 'request')) as [IncomingMessage, ServerResponse]
  socket.destroy()
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

test('a stranger sends nothing large, and one page of another site nothing at all', async () => {
  const engine = await standIn((response) => response.end('{}'))
  const site = await openSite({ engineUrl: engine.url })
  const ana = await site.signUp()
  const url = '/api/playground/html-to-pdf.post'
  const large = 'x'.repeat(900_000)
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((site.app.server.address() as AddressInfo).port, '127.0.0.1')
  // The body is announced and never sent: only who does not wait for it can answer.
  socket.write(`POST ${url} HTTP/1.1\r\nhost: a.test\r\norigin: ${APP_URL}\r\ncontent-length: 900000\r\n\r\n`)
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 401 /)
  socket.destroy()
  expect(
    (await ana.ask('POST', url, { body: large, headers: { origin: 'https://evil.example.test' } })).statusCode,
  ).toBe(403)
  expect(engine.got).toEqual([])
  expect((await ana.ask('POST', url, { body: large })).statusCode, 'a member does').toBe(200)
  const tooLarge = await ana.ask('POST', url, { body: 'x'.repeat(1024 * 1024 + 1) })
  expect([tooLarge.statusCode, tooLarge.json().error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect(tooLarge.json().error.message).toContain('1048576')
})

test('two headers where one belongs are refused by name', async () => {
  const engine = await standIn((response) => response.end('{}'))
  const site = await openSite({ engineUrl: engine.url })
  const ana = await site.signUp()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((site.app.server.address() as AddressInfo).port, '127.0.0.1')
  const twice = `idempotency-key: ${IDEMPOTENCY_KEY}\r\n`.repeat(2)
  const lines = Object.entries({ host: 'a.test', ...ana.headers, 'content-length': '2', connection: 'close' })
  socket.write(
    `POST /api/playground/screenshot.post HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join('')}${twice}\r\n{}`,
  )
  const answer = (await buffer(socket)).toString()
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('"field":"Idempotency-Key"')
  expect(engine.got).toEqual([])
})

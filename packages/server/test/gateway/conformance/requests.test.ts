// Request ids, addresses, methods, sizes, media types and bodies: steps 1, 4, 6 and 8 of a call.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectDecent, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { type Body, Gateway, type Tenant } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, keyed, OPERATION_ENV, PACKAGE } from '../support/operations.ts'
import { openRaw } from '../support/raw-socket.ts'

const MAX_BODY = 256 * 1024

describe.each(deployments)('requests ($name)', ({ deploy }) => {
  let gateway: Gateway
  let tenant: Tenant
  beforeAll(async () => {
    gateway = await Gateway.start({ deploy, env: OPERATION_ENV })
    tenant = await gateway.tenant()
  })
  afterAll(() => gateway?.close())

  const call = (body: Body, headers: Record<string, string> = {}) => gateway.call(ADDRESS, tenant.key, body, headers)
  const ask = (method: string, path: string) => gateway.send(path, { method, headers: { 'x-api-key': tenant.key } })

  /** `{}` with blanks up to a size. */
  const padded = (bytes: number) => `{${' '.repeat(bytes - 2)}}`

  describe('the request id', () => {
    const requests: [string, () => Promise<Answer>, number][] = [
      ['success', () => call({}), 200],
      ['invalid input', () => call({ x: 1 }), 400],
      ['no key', () => gateway.send(`/${ADDRESS}`), 401],
      ['unknown slug', () => gateway.call('no-such-thing.get', tenant.key), 404],
      ['wrong method', () => ask('PUT', `/${ADDRESS}`), 405],
      ['too large', () => call(padded(MAX_BODY + 1)), 413],
      ['wrong type', () => call('{}', { 'content-type': 'text/plain' }), 415],
      ['preflight', () => gateway.send(`/${ADDRESS}`, { method: 'OPTIONS' }), 204],
      ['health', () => gateway.get('/healthz'), 200],
      ['readiness', () => gateway.get('/readyz'), 200],
      ['catalog', () => gateway.get('/catalog'), 200],
      ['metrics', () => gateway.get('/metrics'), 200],
      ['usage', () => gateway.get('/usage', { 'x-api-key': tenant.key }), 200],
      ['usage without a key', () => gateway.get('/usage'), 401],
    ]
    it.each(requests)('is on %s', async (_, send, status) => {
      const answer = await send()
      expect(answer.status, answer.text).toBe(status)
      expectDecent(answer)
    })

    it('is another one for every request, and grows with time', async () => {
      const ids: string[] = []
      for (let i = 0; i < 20; i++) ids.push(String((await gateway.get('/healthz')).header('x-request-id')))
      expect(new Set(ids).size).toBe(20)
      const times = ids.map((id) => id.slice(4, 17))
      expect(times).toEqual(times.toSorted())
    })
  })

  describe('addresses and methods', () => {
    it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s on an operation is 405 with Allow: POST', async (method) => {
      const answer = await ask(method, `/${ADDRESS}`)
      expect(answer.status).toBe(405)
      expect(answer.header('allow')).toBe('POST')
      expectDecent(answer)
      if (method === 'HEAD') expect(answer.raw.length).toBe(0)
      else expectError(answer, 'METHOD_NOT_ALLOWED')
    })

    it.each(['POST', 'GET', 'DELETE'])('%s on an unknown slug is 404', async (method) => {
      expectError(await ask(method, '/no-such-thing.get'), 'OPERATION_NOT_FOUND')
    })

    it.each(['/', `/${ADDRESS}/`, `/v1/${ADDRESS}`, '/email-generate-address', '/EMAIL-GENERATE-ADDRESS.POST'])(
      'POST %s is 404: the slug is the whole path',
      async (path) => {
        expectError(await ask('POST', path), 'OPERATION_NOT_FOUND')
      },
    )

    it('asks for the key before it says what exists', async () => {
      expectError(await gateway.send('/no-such-thing.get'), 'UNAUTHORIZED')
      expectError(await gateway.send(`/${ADDRESS}`, { method: 'PUT' }), 'UNAUTHORIZED')
    })

    it.each(['/usage', '/catalog', '/healthz', '/readyz', '/metrics'])(
      'POST %s is 405 with Allow: GET',
      async (path) => {
        const answer = await ask('POST', path)
        expectError(answer, 'METHOD_NOT_ALLOWED')
        expect(answer.header('allow')).toContain('GET')
      },
    )

    it('answers HEAD on what GET answers', async () => {
      const answer = await ask('HEAD', '/healthz')
      expect([answer.status, answer.raw.length]).toEqual([200, 0])
    })
  })

  describe('sizes', () => {
    it('takes a body of exactly 256 KiB and refuses one byte more', async () => {
      expectOk(await call(padded(MAX_BODY)))
      const error = expectError(await call(padded(MAX_BODY + 1)), 'PAYLOAD_TOO_LARGE')
      expect(error.details).toEqual({ maxBytes: MAX_BODY })
    })

    it('counts the bytes of a chunked body', async () => {
      const chunk = Buffer.alloc(64 * 1024, ' ')
      const body = ReadableStream.from([Buffer.from('{'), chunk, chunk, chunk, chunk, Buffer.from('}')])
      const headers = { 'x-api-key': tenant.key, 'content-type': 'application/json' }
      expectError(await gateway.send(`/${ADDRESS}`, { headers, body }), 'PAYLOAD_TOO_LARGE')
    })

    it.each([1, 8])('lets the caller of a body of %i MiB read the answer and go on', async (mebibytes) => {
      const connection = await openRaw(gateway.port)
      const head = (length: number) =>
        `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx-api-key: ${tenant.key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
      const length = mebibytes * 1024 * 1024
      connection.send(head(length))
      connection.send(padded(length))
      connection.send(`${head(2)}{}`)
      const [refused, next] = await connection.answers(2)
      connection.socket.destroy()
      expect([refused?.status, next?.status]).toEqual([413, 200])
    })

    it('claims no Idempotency-Key for a body it did not read', async () => {
      const headers = keyed()
      expectError(await call(padded(MAX_BODY + 1), headers), 'PAYLOAD_TOO_LARGE')
      const answer = expectOk(await call({}, headers))
      expect(answer.isReplay).toBe(false)
    })
  })

  describe('media types', () => {
    it.each([
      ['text/plain', undefined],
      ['application/x-www-form-urlencoded', undefined],
      ['multipart/form-data; boundary=x', undefined],
      ['application/jsonp', undefined],
      ['application/json; charset=utf-16', undefined],
      ['application/json', 'gzip'],
      ['application/json', 'br, gzip'],
    ])('%s with content-encoding %s is 415', async (type, encoding) => {
      const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
      expectError(await call('{}', headers), 'UNSUPPORTED_MEDIA_TYPE')
    })

    it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
      '%s is JSON',
      async (type) => {
        expectOk(await call('{}', { 'content-type': type }))
      },
    )
  })

  describe('bodies', () => {
    it('takes an empty body for {}', async () => {
      expectOk(await call(''))
    })

    it.each<[string, Body]>([
      ['no JSON', '{"a":'],
      ['an array', '[]'],
      ['null', 'null'],
      ['a text', '"{}"'],
      ['a number', '1'],
      ['a second document', '{}{}'],
      ['half a surrogate pair', '{"title":"\\ud800"}'],
      ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
      ['a comment', '{/* */}'],
    ])('refuses %s', async (_, body) => {
      expect(expectError(await gateway.call(ARTICLE, tenant.key, body), 'INVALID_INPUT').field).toBe('body')
    })

    it.each<[string, string, Body, string]>([
      ['missing', ARTICLE, {}, 'title'],
      ['of a wrong kind', ARTICLE, { title: 7 }, 'title'],
      ['null', ARTICLE, { title: null }, 'title'],
      ['too short', ARTICLE, { title: '' }, 'title'],
      ['too long', ARTICLE, { title: 'x'.repeat(256) }, 'title'],
      ['of a wrong form', ARTICLE, { title: 'Kyoto', language: 'E N' }, 'language'],
      ['unknown', ARTICLE, { title: 'Kyoto', lang: 'en' }, 'lang'],
      ['unknown beside none', ADDRESS, { extra: true }, 'extra'],
      ['of another form', PACKAGE, { name: '../../etc' }, 'name'],
      ['a prototype', ARTICLE, '{"title":"Kyoto","__proto__":{"language":"de"}}', '__proto__'],
    ])('names a field that is %s', async (_, slug, body, field) => {
      const error = expectError(await gateway.call(slug, tenant.key, body), 'INVALID_INPUT')
      expect(error.field).toBe(field)
      expect(error.message).toMatch(new RegExp(`^${field}: `))
    })

    it('refuses before it spends', async () => {
      const { key } = await gateway.tenant({ plan: 'business' })
      const answer = await gateway.call(ARTICLE, key, { title: 7 })
      expectError(answer, 'INVALID_INPUT')
      expect(answer.cost).toBe(0)
      expect(await gateway.used(key)).toBe(0)
    })
  })
})

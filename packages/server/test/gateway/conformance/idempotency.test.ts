// Idempotency-Keys: the whole table of the specification, except what needs a restart.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Tenant } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, fresh, keyed, OPERATION_ENV, PACKAGE } from '../support/operations.ts'
import { exchangeRaw } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'
import { packageDocument, replyWith, startUpstream, type Upstream } from '../support/upstream.ts'

const MAX_STORED = 100 * 1024

/** The second answer to one key is the first one again: same status and bytes, marked, without quota headers. */
function expectReplay(replay: Answer, first: Answer): void {
  expect(replay.isReplay).toBe(true)
  expect(replay.status).toBe(first.status)
  expect(replay.raw.equals(first.raw)).toBe(true)
  expect(replay.header('content-type')).toBe(first.header('content-type'))
  expect(replay.header('x-kiosk-cache')).toBe(first.header('x-kiosk-cache'))
  expect(replay.header('x-request-id')).not.toBe(first.header('x-request-id'))
  const quota = [...replay.headers.keys()].filter((name) => /^(?:x-quota-|ratelimit)/.test(name))
  expect(quota).toEqual([])
}

describe.each(deployments)('idempotency ($name)', ({ deploy }) => {
  let upstream: Upstream
  let gateway: Gateway
  let tenant: Tenant
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({ deploy, env: { ...OPERATION_ENV, ...upstream.env } })
    tenant = await gateway.tenant()
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  const address = (headers: Record<string, string>, body = '{}', key = tenant.key) =>
    gateway.call(ADDRESS, key, body, headers)

  describe('a stored answer', () => {
    it('is replayed byte for byte, runs nothing and costs nothing', async () => {
      const { key } = await gateway.tenant({ plan: 'business' })
      const headers = keyed()
      const first = expectOk(await address(headers, '{}', key))
      expect([first.isReplay, first.cost]).toEqual([false, 1])
      for (let i = 0; i < 3; i++) expectReplay(await address(headers, '{}', key), first)
      expect(await gateway.used(key)).toBe(1)
    })

    it('keeps the mark of the cache', async () => {
      const [body, headers] = [{ title: fresh('Kept') }, keyed()]
      const first = expectOk(await gateway.call(ARTICLE, tenant.key, body, headers))
      expect(first.cache).toBe('MISS')
      expectReplay(await gateway.call(ARTICLE, tenant.key, body, headers), first)
    })

    it('is replayed to every key of the organization, and to no other organization', async () => {
      const headers = keyed()
      const first = expectOk(await address(headers))
      expectReplay(await address(headers, '{}', await gateway.newKey(tenant.id)), first)
      const other = await gateway.tenant()
      const theirs = expectOk(await address(headers, '{}', other.key))
      expect(theirs.isReplay).toBe(false)
      expect(theirs.raw.equals(first.raw)).toBe(false)
    })

    it.each([
      ['400', ADDRESS, '{"x":1}', 400],
      ['400 of a body that does not parse', ADDRESS, '{"x":', 400],
      ['404 of the upstream', PACKAGE, '{"name":"no-such-kite"}', 404],
      ['502', PACKAGE, '{"name":"broken-kite"}', 502],
    ])('may be a %s, unless it is 429 or 5xx', async (_, slug, body, status) => {
      upstream.script('no-such-kite', replyWith(404, {}))
      upstream.script('broken-kite', replyWith(500, {}))
      const headers = keyed()
      const first = await gateway.call(slug, tenant.key, body, headers)
      const second = await gateway.call(slug, tenant.key, body, headers)
      expect([first.status, second.status]).toEqual([status, status])
      if (status < 500) expectReplay(second, first)
      else expect(second.isReplay).toBe(false)
    })

    it('may be a 415', async () => {
      const headers = { ...keyed(), 'content-type': 'text/plain' }
      const first = await address(headers)
      expectError(first, 'UNSUPPORTED_MEDIA_TYPE')
      expectReplay(await address(headers), first)
    })

    it('is not replayed to another body, and stays', async () => {
      const headers = keyed()
      const first = expectOk(await address(headers, '{}'))
      for (const body of ['{ }', '', '{}\n', '{"x":1}']) {
        expectError(await address(headers, body), 'IDEMPOTENCY_KEY_REUSED')
      }
      expectReplay(await address(headers, '{}'), first)
    })

    it('is not replayed to another operation', async () => {
      const [headers, body] = [keyed(), { title: fresh('Reused') }]
      const first = expectOk(await gateway.call(ARTICLE, tenant.key, body, headers))
      expectError(await gateway.call(PACKAGE, tenant.key, body, headers), 'IDEMPOTENCY_KEY_REUSED')
      expectReplay(await gateway.call(ARTICLE, tenant.key, body, headers), first)
    })
  })

  describe('the length of a key', () => {
    it.each([1, 35, 256, 1000])('%i characters are refused', async (length) => {
      expect(expectError(await address(keyed('k'.repeat(length))), 'INVALID_INPUT').field).toBe('Idempotency-Key')
    })

    it('none are refused', async () => {
      expect(expectError(await address(keyed('')), 'INVALID_INPUT').field).toBe('Idempotency-Key')
    })

    it.each([36, 255])('%i characters are a key', async (length) => {
      const headers = keyed(randomUUID().padEnd(length, 'k'))
      const first = expectOk(await address(headers))
      expectReplay(await address(headers), first)
    })

    it('may be of any characters that a header takes', async () => {
      const headers = keyed(`${randomUUID()} ~!@#$%^&*(),;:"' caf\u00e9`)
      const first = expectOk(await address(headers))
      expectReplay(await address(headers), first)
    })

    it('does not make two equal headers one', async () => {
      const line = `idempotency-key: ${randomUUID()}\r\n`
      const [answer] = await exchangeRaw(
        gateway.port,
        `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx-api-key: ${tenant.key}\r\n${line}${line}connection: close\r\ncontent-length: 2\r\n\r\n{}`,
      )
      if (answer === undefined) throw new Error('no answer')
      expect(expectError(answer, 'INVALID_INPUT').field).toBe('Idempotency-Key')
    })
  })

  describe('while the first request runs', () => {
    it('the same request is 409 with Retry-After: 1, another one is 409 as well', async () => {
      const title = fresh('Running')
      const headers = keyed()
      const gate = upstream.hold(title)
      const first = await gateway.begin(ARTICLE, tenant.key, { title }, headers)
      await gate.arrived()
      const again = await gateway.call(ARTICLE, tenant.key, { title }, headers)
      expectError(again, 'IDEMPOTENCY_IN_FLIGHT')
      expect(again.header('retry-after')).toBe('1')
      expectError(await gateway.call(ARTICLE, tenant.key, { title: 'x' }, headers), 'IDEMPOTENCY_KEY_REUSED')
      expectError(await address(headers), 'IDEMPOTENCY_KEY_REUSED')
      gate.open()
      const answer = expectOk(await first.answer)
      expectReplay(await gateway.call(ARTICLE, tenant.key, { title }, headers), answer)
      expect(upstream.hits(title)).toBe(1)
    })

    it('its caller may leave: it is finished, billed and stored', async () => {
      const { key } = await gateway.tenant({ plan: 'business' })
      const title = fresh('Left')
      const headers = keyed()
      const gate = upstream.hold(title)
      const first = await gateway.begin(ARTICLE, key, { title }, headers)
      await gate.arrived()
      first.leave()
      await expect(first.answer).rejects.toThrow()
      expectError(await gateway.call(ARTICLE, key, { title }, headers), 'IDEMPOTENCY_IN_FLIGHT')
      gate.open()
      let replay = await gateway.call(ARTICLE, key, { title }, headers)
      for (let tries = 0; replay.status === 409 && tries < 200; tries++) {
        replay = await gateway.call(ARTICLE, key, { title }, headers)
      }
      expectOk(replay)
      expect([replay.isReplay, replay.cache, upstream.hits(title)]).toEqual([true, 'MISS', 1])
      expect(await gateway.used(key)).toBe(1)
    })

    it.each([100, 300])('%i identical requests at once run once', async (count) => {
      const { key } = await gateway.tenant({ plan: 'unlimited' })
      const headers = keyed()
      const answers = await Promise.all(Array.from({ length: count }, () => address(headers, '{}', key)))
      const successes = answers.filter(({ status }) => status === 200)
      expect(successes.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
      expect(new Set(successes.map(({ text }) => text)).size).toBe(1)
      for (const answer of answers) if (answer.status !== 200) expectError(answer, 'IDEMPOTENCY_IN_FLIGHT')
      expect(await gateway.used(key)).toBe(1)
    })
  })

  describe('a key is free again', () => {
    it('after a 5xx, so that a retry runs', async () => {
      const name = fresh('mended')
      const headers = keyed()
      upstream.script(name, replyWith(500, {}))
      expectError(await gateway.call(PACKAGE, tenant.key, { name }, headers), 'UPSTREAM_ERROR')
      upstream.script(name, replyWith(200, packageDocument(name)))
      const retry = expectOk(await gateway.call(PACKAGE, tenant.key, { name }, headers))
      expect([retry.isReplay, retry.cost]).toEqual([false, 1])
    })

    it('after a 5xx, also for another body', async () => {
      const headers = keyed()
      upstream.script('down', replyWith(500, {}))
      expectError(await gateway.call(PACKAGE, tenant.key, { name: 'down' }, headers), 'UPSTREAM_ERROR')
      expectOk(await address(headers))
    })

    it('after a 429', async () => {
      const poor = await gateway.tenant({ plan: 'business', quota: 0 })
      const headers = keyed()
      expectError(await address(headers, '{}', poor.key), 'QUOTA_EXCEEDED')
      await (await gateway.deployment.directory()).setPlan(poor.slug, 'unlimited', null)
      const retry = await until('the new plan', async () => {
        const answer = await address(headers, '{}', poor.key)
        return answer.status === 429 ? null : answer
      })
      expect(expectOk(retry).isReplay).toBe(false)
    })

    it('after an answer over 100 KB, but not after one of exactly as much', async () => {
      const answerOf = async (length: number) => {
        const name = `size-${length}`
        upstream.script(name, replyWith(200, packageDocument(name, { summary: 'x'.repeat(length) })))
        const headers = keyed()
        const first = expectOk(await gateway.call(PACKAGE, tenant.key, { name }, headers))
        return { first, again: await gateway.call(PACKAGE, tenant.key, { name }, headers) }
      }
      const overhead = (await answerOf(100_000)).first.raw.length - 100_000
      const fits = await answerOf(MAX_STORED - overhead)
      expect(fits.first.raw.length).toBe(MAX_STORED)
      expectReplay(fits.again, fits.first)
      const exceeds = await answerOf(MAX_STORED - overhead + 1)
      expect(exceeds.first.raw.length).toBe(MAX_STORED + 1)
      expect([exceeds.again.isReplay, exceeds.again.cache]).toEqual([false, 'HIT'])
    })
  })
})

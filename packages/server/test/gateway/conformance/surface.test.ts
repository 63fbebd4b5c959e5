// What the engine serves beside operations, and what browsers may do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, expectDecent, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Tenant } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, fresh, keyed, OPERATION_ENV, PACKAGE } from '../support/operations.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'

const catalog = z.strictObject({
  service: z.literal('kiosk'),
  version: z.string().min(1),
  degraded: z.literal(false),
  generatedAt: z.iso.datetime(),
  baseUrl: z.url(),
  operations: z.array(
    z.strictObject({
      slug: z.string().regex(/^[a-z0-9-]+\.(?:get|post)$/),
      id: z.string(),
      title: z.string().min(1),
      description: z.string().min(1),
      category: z.string(),
      tags: z.array(z.string()),
      units: z.int().min(1),
      timeoutSec: z.int().min(1),
      cacheSec: z.int().min(0),
      access: z.enum(['public', 'credentials', 'account']),
      inputSchema: z.looseObject({ type: z.literal('object'), additionalProperties: z.literal(false) }),
      outputSchema: z.looseObject({ type: z.literal('object') }),
      examples: z
        .array(
          z.strictObject({
            title: z.string(),
            input: z.record(z.string(), z.unknown()),
            output: z.unknown().optional(),
            fails: z.string().optional(),
          }),
        )
        .min(1),
    }),
  ),
})

describe.each(deployments)('the surface ($name)', ({ deploy }) => {
  let upstream: Upstream
  let gateway: Gateway
  let tenant: Tenant
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({ deploy, env: { ...OPERATION_ENV, ...upstream.env } })
    tenant = await gateway.tenant({ plan: 'business' })
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  describe('GET /catalog', () => {
    it('needs no key and describes every operation', async () => {
      const answer = expectOk(await gateway.get('/catalog'))
      const { operations, baseUrl } = catalog.parse(answer.json)
      expect(baseUrl).toBe(gateway.baseUrl)
      const slugs = operations.map(({ slug }) => slug)
      expect(slugs).toEqual([...new Set(slugs)])
      expect(slugs).toEqual(expect.arrayContaining([ADDRESS, ARTICLE, PACKAGE]))
      expect(answer.header('cache-control')).toBe('public, max-age=30')
    })

    it('names slugs that are served, and nothing else is', async () => {
      const { operations } = catalog.parse((await gateway.get('/catalog')).json)
      const { key } = await gateway.tenant()
      for (const { slug } of operations) {
        // An unknown field is refused by every schema, so nothing runs.
        expectError(await gateway.call(slug, key, { noSuchField: 1 }), 'INVALID_INPUT')
      }
    })

    it('gives the weights and windows of the specification', async () => {
      const { operations } = catalog.parse((await gateway.get('/catalog')).json)
      const row = (slug: string) => {
        const found = operations.find((operation) => operation.slug === slug)
        return found && [found.units, found.timeoutSec, found.cacheSec]
      }
      expect(row(ARTICLE)).toEqual([1, 15, 3600])
      expect(row(PACKAGE)).toEqual([1, 15, 300])
      expect(row('codehost-repo-contributors.get')).toEqual([1, 30, 300])
      expect(row('currency-convert.get')).toEqual([1, 12, 600])
    })
  })

  describe('health', () => {
    it('says that it lives and is ready', async () => {
      const alive = expectOk(await gateway.get('/healthz'))
      expect(alive.json).toMatchObject({ status: 'ok', service: 'kiosk', role: 'engine' })
      expect(alive.json).not.toHaveProperty('sandbox')
      expect(alive.header('x-kiosk-sandbox')).toBeNull()
      expect(expectOk(await gateway.get('/readyz')).json).toMatchObject({ status: 'ready', checks: { store: 'ok' } })
    })
  })

  describe('GET /metrics', () => {
    it('counts calls by operation and outcome, and never by organization or key', async () => {
      const title = fresh('Counted')
      await gateway.call(ARTICLE, tenant.key, { title })
      await gateway.call(ARTICLE, tenant.key, { title })
      const headers = keyed()
      await gateway.call(ADDRESS, tenant.key, {}, headers)
      await gateway.call(ADDRESS, tenant.key, {}, headers)
      await gateway.call(ADDRESS, tenant.key, { x: 1 })
      const answer = expectOk(await gateway.get('/metrics'))
      expect(answer.header('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
      const line = (labels: Record<string, string>) =>
        answer.text
          .split('\n')
          .find(
            (text) =>
              text.startsWith('kiosk_calls_total{') &&
              Object.entries(labels).every(([name, value]) => text.includes(`${name}="${value}"`)),
          )
      expect(line({ operation: ARTICLE, status: '200', cache: 'HIT' })).toMatch(/ [1-9]\d*$/)
      expect(line({ operation: ARTICLE, status: '200', cache: 'MISS' })).toMatch(/ [1-9]\d*$/)
      expect(line({ operation: ADDRESS, status: '200', replayed: 'true' })).toMatch(/ [1-9]\d*$/)
      expect(line({ operation: ADDRESS, status: '400', code: 'INVALID_INPUT' })).toMatch(/ [1-9]\d*$/)
      expect(answer.text).toMatch(/^kiosk_units_total\{operation="encyclopedia-article.get"\} [1-9]/m)
      for (const told of [tenant.id, tenant.slug, tenant.key.slice(0, 12), title])
        expect(answer.text).not.toContain(told)
    })

    it.each([
      ['x-forwarded-for', '127.0.0.1'],
      ['forwarded', 'for=127.0.0.1'],
    ])('is not shown to whoever a reverse proxy on this machine speaks for: %s', async (name, value) => {
      expectError(await gateway.get('/metrics', { [name]: value }), 'UNAUTHORIZED')
    })

    it('has no more series after a thousand unknown slugs', async () => {
      const series = async () =>
        (await gateway.get('/metrics')).text.split('\n').filter((l) => l.startsWith('kiosk_calls_total{')).length
      await gateway.call('no-such-thing.get', tenant.key)
      const before = await series()
      const { key } = await gateway.tenant()
      await Promise.all(Array.from({ length: 200 }, (_, i) => gateway.call(`no-such-thing-${i}.get`, key)))
      expect(await series()).toBe(before)
    })
  })

  describe('CORS', () => {
    const preflight = (path: string, method: string) =>
      gateway.send(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example.test',
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type,idempotency-key,x-api-key,x-proxy-url',
        },
      })
    const list = (answer: Answer, name: string) =>
      (answer.header(name) ?? '')
        .split(',')
        .map((item) => item.trim().toLowerCase())
        .sort()

    it.each([
      [`/${ADDRESS}`, 'POST'],
      ['/usage', 'GET'],
      ['/catalog', 'GET'],
      ['/no-such-thing.get', 'POST'],
    ])('answers a preflight for %s without a key', async (path, method) => {
      const answer = await preflight(path, method)
      expect([answer.status, answer.raw.length]).toEqual([204, 0])
      expectDecent(answer)
      expect(list(answer, 'access-control-allow-methods')).toEqual(['get', 'post'])
      expect(list(answer, 'access-control-allow-headers')).toEqual([
        'content-type',
        'idempotency-key',
        'x-api-key',
        'x-proxy-url',
      ])
      expect(answer.header('access-control-max-age')).toBe('86400')
    })

    it.each([
      ['a success', () => gateway.call(ADDRESS, tenant.key, {}, { origin: 'https://app.example.test' }), 200],
      ['a refusal', () => gateway.call(ADDRESS, 'kiosk_wrong', {}, { origin: 'null' }), 401],
      ['/usage', () => gateway.get('/usage', { 'x-api-key': tenant.key, origin: 'http://127.0.0.1:1' }), 200],
    ])('lets any origin read %s', async (_, send, status) => {
      const answer = await send()
      expect(answer.status).toBe(status)
      expectDecent(answer)
      expect(list(answer, 'access-control-expose-headers')).toEqual([
        'idempotency-replayed',
        'retry-after',
        'x-quota-cost',
        'x-quota-limit',
        'x-quota-remaining',
        'x-quota-reset',
        'x-quota-used',
        'x-request-id',
      ])
    })

    it('sets and reads no cookies', async () => {
      const answer = await gateway.send(`/${ADDRESS}`, { headers: { cookie: `x-api-key=${tenant.key}` }, body: {} })
      expectError(answer, 'UNAUTHORIZED')
      expect(answer.header('set-cookie')).toBeNull()
    })

    it('keeps answers out of shared caches and out of guesses', async () => {
      const answer = expectOk(await gateway.call(ADDRESS, tenant.key))
      expect(answer.header('cache-control')).toBe('no-store')
      expect(answer.header('x-content-type-options')).toBe('nosniff')
      expect(answer.header('server')).toBeNull()
      expect(answer.header('x-powered-by')).toBeNull()
    })
  })
})

describe.each(deployments)('settings of an operator ($name)', ({ deploy }) => {
  let gateway: Gateway
  beforeAll(async () => {
    const env = {
      ...OPERATION_ENV,
      KIOSK_METRICS_TOKEN: METRICS_TOKEN,
      KIOSK_PROVIDERS_DISABLED: 'pkgindex, microblog',
    }
    gateway = await Gateway.start({ deploy, env })
  })
  afterAll(() => gateway?.close())

  const ELSEWHERE = { 'x-forwarded-for': '192.0.2.7' }

  it.each([undefined, 'Bearer wrong', METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`, 'Bearer '])(
    'KIOSK_METRICS_TOKEN: authorization %s is refused to whoever comes from elsewhere',
    async (authorization) => {
      const answer = await gateway.get('/metrics', {
        ...ELSEWHERE,
        ...(authorization !== undefined && { authorization }),
      })
      expectError(answer, 'UNAUTHORIZED')
      expect(answer.text).not.toContain('kiosk_calls_total')
    },
  )

  it('KIOSK_METRICS_TOKEN: the token opens from elsewhere; loopback needs none', async () => {
    const headers = { ...ELSEWHERE, authorization: `Bearer ${METRICS_TOKEN}` }
    expect(expectOk(await gateway.get('/metrics', headers)).text).toContain('kiosk_calls_total')
    expect(expectOk(await gateway.get('/metrics')).text).toContain('kiosk_calls_total')
  })

  it('KIOSK_PROVIDERS_DISABLED: their operations do not exist', async () => {
    const { key } = await gateway.tenant()
    expectError(await gateway.call(PACKAGE, key, { name: 'flask' }), 'OPERATION_NOT_FOUND')
    expectOk(await gateway.call(ADDRESS, key))
    const { operations } = catalog.parse((await gateway.get('/catalog')).json)
    expect(operations.filter(({ slug }) => /^(?:pkgindex|microblog)-/.test(slug))).toEqual([])
    expect(operations.map(({ slug }) => slug)).toContain(ADDRESS)
  })
})

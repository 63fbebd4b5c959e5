// Units, rates, and the headers and the document that tell of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, fresh, keyed, OPERATION_ENV } from '../support/operations.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

/** Seconds by which the clock may go on between a call and the look at it. */
const CLOCK_SLACK_SEC = 60

describe.each(deployments)('quota and rate ($name)', ({ deploy }) => {
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({ deploy, env: { ...OPERATION_ENV, ...upstream.env } })
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  const together = (count: number, key: string, headers: () => Record<string, string> = () => ({})) =>
    Promise.all(Array.from({ length: count }, () => gateway.call(ADDRESS, key, {}, headers())))

  function monthEnd(): { iso: string; inSec: number } {
    const now = new Date()
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    return { iso: new Date(end).toISOString().replace('.000Z', 'Z'), inSec: (end - now.getTime()) / 1000 }
  }

  describe('the monthly quota', () => {
    it('is exact at its edge, whatever runs at once', async () => {
      const { key } = await gateway.tenant({ plan: 'unlimited', quota: 25 })
      const answers = await together(100, key)
      const [granted, refused] = [
        answers.filter(({ status }) => status === 200),
        answers.filter(({ status }) => status !== 200),
      ]
      expect(granted).toHaveLength(25)
      for (const answer of refused) expectError(answer, 'QUOTA_EXCEEDED')
      expect((await gateway.usage(key)).quota).toMatchObject({ limit: 25, used: 25, remaining: 0 })
    })

    it('is exact under Idempotency-Keys, too', async () => {
      const { key } = await gateway.tenant({ plan: 'unlimited', quota: 10 })
      const answers = await together(40, key, keyed)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
      expect(await gateway.used(key)).toBe(10)
    })

    it('is pooled across the keys of an organization', async () => {
      const tenant = await gateway.tenant({ plan: 'unlimited', quota: 5 })
      const keys = [tenant.key, await gateway.newKey(tenant.id), await gateway.newKey(tenant.id)]
      const answers = (await Promise.all(keys.map((key) => together(5, key)))).flat()
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    })

    it('says what is missing and when to come back', async () => {
      const { key } = await gateway.tenant({ plan: 'business', quota: 0 })
      const answer = await gateway.call(ADDRESS, key)
      const error = expectError(answer, 'QUOTA_EXCEEDED')
      const { iso, inSec } = monthEnd()
      expect(error.details).toEqual({ cost: 1, limit: 0, remaining: 0, resetsAt: iso })
      const wait = Number(answer.header('retry-after'))
      expect(Math.abs(wait - inSec)).toBeLessThan(CLOCK_SLACK_SEC)
      expect(answer.cost).toBe(0)
    })

    it('is given back by what fails', async () => {
      const { key } = await gateway.tenant({ plan: 'business', quota: 1 })
      upstream.script('gone-up', (_request, response) => void response.writeHead(500).end())
      const failing = await gateway.call('pkgindex-package.get', key, { name: 'gone-up' })
      expectError(failing, 'UPSTREAM_ERROR')
      expectOk(await gateway.call(ADDRESS, key))
      expectError(await gateway.call(ADDRESS, key), 'QUOTA_EXCEEDED')
    })
  })

  describe('headers', () => {
    const quotaOf = (answer: Answer) =>
      ['limit', 'used', 'remaining', 'cost'].map((name) => answer.header(`x-quota-${name}`))

    it('count the call itself', async () => {
      const { key } = await gateway.tenant({ plan: 'team' })
      const first = expectOk(await gateway.call(ADDRESS, key))
      expect(quotaOf(first)).toEqual(['50000', '1', '49999', '1'])
      expect(first.header('x-quota-reset')).toBe(monthEnd().iso)
      expect(quotaOf(await gateway.call(ADDRESS, key))).toEqual(['50000', '2', '49998', '1'])
      expect(quotaOf(await gateway.call(ADDRESS, key, { x: 1 }))).toEqual(['50000', '2', '49998', '0'])
      expect(quotaOf(await gateway.call('no-such-thing.get', key))).toEqual(['50000', '2', '49998', '0'])
    })

    it('say the same in the form of the IETF draft', async () => {
      const { key } = await gateway.tenant({ plan: 'team' })
      const answer = expectOk(await gateway.call(ADDRESS, key))
      expect(answer.header('ratelimit-policy')).toMatch(
        /^"monthly";q=50000;w=(?:24192|25056|25920|26784)00;qu="units", "burst";q=50;w=2$/,
      )
      const state = /^"monthly";r=49999;t=(\d+), "burst";r=(\d+);t=\d+$/.exec(answer.header('ratelimit') ?? '')
      expect(Math.abs(Number(state?.[1]) - monthEnd().inSec)).toBeLessThan(CLOCK_SLACK_SEC)
      expect(Number(state?.[2])).toBeLessThan(50)
    })

    it('leave the limit out where there is none', async () => {
      const { key } = await gateway.tenant({ plan: 'unlimited' })
      const answer = expectOk(await gateway.call(ADDRESS, key))
      expect(quotaOf(answer)).toEqual([null, '1', null, '1'])
      expect(answer.header('ratelimit-policy')).toBeNull()
      expect((await gateway.usage(key)).quota).toMatchObject({ limit: null, remaining: null, used: 1 })
    })

    it('are an override where an operator set one', async () => {
      const { key } = await gateway.tenant({ plan: 'unlimited', quota: 7 })
      expect(quotaOf(expectOk(await gateway.call(ADDRESS, key)))).toEqual(['7', '1', '6', '1'])
    })

    it('are on no 401', async () => {
      const answer = await gateway.call(ADDRESS, 'kiosk_wrong')
      expect([...answer.headers.keys()].filter((name) => /quota|ratelimit/.test(name))).toEqual([])
    })
  })

  describe('/usage', () => {
    it('tells what was spent on what', async () => {
      const tenant = await gateway.tenant({ plan: 'team' })
      const title = fresh('Used')
      for (let i = 0; i < 3; i++) await gateway.call(ADDRESS, tenant.key)
      for (let i = 0; i < 3; i++) await gateway.call(ARTICLE, tenant.key, { title })
      const headers = keyed()
      for (let i = 0; i < 2; i++) await gateway.call(ADDRESS, tenant.key, {}, headers)
      await gateway.call(ADDRESS, tenant.key, { x: 1 })
      expect(await gateway.usage(tenant.key)).toEqual({
        organization: { id: tenant.id, name: expect.stringMatching(/^Tenant/), plan: 'team' },
        period: new Date().toISOString().slice(0, 7),
        quota: { limit: 50_000, used: 5, remaining: 49_995, resetsAt: monthEnd().iso },
        operations: [
          { slug: ADDRESS, calls: 4, units: 4, cacheHits: 0 },
          { slug: ARTICLE, calls: 3, units: 1, cacheHits: 2 },
        ],
      })
    })

    it('carries the headers of the quota, but no cost', async () => {
      const { key } = await gateway.tenant({ plan: 'team' })
      const answer = await gateway.get('/usage', { 'x-api-key': key })
      expect(answer.header('x-quota-limit')).toBe('50000')
      expect(answer.header('x-quota-used')).toBe('0')
      expect(answer.header('x-quota-cost')).toBeNull()
      expect(answer.header('ratelimit')).toContain('"monthly";r=50000;')
    })
  })

  describe('the rate', () => {
    it('is a bucket of twice the rate, at least 10', async () => {
      const { key } = await gateway.tenant({ plan: 'free' })
      const started = performance.now()
      const answers = await together(60, key)
      const refilled = Math.ceil(((performance.now() - started) / 1000) * 5)
      const granted = answers.filter(({ status }) => status === 200)
      expect(granted.length).toBeGreaterThanOrEqual(10)
      expect(granted.length).toBeLessThanOrEqual(10 + refilled)
      const refused = answers.find(({ status }) => status === 429)
      if (refused === undefined) throw new Error('nothing was refused')
      expect(expectError(refused, 'RATE_LIMITED').details).toEqual({ ratePerSec: 5 })
      expect(Number(refused.header('retry-after'))).toBeGreaterThanOrEqual(1)
      expect([refused.cost, await gateway.used(key)]).toEqual([0, granted.length])
    })

    it('does not count /usage, and knows no limit where the plan has none', async () => {
      const { key } = await gateway.tenant({ plan: 'guest' })
      const looks = await Promise.all(Array.from({ length: 40 }, () => gateway.get('/usage', { 'x-api-key': key })))
      expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
      expectOk(await gateway.call(ADDRESS, key))
      const unlimited = await gateway.tenant({ plan: 'unlimited' })
      const answers = await together(100, unlimited.key)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    })

    it('stands before the operation: unknown slugs count', async () => {
      const { key } = await gateway.tenant({ plan: 'guest' })
      const answers = await Promise.all(Array.from({ length: 40 }, () => gateway.call('no-such-thing.get', key)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
    })

    it('of one organization is nothing to another', async () => {
      const [loud, quiet] = [await gateway.tenant({ plan: 'guest' }), await gateway.tenant({ plan: 'guest' })]
      await together(40, loud.key)
      expectOk(await gateway.call(ADDRESS, quiet.key))
    })
  })
})

// What outlives the process, how it stops, and what happens while its store cannot write.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, fresh, keyed, OPERATION_ENV } from '../support/operations.ts'
import { until } from '../support/until.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const DRAIN_BOUND_MS = 35_000

describe.each(deployments)('the life of a process ($name)', ({ deploy }) => {
  let upstream: Upstream
  let gateway: Gateway
  let env: Record<string, string>
  beforeAll(async () => {
    upstream = await startUpstream()
    env = { ...OPERATION_ENV, ...upstream.env }
    gateway = await Gateway.start({ deploy, env })
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  function expectReplay(replay: Answer, first: Answer): void {
    expect(replay.isReplay, replay.text).toBe(true)
    expect([replay.status, replay.text]).toEqual([first.status, first.text])
  }

  it('units, keys and stored answers survive a restart', async () => {
    const tenant = await gateway.tenant({ plan: 'business' })
    const [success, failure] = [keyed(), keyed()]
    const first = expectOk(await gateway.call(ADDRESS, tenant.key, {}, success))
    const refused = await gateway.call(ADDRESS, tenant.key, { x: 1 }, failure)
    await gateway.restart()
    expect(await gateway.used(tenant.key)).toBe(1)
    expectReplay(await gateway.call(ADDRESS, tenant.key, {}, success), first)
    expectReplay(await gateway.call(ADDRESS, tenant.key, { x: 1 }, failure), refused)
    expect((await gateway.usage(tenant.key)).operations).toEqual([{ slug: ADDRESS, calls: 1, units: 1, cacheHits: 0 }])
  })

  it('SIGTERM lets what runs finish, settles it and exits with 0', async () => {
    const tenant = await gateway.tenant({ plan: 'business' })
    const title = fresh('Draining')
    const [kept, left] = [keyed(), keyed()]
    const gate = upstream.hold(title)
    const running = await gateway.begin(ARTICLE, tenant.key, { title }, kept)
    // One whose caller has gone is finished, too.
    const abandoned = await gateway.begin(ARTICLE, tenant.key, { title, language: 'de' }, left)
    await gate.arrived(2)
    abandoned.leave()
    const started = performance.now()
    const exit = gateway.stop()
    await until('it accepts no more', async () => (await gateway.get('/healthz').catch(() => null)) === null || null)
    gate.open()
    const answer = expectOk(await running.answer)
    expect(answer.header('connection')).toBe('close')
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(performance.now() - started).toBeLessThan(DRAIN_BOUND_MS)
    await gateway.restart()
    expect(await gateway.used(tenant.key)).toBe(2)
    expectReplay(await gateway.call(ARTICLE, tenant.key, { title }, kept), answer)
    expect((await gateway.call(ARTICLE, tenant.key, { title, language: 'de' }, left)).isReplay).toBe(true)
  })

  it('SIGTERM ends an idle server at once, whatever connections are kept open', async () => {
    await Promise.all(Array.from({ length: 20 }, () => gateway.get('/healthz')))
    const started = performance.now()
    expect(await gateway.stop()).toEqual({ code: 0, signal: null })
    expect(performance.now() - started).toBeLessThan(10_000)
    await gateway.restart()
  })

  it('a crash frees the keys of reads that were under way, and their units', async () => {
    const tenant = await gateway.tenant({ plan: 'unlimited', quota: 1 })
    const title = fresh('Crashed')
    const headers = keyed()
    const gate = upstream.hold(title)
    const running = await gateway.begin(ARTICLE, tenant.key, { title }, headers)
    await gate.arrived()
    expect(await gateway.used(tenant.key)).toBe(1)
    await gateway.kill9()
    await expect(running.answer).rejects.toThrow()
    await gateway.restart()
    expect(await gateway.used(tenant.key)).toBe(0)
    gate.open()
    const retry = expectOk(await gateway.call(ARTICLE, tenant.key, { title }, headers))
    expect([retry.isReplay, retry.cost, await gateway.used(tenant.key)]).toEqual([false, 1, 1])
  })

  it('while nothing can be written: 503 with Retry-After for good calls, 401 for bad keys, and it heals', async () => {
    const tenant = await gateway.tenant({ plan: 'business' })
    expectOk(await gateway.call(ADDRESS, tenant.key))
    const letWrite = gateway.deployment.holdWrites()
    const headers = keyed()
    try {
      const answer = await gateway.call(ADDRESS, tenant.key, {}, headers)
      expectError(answer, 'SERVICE_UNAVAILABLE')
      expect(Number(answer.header('retry-after'))).toBeGreaterThan(0)
      expectError(await gateway.call(ADDRESS, 'kiosk_wrong'), 'UNAUTHORIZED')
      expect((await gateway.get('/readyz')).status).toBe(503)
      expectOk(await gateway.get('/healthz'))
      expect((await gateway.get('/usage', { 'x-api-key': tenant.key })).status).toBe(200)
    } finally {
      letWrite()
    }
    const healed = await until('it heals', async () => {
      const answer = await gateway.call(ADDRESS, tenant.key, {}, headers)
      return answer.status === 200 ? answer : null
    })
    expect(await gateway.used(tenant.key)).toBe(2)
    expectReplay(await gateway.call(ADDRESS, tenant.key, {}, headers), healed)
  }, 60_000)

  it('KIOSK_IDEMPOTENCY_TTL_SEC is how long an answer is kept', async () => {
    await gateway.restart({ ...env, KIOSK_IDEMPOTENCY_TTL_SEC: '2' })
    const tenant = await gateway.tenant({ plan: 'business' })
    const headers = keyed()
    const first = expectOk(await gateway.call(ADDRESS, tenant.key, {}, headers))
    const storedAt = performance.now()
    expectReplay(await gateway.call(ADDRESS, tenant.key, {}, headers), first)
    const second = await until('it is forgotten', async () => {
      const answer = await gateway.call(ADDRESS, tenant.key, {}, headers)
      return answer.isReplay ? null : expectOk(answer)
    })
    expect(performance.now() - storedAt).toBeGreaterThan(1_500)
    expect(second.text).not.toBe(first.text)
    expect(await gateway.used(tenant.key)).toBe(2)
    await gateway.restart(env)
  })
})

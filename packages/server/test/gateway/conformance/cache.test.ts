// The response cache and runs that callers share.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Tenant } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, CONTRIBUTORS, fresh, OPERATION_ENV, PACKAGE } from '../support/operations.ts'
import { until } from '../support/until.ts'
import { replyWith, startUpstream, type Upstream } from '../support/upstream.ts'

describe.each(deployments)('the cache ($name)', ({ deploy }) => {
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

  const billed = () => gateway.tenant({ plan: 'business' })
  const article = (title: string, key = tenant.key) => gateway.call(ARTICLE, key, { title })

  it('answers an identical request with the first answer, unbilled', async () => {
    const { key } = await billed()
    const title = fresh('Twice')
    const first = expectOk(await article(title, key))
    const second = expectOk(await article(title, key))
    expect([first.cache, second.cache]).toEqual(['MISS', 'HIT'])
    expect([first.cost, second.cost]).toEqual([1, 0])
    expect(second.raw.equals(first.raw)).toBe(true)
    expect(second.json.fetchedAt).toBe(first.json.fetchedAt)
    expect([upstream.hits(title), await gateway.used(key)]).toEqual([1, 1])
  })

  it('knows a request by its meaning: order, blanks and omitted defaults do not matter', async () => {
    const title = fresh('Meaning')
    expect((await article(title)).cache).toBe('MISS')
    for (const body of [
      `{"language":"en","title":"${title}"}`,
      `{ "title" : "${title}" , "language":"en" }`,
      `{"title":"  ${title} "}`,
      `{"title":"\\u${title.charCodeAt(0).toString(16).padStart(4, '0')}${title.slice(1)}"}`,
    ]) {
      expect(expectOk(await gateway.call(ARTICLE, tenant.key, body)).cache, body).toBe('HIT')
    }
    expect((await gateway.call(ARTICLE, tenant.key, { title, language: 'de' })).cache).toBe('MISS')
    expect(upstream.hits(title)).toBe(2)
  })

  it('never mixes up operations', async () => {
    const name = fresh('same')
    expect(expectOk(await gateway.call(PACKAGE, tenant.key, { name })).cache).toBe('MISS')
    expect(expectOk(await article(name)).cache).toBe('MISS')
  })

  it('is shared by organizations where nothing of a caller went in', async () => {
    const title = fresh('Shared')
    expect((await article(title)).cache).toBe('MISS')
    expect((await article(title, (await billed()).key)).cache).toBe('HIT')
  })

  it("is an organization's own where credentials can go in", async () => {
    const question = { owner: 'ana-example', repo: fresh('kites'), token: 'tok-1' }
    const ask = (key: string, more: object = {}) => gateway.call(CONTRIBUTORS, key, { ...question, ...more })
    const other = await billed()
    expect(expectOk(await ask(tenant.key)).cache).toBe('MISS')
    expect((await ask(tenant.key)).cache).toBe('HIT')
    expect((await ask(other.key)).cache).toBe('MISS')
    expect((await ask(tenant.key, { token: 'tok-2' })).cache).toBe('MISS')
    expect(upstream.hits(question.repo)).toBe(3)
  })

  it('keeps no failure', async () => {
    const name = fresh('failing')
    upstream.script(name, replyWith(500, {}))
    const failure = await gateway.call(PACKAGE, tenant.key, { name })
    expectError(failure, 'UPSTREAM_ERROR')
    expect(failure.cache).toBeNull()
    upstream.script(name, replyWith(404, {}))
    expectError(await gateway.call(PACKAGE, tenant.key, { name }), 'NOT_FOUND')
    expectError(await gateway.call(PACKAGE, tenant.key, { name }), 'NOT_FOUND')
  })

  it('stands behind the key: a refused one gets no hit', async () => {
    const title = fresh('Locked')
    await article(title)
    expectError(await article(title, 'kiosk_wrong'), 'UNAUTHORIZED')
  })

  it('leaves operations without a window alone', async () => {
    const answers = [await gateway.call(ADDRESS, tenant.key), await gateway.call(ADDRESS, tenant.key)]
    expect(answers.map(({ cache }) => cache)).toEqual([null, null])
    expect(answers[0]?.text).not.toBe(answers[1]?.text)
  })

  it('answers hits also when no unit is left', async () => {
    const title = fresh('Free')
    await article(title)
    const poor = await gateway.tenant({ plan: 'business', quota: 0 })
    expect((await article(title, poor.key)).cache).toBe('HIT')
  })

  describe('one run for identical calls at once', () => {
    it('bills the first caller alone', async () => {
      const [payer, follower] = [await billed(), await billed()]
      const title = fresh('Together')
      const gate = upstream.hold(title)
      const first = await gateway.begin(ARTICLE, payer.key, { title })
      await gate.arrived()
      const others = await Promise.all(
        Array.from({ length: 5 }, () => gateway.begin(ARTICLE, follower.key, { title, language: 'en' })),
      )
      gate.open()
      const paid = expectOk(await first.answer)
      expect([paid.cache, paid.cost]).toEqual(['MISS', 1])
      for (const { answer } of others) {
        const free = expectOk(await answer)
        expect([free.cache, free.cost]).toEqual(['HIT', 0])
        expect(free.raw.equals(paid.raw)).toBe(true)
      }
      expect(upstream.hits(title)).toBe(1)
      expect([await gateway.used(payer.key), await gateway.used(follower.key)]).toEqual([1, 0])
    })

    it('passes the bill to the oldest follower when the payer leaves', async () => {
      const [payer, second, third] = [await billed(), await billed(), await billed()]
      const title = fresh('Handed')
      const gate = upstream.hold(title)
      const first = await gateway.begin(ARTICLE, payer.key, { title })
      await gate.arrived()
      const heir = await gateway.begin(ARTICLE, second.key, { title })
      const last = await gateway.begin(ARTICLE, third.key, { title })
      first.leave()
      await until('the units are back', async () => ((await gateway.used(payer.key)) === 0 ? true : null))
      gate.open()
      const paid = expectOk(await heir.answer)
      expect([paid.cache, paid.cost]).toEqual(['MISS', 1])
      expect(expectOk(await last.answer).cache).toBe('HIT')
      expect(upstream.hits(title)).toBe(1)
      expect([await gateway.used(second.key), await gateway.used(third.key)]).toEqual([1, 0])
    })

    it('refuses a follower without quota who would have to pay, and goes on for the next', async () => {
      const [payer, poor, rich] = [await billed(), await gateway.tenant({ plan: 'business', quota: 0 }), await billed()]
      const title = fresh('Poor')
      const gate = upstream.hold(title)
      const first = await gateway.begin(ARTICLE, payer.key, { title })
      await gate.arrived()
      const refused = await gateway.begin(ARTICLE, poor.key, { title })
      const heir = await gateway.begin(ARTICLE, rich.key, { title })
      first.leave()
      expectError(await refused.answer, 'QUOTA_EXCEEDED')
      gate.open()
      expect(expectOk(await heir.answer).cost).toBe(1)
      expect(upstream.hits(title)).toBe(1)
    })

    it('ends when nobody waits any more, and gives the units back', async () => {
      const { key } = await billed()
      const title = fresh('Alone')
      const gate = upstream.hold(title)
      const only = await gateway.begin(ARTICLE, key, { title })
      await gate.arrived()
      expect(await gateway.used(key)).toBe(1)
      only.leave()
      await gate.givenUp()
      await until('the units are back', async () => ((await gateway.used(key)) === 0 ? true : null))
      gate.open()
      expect(expectOk(await article(title, key)).cache).toBe('MISS')
    })

    it('tells everybody of a failure, unbilled', async () => {
      const [payer, follower] = [await billed(), await billed()]
      const name = fresh('broken')
      upstream.script(name, replyWith(500, {}))
      const gate = upstream.hold(name)
      const first = await gateway.begin(PACKAGE, payer.key, { name })
      await gate.arrived()
      const second = await gateway.begin(PACKAGE, follower.key, { name })
      gate.open()
      for (const { answer } of [first, second]) expectError(await answer, 'UPSTREAM_ERROR')
      expect(upstream.hits(name)).toBe(1)
      expect([await gateway.used(payer.key), await gateway.used(follower.key)]).toEqual([0, 0])
    })
  })
})

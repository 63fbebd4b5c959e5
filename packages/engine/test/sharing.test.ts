import { OperationError } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { Lanes } from '../src/index.ts'
import { createToys } from './toys.ts'

describe.each([{ later: false }, { later: true }])(
  'cache and shared runs (store answers later: $later)',
  ({ later }) => {
    test('MISS, then HIT for equal input however it is written, until the window ends', async () => {
      const { call, addOrganization, stage, time, memory } = createToys({ later })
      const { key } = addOrganization('free')
      const other = addOrganization('free').key
      const first = await call('toy-cached.get', key, '{"say":"x"}')
      expect([first.headers['x-kiosk-cache'], first.headers['x-quota-cost']]).toEqual(['MISS', '3'])
      for (const body of ['{"say":"x"}', '{"mood":"calm","say":"x"}', ' {"say" : "x", "mood":"calm"}', '{"say":"x"}']) {
        const hit = await call('toy-cached.get', key, body)
        expect([hit.headers['x-kiosk-cache'], hit.headers['x-quota-cost'], hit.raw.equals(first.raw)]).toEqual([
          'HIT',
          '0',
          true,
        ])
      }
      expect((await call('toy-cached.get', other, '{"say":"x"}')).headers['x-kiosk-cache']).toBe('HIT')
      expect((await call('toy-cached.get', key, '{"say":"x","mood":"loud"}')).headers['x-kiosk-cache']).toBe('MISS')
      time.now += 60_001
      expect((await call('toy-cached.get', key, '{"say":"x"}')).headers['x-kiosk-cache']).toBe('MISS')
      expect([stage.runs, memory.usedUnits()]).toEqual([3, 9])
    })

    test('operations that take credentials cache per organization and per secret', async () => {
      const { call, addOrganization, stage } = createToys({ later })
      const [mine, theirs] = [addOrganization('free').key, addOrganization('free').key]
      await call('toy-private.get', mine, { token: 'aaaa' })
      expect((await call('toy-private.get', mine, { token: 'aaaa' })).headers['x-kiosk-cache']).toBe('HIT')
      expect((await call('toy-private.get', mine, { token: 'bbbb' })).headers['x-kiosk-cache']).toBe('MISS')
      expect((await call('toy-private.get', theirs, { token: 'aaaa' })).headers['x-kiosk-cache']).toBe('MISS')
      expect(stage.runs).toBe(3)
    })

    test('the proxy is part of the key, is refused before anything runs, and is ignored by operations without traffic', async () => {
      const { call, addOrganization, stage, memory } = createToys({ later })
      const { key } = addOrganization('free')
      await call('toy-fetch.get', key, { say: 'x' })
      const proxied = await call('toy-fetch.get', key, { say: 'x' }, { proxyUrl: 'http://proxy.example.test:8080' })
      expect([proxied.headers['x-kiosk-cache'], stage.proxies.at(-1)?.reveal()]).toEqual([
        'MISS',
        'http://proxy.example.test:8080',
      ])
      const refused = await call('toy-fetch.get', key, { say: 'y' }, { proxyUrl: 'http://10.0.0.1:8080' })
      expect([refused.status, refused.json.error.code]).toEqual([400, 'DESTINATION_REFUSED'])
      for (const malformed of ['not a url', 'ftp://proxy.example.test', 'http://']) {
        const answer = await call('toy-fetch.get', key, { say: 'x' }, { proxyUrl: malformed })
        expect([answer.status, answer.json.error.field]).toEqual([400, 'x-proxy-url'])
      }
      expect((await call('toy-echo.get', key, { say: 'x' }, { proxyUrl: 'not a url' })).status).toBe(200)
      expect([stage.runs, memory.reservedUnits()]).toEqual([3, 0])
    })

    test('identical calls at once share one run: one is billed, the others are hits', async () => {
      const { call, addOrganization, stage, memory } = createToys({ later })
      const keys = [addOrganization('free').key, addOrganization('free').key]
      stage.gated = true
      const begun = stage.arrival()
      const calls = Array.from({ length: 50 }, (_, n) => call('toy-cached.get', keys[n % 2] ?? null, { say: 'x' }))
      await begun
      stage.open()
      const answers = await Promise.all(calls)
      expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
      expect(answers.map((answer) => answer.headers['x-kiosk-cache'])).toEqual(['MISS', ...Array(49).fill('HIT')])
      expect([stage.runs, memory.usedUnits(), memory.reservedUnits()]).toEqual([1, 3, 0])
    })

    test('operations without a window never share', async () => {
      const { call, addOrganization, stage } = createToys({ later })
      const { key } = addOrganization('free')
      await Promise.all(Array.from({ length: 5 }, () => call('toy-echo.get', key, { say: 'x' })))
      expect(stage.runs).toBe(5)
    })

    test('when the payer leaves, its units return and the oldest follower with quota pays; one without gets 429', async () => {
      const { call, addOrganization, stage, memory } = createToys({ later })
      const payer = addOrganization('free')
      const poor = addOrganization('free', { quotaOverride: 2 })
      const heir = addOrganization('free')
      stage.gated = true
      const begun = stage.arrival()
      const first = call('toy-cached.get', payer.key, { say: 'x' })
      await begun
      const second = call('toy-cached.get', poor.key, { say: 'x' })
      const third = call('toy-cached.get', heir.key, { say: 'x' })
      await settled(() => memory.rows.length === 0)
      first.leave()
      expect((await second).status).toBe(429)
      stage.open()
      const paid = await third
      expect([paid.status, paid.headers['x-kiosk-cache'], paid.headers['x-quota-cost']]).toEqual([200, 'MISS', '3'])
      expect([stage.runs, memory.usedUnits(), memory.reservedUnits()]).toEqual([1, 3, 0])
      expect(memory.used.get(`${heir.organization.id} 2026-03`)).toBe(3)
      expect((await first).status).toBe(499)
    })

    test('when everybody leaves, the run is stopped and nothing is billed; the next call starts a new one', async () => {
      const { call, addOrganization, stage, memory } = createToys({ later })
      const { key } = addOrganization('free')
      stage.gated = true
      const begun = stage.arrival()
      const only = call('toy-cached.get', key, { say: 'x' })
      await begun
      only.leave()
      await only
      expect(stage.signals[0]?.aborted).toBe(true)
      expect([memory.usedUnits(), memory.reservedUnits()]).toEqual([0, 0])
      stage.gated = false
      expect((await call('toy-cached.get', key, { say: 'x' })).headers['x-kiosk-cache']).toBe('MISS')
    })

    test('a caller that leaves does not stop an operation that acts on an account', async () => {
      const { call, addOrganization, stage, memory } = createToys({ later })
      const { key } = addOrganization('free')
      stage.gated = true
      const begun = stage.arrival()
      const acting = call('toy-act.post', key, { say: 'x' })
      await begun
      acting.leave()
      stage.open()
      expect([(await acting).status, memory.usedUnits()]).toEqual([200, 3])
    })

    test('an error goes to everybody who waits, unbilled and uncached', async () => {
      const { call, addOrganization, stage, memory } = createToys({ later })
      const { key } = addOrganization('free')
      stage.gated = true
      stage.fail = () => new OperationError('UPSTREAM_ERROR', 'as asked')
      const begun = stage.arrival()
      const calls = Array.from({ length: 5 }, () => call('toy-cached.get', key, { say: 'x' }))
      await begun
      stage.open()
      expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(Array(5).fill(502))
      expect([memory.usedUnits(), memory.reservedUnits(), memory.cached.size]).toEqual([0, 0, 0])
    })

    test('followers of a payer whose units cannot be recorded get no free answer', async () => {
      const { call, addOrganization, stage, memory } = createToys({ later })
      const { key } = addOrganization('free')
      stage.gated = true
      const begun = stage.arrival()
      const calls = Array.from({ length: 3 }, () => call('toy-cached.get', key, { say: 'x' }))
      await begun
      memory.settleFails = true
      stage.open()
      expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([503, 503, 503])
      expect(memory.reservedUnits()).toBe(0)
    })

    test('a full lane is OVERLOADED at once, and waiting callers run when there is room', async () => {
      const lanes = new Lanes({ light: { running: 1, waiting: 1, perProvider: true } })
      const { call, addOrganization, stage, memory } = createToys({ later, deps: { lanes } })
      const { key } = addOrganization('free')
      stage.gated = true
      const begun = stage.arrival()
      const running = call('toy-echo.get', key, { say: '1' })
      await begun
      const waiting = call('toy-echo.get', key, { say: '2' })
      await settled(() => lanes.loads()[0]?.load.waiting === 1)
      const refused = await call('toy-echo.get', key, { say: '3' })
      expect([refused.status, refused.json.error.code, refused.headers['retry-after']]).toEqual([
        503,
        'OVERLOADED',
        '2',
      ])
      stage.open()
      expect([(await running).status, (await waiting).status]).toEqual([200, 200])
      expect([memory.usedUnits(), memory.reservedUnits(), lanes.loads()[0]?.load]).toEqual([
        6,
        0,
        { running: 0, waiting: 0 },
      ])
    })
  },
)

/** Lets pending promises run until the condition holds; fails after many turns rather than hang. */
async function settled(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50 || !condition(); turn += 1) {
    if (turn > 1000) throw new Error('the condition did not come true')
    await Promise.resolve()
  }
}

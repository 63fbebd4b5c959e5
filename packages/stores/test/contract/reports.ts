// What the dashboard reads about calls. Whatever is asked, one organization sees nothing of another.
import type { LogRow } from '@kiosk/engine'
import { describe, expect, it } from 'vitest'
import type { EmbeddedClient, RequestQuery } from '../../src/index.ts'
import type { MakeSite } from '../contract.ts'
import { bill as billOn, DAY_MS, logRow, PERIOD, reserve, START } from '../samples.ts'
import { clockedSite } from './clocked-site.ts'

/** A UUIDv7 of that time. */
function uuidAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-0123456789ab`
}

export function reportsContract(makeSite: MakeSite): void {
  describe.each(['the engine', 'another process'])('reports in %s', (reader) => {
    const { site, organization } = clockedSite(makeSite)
    const ledger = () => site().store.ledger
    const id = () => organization().id
    const otherId = () => `${organization().id}_b`
    const row = (given: Partial<LogRow> = {}) => logRow({ organizationId: id(), ...given })
    const note = (given: Partial<LogRow> = {}) => ledger().note(row(given))
    const bill = (units: number, given: Partial<LogRow> = {}) => billOn(ledger(), units, row(given))
    let client: EmbeddedClient | null = null
    /** The directory of the reader, once everything is written. */
    const directory = async () => {
      await site().store.drain()
      if (reader === 'the engine') return site().store.directory
      client ??= await site().client()
      return client.directory
    }

    describe('usage', () => {
      const daily = async (from = '2026-11-01', to = '2026-11-30', of = id()) =>
        (await directory()).dailyUsage(of, from, to)

      it('is counted by day and operation: hits are calls, replays are nothing', async () => {
        await bill(3, { slug: 'a.get', cache: 'MISS' })
        await bill(3, { slug: 'a.get', cache: 'MISS', at: START + DAY_MS })
        await bill(4, { slug: 'b.get', at: START + DAY_MS })
        note({ slug: 'a.get', cache: 'HIT' })
        note({ slug: 'a.get', cache: 'HIT', at: START + DAY_MS })
        note({ slug: 'a.get', replayed: true })
        note({ slug: 'a.get', replayed: true, status: 404 })
        note({ slug: 'a.get', status: 404, code: 'NOT_FOUND' })
        note({ slug: 'a.get', status: 429, code: 'QUOTA_EXCEEDED' })
        note({ slug: 'c.get', status: 502, code: 'UPSTREAM_ERROR' })
        note({ slug: '', status: 404, code: 'OPERATION_NOT_FOUND' })
        const expected = [
          { day: '2026-11-15', slug: 'a.get', calls: 2, units: 3, cacheHits: 1, failures: 2 },
          { day: '2026-11-15', slug: 'c.get', calls: 0, units: 0, cacheHits: 0, failures: 1 },
          { day: '2026-11-16', slug: 'a.get', calls: 2, units: 3, cacheHits: 1, failures: 0 },
          { day: '2026-11-16', slug: 'b.get', calls: 1, units: 4, cacheHits: 0, failures: 0 },
        ]
        expect(await daily()).toEqual(expected)
        expect(await daily('2026-11-15', '2026-11-15')).toEqual(expected.slice(0, 2))
        expect(await daily('2026-11-16', '2026-11-16')).toEqual(expected.slice(2))
        await site().crash()
        expect(await daily(), 'after a crash').toEqual(expected)
      })

      it('adds up over many commits', async () => {
        for (let i = 0; i < 20; i += 1) await bill(2)
        expect(await daily()).toMatchObject([{ calls: 20, units: 40 }])
      })

      it('keeps the days of a month and its units together', async () => {
        const november = await reserve(ledger(), 5, { organization: organization() })
        const december = await reserve(ledger(), 7, { organization: organization(), period: '2026-12' })
        const midnight = Date.UTC(2026, 11, 1)
        await ledger().settle({ reservation: november, log: row({ units: 5, at: midnight }), answer: null })
        await ledger().settle({ reservation: december, log: row({ units: 7, at: midnight - 1 }), answer: null })
        const days = await daily('2026-11-01', '2026-12-31')
        expect(days.map(({ day, units }) => [day, units])).toEqual([
          ['2026-11-30', 5],
          ['2026-12-01', 7],
        ])
        expect(await (await directory()).spent(id(), '2026-11')).toBe(5)
        expect(await (await directory()).spent(id(), '2026-12')).toBe(7)
      })

      it('is of one organization', async () => {
        await bill(3)
        await bill(9, { organizationId: otherId() })
        note({ organizationId: otherId(), status: 404, code: 'NOT_FOUND' })
        expect(await daily()).toMatchObject([{ calls: 1, units: 3, failures: 0 }])
        expect(await daily('2026-11-01', '2026-11-30', otherId())).toMatchObject([{ calls: 1, units: 9, failures: 1 }])
        expect(await (await directory()).spent(id(), PERIOD)).toBe(3)
        expect(await (await directory()).spent(otherId(), PERIOD)).toBe(9)
        expect(await (await directory()).spent('org_none', PERIOD)).toBe(0)
      })

      it('leaves out what is only reserved', async () => {
        await bill(3)
        const reservation = await reserve(ledger(), 5, { organization: organization() })
        expect(await (await directory()).spent(id(), PERIOD)).toBe(3)
        ledger().release(reservation)
      })
    })

    describe('the request log', () => {
      const page = async (query: Partial<RequestQuery> = {}, of = id()) =>
        (await directory()).requests(of, { limit: 100, ...query })
      const ids = async (query: Partial<RequestQuery> = {}) =>
        (await page(query)).requests.map(({ requestId }) => requestId)

      it('has every field of a call', async () => {
        const billed = row({ requestId: 'req_billed', units: 3, cache: 'MISS', durationMs: 12 })
        const failed = row({
          requestId: 'req_failed',
          status: 502,
          code: 'UPSTREAM_ERROR',
          keyId: null,
          label: 'session',
          at: START + 1,
        })
        await bill(3, billed)
        note({ ...failed, durationMs: 7 })
        note({ requestId: 'req_replay', replayed: true, cache: 'HIT', durationMs: 0, at: START + 2 })
        expect(await page()).toEqual({
          requests: [
            row({ requestId: 'req_replay', replayed: true, cache: 'HIT', durationMs: 0, at: START + 2 }),
            { ...failed, durationMs: 7 },
            billed,
          ],
          next: null,
        })
      })

      it('goes page by page, newest first, none twice and none left out, while calls come in', async () => {
        // Several at the same millisecond, so that pages end between them.
        for (let i = 0; i < 23; i += 1) note({ requestId: `req_${i}`, at: START + Math.floor(i / 5) })
        const expected = Array.from({ length: 23 }, (_, i) => `req_${22 - i}`)
        const seen: string[] = []
        let cursor: string | undefined
        const sizes: number[] = []
        do {
          const { requests, next } = await page({ limit: 4, ...(cursor !== undefined && { cursor }) })
          seen.push(...requests.map(({ requestId }) => requestId))
          sizes.push(requests.length)
          cursor = next ?? undefined
          note({ requestId: `req_late_${seen.length}`, at: START + 1_000 })
        } while (cursor !== undefined)
        expect(seen).toEqual(expected)
        expect(sizes).toEqual([4, 4, 4, 4, 4, 3])
      })

      it('has no next page where the last is just full', async () => {
        for (let i = 0; i < 4; i += 1) note()
        expect(await page({ limit: 4 })).toMatchObject({ next: null })
        expect(await page({ limit: 3 })).toMatchObject({ next: expect.stringMatching(/^.{1,64}$/) })
      })

      it('is filtered by operation, status, code, key and time', async () => {
        note({ requestId: 'req_1', slug: 'a.get', keyId: 'key_1', at: START })
        note({ requestId: 'req_2', slug: 'b.get', keyId: 'key_2', at: START + 1_000 })
        note({ requestId: 'req_3', slug: 'a.get', keyId: 'key_2', status: 404, code: 'NOT_FOUND', at: START + 2_000 })
        note({
          requestId: 'req_4',
          slug: 'b.get',
          keyId: 'key_1',
          status: 400,
          code: 'INVALID_INPUT',
          at: START + 3_000,
        })
        note({ requestId: 'req_5', slug: 'a.get', keyId: null, status: 502, code: 'UPSTREAM_ERROR', at: START + 4_000 })
        expect(await ids({ slug: 'a.get' })).toEqual(['req_5', 'req_3', 'req_1'])
        expect(await ids({ slug: 'none.get' })).toEqual([])
        expect(await ids({ status: 404 })).toEqual(['req_3'])
        expect(await ids({ status: 200 })).toEqual(['req_2', 'req_1'])
        expect(await ids({ status: { class: 4 } })).toEqual(['req_4', 'req_3'])
        expect(await ids({ status: { class: 5 } })).toEqual(['req_5'])
        expect(await ids({ status: { class: 2 } })).toEqual(['req_2', 'req_1'])
        expect(await ids({ code: 'INVALID_INPUT' })).toEqual(['req_4'])
        expect(await ids({ code: 'INVALID_INPUT', status: { class: 2 } })).toEqual([])
        expect(await ids({ keyId: 'key_2' })).toEqual(['req_3', 'req_2'])
        expect(await ids({ from: START + 2_000 }), 'from is included').toEqual(['req_5', 'req_4', 'req_3'])
        expect(await ids({ to: START + 2_000 }), 'to is left out').toEqual(['req_2', 'req_1'])
        expect(await ids({ from: START + 1_000, to: START + 3_000, keyId: 'key_2' })).toEqual(['req_3', 'req_2'])
        expect(await ids({ slug: 'b.get', keyId: 'key_1', status: 400, code: 'INVALID_INPUT' })).toEqual(['req_4'])
        expect(await ids({ slug: 'a.get', keyId: 'key_1', status: { class: 4 } })).toEqual([])
      })

      it('keeps its filters from page to page', async () => {
        for (let i = 0; i < 9; i += 1)
          note({ requestId: `req_${i}`, slug: i % 2 ? 'odd.get' : 'even.get', at: START + i })
        const query = { slug: 'even.get', from: START + 1, to: START + 8, limit: 2 }
        const first = await page(query)
        const second = await page({ ...query, cursor: first.next ?? '' })
        const all = [...first.requests, ...second.requests].map(({ requestId }) => requestId)
        expect([all, second.next]).toEqual([['req_6', 'req_4', 'req_2'], null])
        const earlier = await page({ ...query, to: START + 2, cursor: first.next ?? '' })
        expect(earlier.requests, 'also where the cursor is after them').toEqual([])
      })

      it('is of one organization, whatever is asked', async () => {
        const failed = { status: 404, code: 'NOT_FOUND' } as const
        note({ requestId: 'req_own', at: START })
        for (let i = 0; i < 3; i += 1)
          note({ organizationId: otherId(), requestId: `req_other_${i}`, ...failed, at: START + i })
        expect(await ids()).toEqual(['req_own'])
        expect(await ids({ keyId: 'key_one', slug: 'encyclopedia-article.get' })).toEqual(['req_own'])
        for (const query of [{ code: 'NOT_FOUND' }, { status: 404 }, { status: { class: 4 } }, { from: START + 1 }]) {
          expect(await ids(query), JSON.stringify(query)).toEqual([])
        }
        const { next } = await page({ limit: 1 }, otherId())
        expect(await ids({ cursor: next ?? '' }), 'with a cursor of the other').toEqual(['req_own'])
      })

      it.each(['', 'x', '1-', '-1', '1-2-3', `${START}-1 OR 1`, '9'.repeat(64)])(
        'refuses the cursor “%s”',
        async (cursor) => {
          await expect(page({ cursor })).rejects.toMatchObject({ name: 'DirectoryRefusal', reason: 'unknown-cursor' })
        },
      )

      it.each([
        ['with its time', `req_${uuidAt(START - 310_000)}`],
        ['without a time', 'req_own'],
      ])('shows one request to its own organization, by an id %s', async (_, requestId) => {
        const own = row({ requestId, durationMs: 3 })
        note(own)
        note()
        expect(await (await directory()).request(id(), own.requestId)).toEqual(own)
        expect(await (await directory()).request(otherId(), own.requestId)).toBeNull()
        expect(await (await directory()).request(id(), 'req_none')).toBeNull()
      })
    })

    describe('health of operations', () => {
      const health = async (since = START, of = id()) => (await directory()).operationHealth(of, since)

      it('counts what ran or hit, and no answer about what the caller sent', async () => {
        for (const durationMs of [40, 10, 30, 20]) note({ slug: 'a.get', durationMs })
        note({ slug: 'a.get', cache: 'HIT', durationMs: 1 })
        note({ slug: 'a.get', replayed: true, durationMs: 1 })
        note({ slug: 'a.get', status: 502, code: 'UPSTREAM_ERROR', durationMs: 900, at: START + 5 })
        note({ slug: 'a.get', status: 504, code: 'TIMEOUT', durationMs: 1_000, at: START + 7 })
        note({ slug: 'a.get', status: 502, code: 'UPSTREAM_ERROR', durationMs: 800, at: START + 3 })
        for (const [status, code] of [
          [400, 'INVALID_INPUT'],
          [401, 'UNAUTHORIZED'],
          [403, 'FORBIDDEN'],
          [404, 'OPERATION_NOT_FOUND'],
          [404, 'NOT_FOUND'],
          [409, 'IDEMPOTENCY_IN_FLIGHT'],
          [413, 'PAYLOAD_TOO_LARGE'],
          [415, 'UNSUPPORTED_MEDIA_TYPE'],
          [422, 'UNPROCESSABLE'],
          [429, 'RATE_LIMITED'],
        ] as const) {
          note({ slug: 'a.get', status, code })
          note({ slug: 'refused.get', status, code })
        }
        note({ slug: 'hits.get', cache: 'HIT' })
        note({ slug: '', status: 404, code: 'OPERATION_NOT_FOUND' })
        expect(await health()).toEqual([
          {
            slug: 'a.get',
            calls: 8,
            ok: 5,
            p50Ms: 40,
            p95Ms: 1_000,
            failures: [
              { code: 'UPSTREAM_ERROR', count: 2, lastAt: START + 5 },
              { code: 'TIMEOUT', count: 1, lastAt: START + 7 },
            ],
          },
          { slug: 'hits.get', calls: 1, ok: 1, p50Ms: null, p95Ms: null, failures: [] },
          { slug: 'refused.get', calls: 0, ok: 0, p50Ms: null, p95Ms: null, failures: [] },
        ])
      })

      it('takes the median and the 95th of a hundred', async () => {
        for (let i = 1; i <= 100; i += 1) note({ durationMs: 101 - i })
        expect(await health()).toMatchObject([{ p50Ms: 50, p95Ms: 95 }])
      })

      it('is of the time since, and of one organization', async () => {
        note({ at: START - 1 })
        note({ at: START })
        note({ organizationId: otherId(), slug: 'b.get', status: 500, code: 'INTERNAL' })
        expect(await health()).toMatchObject([{ slug: 'encyclopedia-article.get', calls: 1, ok: 1 }])
        expect(await health(START, otherId())).toMatchObject([{ slug: 'b.get', calls: 1, ok: 0 }])
        expect(await health(START, 'org_none')).toEqual([])
      })
    })
  })
}

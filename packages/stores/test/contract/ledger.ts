import type { LogRow } from '@kiosk/engine'
import { describe, expect, it } from 'vitest'
import type { MakeSite } from '../contract.ts'
import { anOrganization, bill as billOn, logRow, PERIOD, reserve as reserveOn } from '../samples.ts'
import { clockedSite } from './clocked-site.ts'

export function ledgerContract(makeSite: MakeSite): void {
  describe('ledger', () => {
    const { site, organization } = clockedSite(makeSite)
    const ledger = () => site().store.ledger
    const row = (given: Partial<LogRow> = {}) => logRow({ organizationId: organization().id, ...given })
    const bill = (units: number, given: Partial<LogRow> = {}) => billOn(ledger(), units, row(given))
    const reserve = (units: number, period = PERIOD) =>
      reserveOn(ledger(), units, { organization: organization(), period })
    const used = async (limit: number | null = null) => (await ledger().balance(organization(), limit, PERIOD)).used

    it('reserves up to the limit and not one unit further', async () => {
      expect(await ledger().reserve(organization(), 10, PERIOD, 7)).toMatchObject({
        granted: true,
        balance: { used: 7, limit: 10 },
      })
      expect(await ledger().reserve(organization(), 10, PERIOD, 4)).toEqual({
        granted: false,
        balance: { used: 7, limit: 10 },
      })
      expect(await ledger().reserve(organization(), 10, PERIOD, 3)).toMatchObject({
        granted: true,
        balance: { used: 10, limit: 10 },
      })
    })

    it('gives the last unit to one of 50 that ask at once', async () => {
      await bill(9)
      const results = await Promise.all(
        Array.from({ length: 50 }, async () => ledger().reserve(organization(), 10, PERIOD, 1)),
      )
      expect(results.filter((result) => result.granted)).toHaveLength(1)
      expect(await used()).toBe(10)
    })

    it('counts also without a limit', async () => {
      await bill(1_000_000)
      expect(await ledger().balance(organization(), null, PERIOD)).toEqual({ used: 1_000_000, limit: null })
    })

    it('gives released units back, once', async () => {
      await bill(5)
      const reservation = await reserve(5)
      ledger().release(reservation)
      ledger().release(reservation)
      expect(await used()).toBe(5)
      expect(await ledger().reserve(organization(), 10, PERIOD, 6)).toMatchObject({ granted: false })
    })

    it('keeps units spent when a settled reservation is released', async () => {
      const reservation = await reserve(5)
      await ledger().settle({ reservation, log: row({ units: 5 }), answer: null })
      ledger().release(reservation)
      expect(await used()).toBe(5)
    })

    it('refuses to settle a reservation twice', async () => {
      const reservation = await reserve(5)
      await ledger().settle({ reservation, log: row({ units: 5 }), answer: null })
      await expect(ledger().settle({ reservation, log: row({ units: 5 }), answer: null })).rejects.toThrow(TypeError)
      expect(await used()).toBe(5)
    })

    it('refuses to settle a released reservation', async () => {
      const reservation = await reserve(5)
      ledger().release(reservation)
      await expect(ledger().settle({ reservation, log: row(), answer: null })).rejects.toThrow(TypeError)
      expect(await used()).toBe(0)
    })

    it('refuses to book units on another organization', async () => {
      const reservation = await reserve(5)
      const log = row({ units: 5, organizationId: 'org_other' })
      await expect(ledger().settle({ reservation, log, answer: null })).rejects.toThrow(TypeError)
      ledger().release(reservation)
      expect(await used()).toBe(0)
    })

    it('refuses units that are no whole number', async () => {
      await expect((async () => ledger().reserve(organization(), 10, PERIOD, 0.5))()).rejects.toThrow(RangeError)
      await expect((async () => ledger().reserve(organization(), 10, PERIOD, -1))()).rejects.toThrow(RangeError)
    })

    it('settles in the month that was reserved, not in the one that came since', async () => {
      const reservation = await reserve(5)
      await bill(2, { organizationId: `${organization().id}_b` })
      const december = await reserve(1, '2026-12')
      await ledger().settle({ reservation, log: row({ units: 5, at: Date.UTC(2026, 11, 1) }), answer: null })
      ledger().release(december)
      await site().reopen()
      expect(await used()).toBe(5)
      expect(await ledger().balance(organization(), 10, '2026-12')).toEqual({ used: 0, limit: 10 })
      expect(await ledger().usage(organization().id, PERIOD)).toMatchObject([{ calls: 1, units: 5 }])
      expect(await ledger().usage(organization().id, '2026-12')).toEqual([])
    })

    it('has every settled unit after a crash, and no reserved one', async () => {
      await Promise.all(Array.from({ length: 40 }, () => bill(3)))
      await reserve(7)
      await site().crash()
      expect(await used()).toBe(120)
      expect(await ledger().reserve(organization(), 121, PERIOD, 1)).toMatchObject({ granted: true })
    })

    it('keeps organizations apart', async () => {
      await bill(3)
      await bill(4, { organizationId: `${organization().id}_b` })
      await site().reopen()
      expect(await used()).toBe(3)
      expect(await ledger().balance(anOrganization(`${organization().id}_b`), null, PERIOD)).toMatchObject({ used: 4 })
    })

    it('counts calls by operation: hits are calls, replays and failures are not', async () => {
      await bill(3, { slug: 'a.get', cache: 'MISS' })
      await bill(3, { slug: 'a.get', cache: 'MISS' })
      await bill(9, { slug: 'b.get' })
      ledger().note(row({ slug: 'a.get', cache: 'HIT' }))
      ledger().note(row({ slug: 'a.get', replayed: true }))
      ledger().note(row({ slug: 'a.get', status: 404, code: 'NOT_FOUND' }))
      ledger().note(row({ slug: 'c.get', status: 502, code: 'UPSTREAM_ERROR' }))
      const expected = [
        { slug: 'b.get', calls: 1, units: 9, cacheHits: 0 },
        { slug: 'a.get', calls: 3, units: 6, cacheHits: 1 },
      ]
      expect(await ledger().usage(organization().id, PERIOD), 'before the notes are written').toEqual(expected)
      await site().store.drain()
      expect(await ledger().usage(organization().id, PERIOD), 'after they are').toEqual(expected)
      await site().reopen()
      expect(await ledger().usage(organization().id, PERIOD), 'after a restart').toEqual(expected)
    })

    it('counts nothing twice while batches are on their way', async () => {
      const calls = Array.from({ length: 200 }, () => {
        ledger().note(row({ cache: 'HIT' }))
        return bill(1, { cache: 'MISS' })
      })
      const seen = []
      for (const call of calls) {
        await call
        const [usage] = await ledger().usage(organization().id, PERIOD)
        seen.push(usage)
      }
      expect(seen.at(-1)).toEqual({ slug: 'encyclopedia-article.get', calls: 400, units: 200, cacheHits: 200 })
      expect(seen.every((usage) => usage !== undefined && usage.calls <= 400 && usage.cacheHits === 200)).toBe(true)
    })

    it('writes thousands of notes that ride along', async () => {
      for (let i = 0; i < 3_333; i += 1) ledger().note(row({ cache: 'HIT' }))
      await site().store.drain()
      await site().crash()
      expect(await ledger().usage(organization().id, PERIOD)).toMatchObject([
        { calls: 3_333, cacheHits: 3_333, units: 0 },
      ])
    })
  })
}

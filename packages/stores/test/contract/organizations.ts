// Organizations as their own pages need them, and what becomes of guests.
import { describe, expect, it, vi } from 'vitest'
import type { MakeSite } from '../contract.ts'
import { addKey, bill, claimRequest, DAY_MS, logRow, PERIOD, settleAnswer } from '../samples.ts'
import { clockedSite } from './clocked-site.ts'

const HOUR_MS = 3_600_000
const withinASecond = { timeout: 1_000, interval: 20 }

export function organizationsContract(makeSite: MakeSite): void {
  describe('organizations by id', () => {
    const { site, now, pass } = clockedSite(makeSite)
    const directory = () => site().store.directory
    const create = (name = 'Amber Ferry') => directory().createOrganization({ name, plan: 'free' })

    it('are found with the time they were made', async () => {
      const made = await create()
      const createdAt = new Date(now()).toISOString()
      pass(DAY_MS)
      await create()
      const client = await site().client()
      expect(await directory().organizationById(made.id)).toEqual({ ...made, createdAt })
      expect(await client.directory.organizationById(made.id)).toEqual({ ...made, createdAt })
      expect(await directory().organizationById('org_none')).toBeNull()
    })

    it('are renamed under the same slug, and no other with them', async () => {
      const [one, two] = [await create(), await create()]
      const renamed = await directory().rename(one.id, 'Silver Ferry')
      expect(renamed).toEqual({ ...one, name: 'Silver Ferry', createdAt: new Date(now()).toISOString() })
      expect(await directory().organizationById(one.id)).toEqual(renamed)
      expect(await directory().organizationById(two.id)).toMatchObject({ name: 'Amber Ferry' })
      await expect(directory().rename('org_none', 'Nobody')).rejects.toMatchObject({ reason: 'unknown-organization' })
    })

    it('are known to the engine, with their changes at once', async () => {
      const made = await create()
      expect(await site().store.keys.organization(made.id)).toEqual(made)
      expect(await site().store.keys.organization('org_none')).toBeNull()
      await directory().rename(made.id, 'Silver Ferry')
      expect(await site().store.keys.organization(made.id)).toEqual({ ...made, name: 'Silver Ferry' })
    })

    it('are known to the engine, with the changes of another process within a second', async () => {
      const client = await site().client()
      const made = await client.directory.createOrganization({ name: 'Amber Ferry', plan: 'free' })
      expect(await site().store.keys.organization(made.id), 'a new one at once').toEqual(made)
      await client.directory.rename(made.id, 'Silver Ferry')
      await client.directory.withhold(made.slug, 'a.get')
      await vi.waitFor(
        async () =>
          expect(await site().store.keys.organization(made.id)).toMatchObject({
            name: 'Silver Ferry',
            withheld: ['a.get'],
          }),
        withinASecond,
      )
    })

    it('are deleted with their keys, which no engine accepts afterwards', async () => {
      const client = await site().client()
      const [kept, gone, goneToo] = [await create(), await create(), await create()]
      const keys = await Promise.all([kept, gone, goneToo].map(({ id }) => addKey(directory(), id)))
      const found = () => Promise.all(keys.map(async ({ hash }) => (await site().store.keys.find(hash)) !== null))
      expect(await found()).toEqual([true, true, true])
      await directory().deleteOrganization(gone.id)
      expect(await found()).toEqual([true, false, true])
      await client.directory.deleteOrganization(goneToo.id)
      expect(await found()).toEqual([true, false, false])
      expect(await site().store.keys.organization(goneToo.id)).toBeNull()
      const again = directory().deleteOrganization(gone.id)
      await expect(again).rejects.toMatchObject({ reason: 'unknown-organization' })
    })

    it('say how many keys were made within the hour, and when the oldest of them was', async () => {
      const [{ id }, other] = [await create(), await create()]
      const newKeys = () => directory().newKeysWithinHour(id)
      expect(await newKeys()).toEqual({ count: 0, oldestAt: null })
      const firstAt = now()
      const { summary } = await addKey(directory(), id)
      pass(60_000)
      await addKey(directory(), id)
      await addKey(directory(), other.id)
      await directory().deleteKey(id, summary.id)
      expect(await newKeys(), 'deleted ones count').toEqual({ count: 2, oldestAt: firstAt })
      pass(HOUR_MS - 60_001)
      expect(await newKeys()).toEqual({ count: 2, oldestAt: firstAt })
      pass(1)
      const client = await site().client()
      expect(await client.directory.newKeysWithinHour(id)).toEqual({ count: 1, oldestAt: firstAt + 60_000 })
    })
  })

  describe('guests', () => {
    const { site, now, pass } = clockedSite(makeSite)
    const directory = () => site().store.directory
    const createGuest = async () => {
      const expiresAt = new Date(now() + DAY_MS).toISOString()
      const { id } = await directory().createOrganization({ name: 'Guest', plan: 'guest', expiresAt })
      return { id, hash: (await addKey(directory(), id)).hash }
    }
    const rowsOf = async (id: string) => ({
      known: (await directory().organizationById(id)) !== null,
      keys: (await directory().listKeys(id)).length,
      requests: (await directory().requests(id, { limit: 1 })).requests.length,
      spent: await directory().spent(id, PERIOD),
      days: (await directory().dailyUsage(id, '2026-01-01', '2026-12-31')).length,
      operations: (await site().store.ledger.usage(id, PERIOD)).length,
    })

    it('are removed a week after they expired, with all rows about them', async () => {
      const guest = await createGuest()
      const { id: member } = await directory().createOrganization({ name: 'Member', plan: 'free' })
      for (const organizationId of [guest.id, member]) {
        await bill(site().store.ledger, 2, { organizationId })
        const request = claimRequest({ organizationId, now: now() })
        const claimed = await site().store.idempotency.claim(request)
        if (claimed.state !== 'claimed') throw new Error(claimed.state)
        await settleAnswer(site().store.ledger, claimed.claim, { expiresAt: now() + 60 * DAY_MS })
      }
      const full = { known: true, requests: 1, spent: 2, days: 1, operations: 1 }
      pass(8 * DAY_MS - 1)
      expect(await directory().removeGuests()).toBe(0)
      expect(await site().store.keys.find(guest.hash), 'known, so that it is refused as expired').not.toBeNull()
      expect(await rowsOf(guest.id)).toEqual({ ...full, keys: 1 })
      pass(1)
      expect(await directory().removeGuests()).toBe(1)
      expect(await site().store.keys.find(guest.hash)).toBeNull()
      expect(await rowsOf(guest.id)).toEqual({ known: false, keys: 0, requests: 0, spent: 0, days: 0, operations: 0 })
      expect(await rowsOf(member)).toEqual({ ...full, keys: 0 })
      await site().reopen()
      const again = (organizationId: string) =>
        site().store.idempotency.claim(claimRequest({ organizationId, now: now() }))
      expect(await again(guest.id)).toMatchObject({ state: 'claimed' })
      expect(await again(member)).toMatchObject({ state: 'stored' })
      expect(await directory().removeGuests()).toBe(0)
    })

    it('are removed so many rows a run, and whole in the end', async () => {
      const guest = await createGuest()
      const small = await createGuest()
      for (let i = 0; i < 10_500; i += 1) site().store.ledger.note(logRow({ organizationId: guest.id, cache: 'HIT' }))
      await site().store.drain()
      pass(8 * DAY_MS)
      const client = await site().client()
      expect(await client.directory.removeGuests()).toBe(0)
      expect(await rowsOf(guest.id), 'still there, with the rows that are left').toMatchObject({
        known: true,
        requests: 1,
      })
      expect(await client.directory.removeGuests()).toBe(2)
      expect(await rowsOf(guest.id)).toMatchObject({ known: false, requests: 0 })
      expect(await rowsOf(small.id)).toMatchObject({ known: false, keys: 0 })
    })
  })
}

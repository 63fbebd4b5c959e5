import type { Caller } from '@kiosk/engine'
import { describe, expect, it, vi } from 'vitest'
import type { MakeSite } from '../contract.ts'
import { addKey, DAY_MS, sha256 } from '../samples.ts'
import { clockedSite } from './clocked-site.ts'

const HOUR_MS = 3_600_000
/** What another process changed must be seen within a second. */
const withinASecond = { timeout: 1_000, interval: 20 }

export function directoryContract(makeSite: MakeSite): void {
  describe('directory and keys', () => {
    const { site, now, pass } = clockedSite(makeSite)
    const directory = () => site().store.directory
    const find = async (hash: string): Promise<Caller | null> => site().store.keys.find(hash)
    const create = (name = 'Blue Harbour', plan = 'free') => directory().createOrganization({ name, plan })

    it('makes organizations that can be listed and found', async () => {
      const guest = await directory().createOrganization({
        name: 'Café Zürich',
        plan: 'guest',
        quotaOverride: 7,
        expiresAt: '2026-11-22T12:00:00.000Z',
      })
      expect(guest).toEqual({
        id: expect.stringMatching(/^org_[0-9a-f-]{36}$/),
        name: 'Café Zürich',
        slug: 'cafe-zurich',
        plan: 'guest',
        quotaOverride: 7,
        withheld: [],
        expiresAt: '2026-11-22T12:00:00.000Z',
      })
      pass(1)
      const second = await create()
      expect(second).toMatchObject({ quotaOverride: null, expiresAt: null })
      const all = await directory().listOrganizations()
      expect(all.filter(({ id }) => id === guest.id || id === second.id)).toEqual([guest, second])
      expect(await directory().findOrganization('cafe-zurich')).toEqual(guest)
      expect(await directory().findOrganization('nobody')).toBeNull()
    })

    it('makes slugs unique in order', async () => {
      const slugs = []
      for (let i = 0; i < 6; i += 1) slugs.push((await create('Guest')).slug)
      expect(slugs).toEqual(['guest', 'guest-2', 'guest-3', 'guest-4', 'guest-5', 'guest-6'])
    })

    it('finds the caller of a key, and nobody for an unknown one', async () => {
      const organization = await create()
      const { hash, summary } = await addKey(directory(), organization.id)
      expect(await find(hash)).toEqual({ organization, keyId: summary.id, label: 'kiosk_0123ab' })
      expect(await find(sha256('nobody'))).toBeNull()
    })

    it('lists keys without their hashes', async () => {
      const organization = await create()
      const { hash } = await addKey(directory(), organization.id, { name: 'Laptop', createdBy: 'mem_anna' })
      const keys = await directory().listKeys(organization.id)
      expect(keys).toEqual([
        {
          id: expect.stringMatching(/^key_[0-9a-f-]{36}$/),
          name: 'Laptop',
          prefix: 'kiosk_0123ab',
          createdAt: new Date(now()).toISOString(),
          createdBy: 'mem_anna',
          lastUsed: null,
        },
      ])
      expect(JSON.stringify(keys)).not.toContain(hash)
    })

    it('knows the day of the last use', async () => {
      const { id } = await create()
      const { hash } = await addKey(directory(), id)
      const lastUsed = async () => (await directory().listKeys(id))[0]?.lastUsed
      await find(hash)
      await site().store.drain()
      expect(await lastUsed()).toBe('2026-11-15')
      pass(DAY_MS)
      await find(hash)
      await site().store.drain()
      expect(await lastUsed()).toBe('2026-11-16')
    })

    it('refuses the 21st key and the 11th of an hour, deleted ones counted', async () => {
      const { id } = await create()
      const keys = []
      for (let i = 0; i < 10; i += 1) keys.push(await addKey(directory(), id))
      await expect(addKey(directory(), id)).rejects.toMatchObject({ reason: 'too-many-new-keys' })
      await directory().deleteKey(id, keys[0]?.summary.id ?? '')
      await expect(addKey(directory(), id)).rejects.toMatchObject({ reason: 'too-many-new-keys' })
      pass(HOUR_MS - 1)
      await expect(addKey(directory(), id)).rejects.toMatchObject({ reason: 'too-many-new-keys' })
      pass(1)
      for (let i = 0; i < 10; i += 1) await addKey(directory(), id)
      pass(HOUR_MS)
      await addKey(directory(), id)
      await expect(addKey(directory(), id)).rejects.toMatchObject({ reason: 'too-many-keys' })
    })

    it('holds the limits when 30 ask at once', async () => {
      const { id } = await create()
      const results = await Promise.allSettled(Array.from({ length: 30 }, () => addKey(directory(), id)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    })

    it('refuses what it does not know', async () => {
      const { id } = await create()
      const { summary } = await addKey(directory(), id)
      const other = await create('Other')
      await expect(addKey(directory(), 'org_none')).rejects.toMatchObject({ reason: 'unknown-organization' })
      await expect(directory().setPlan('none', 'team', null)).rejects.toMatchObject({ reason: 'unknown-organization' })
      await expect(directory().withhold('none', 'a.get')).rejects.toMatchObject({ reason: 'unknown-organization' })
      await expect(directory().deleteKey(id, 'key_none')).rejects.toMatchObject({ reason: 'unknown-key' })
      await expect(directory().deleteKey(other.id, summary.id)).rejects.toMatchObject({ reason: 'unknown-key' })
    })

    it('accepts no key whose deletion was answered', async () => {
      const { id } = await create()
      const { hash, summary } = await addKey(directory(), id)
      expect(await find(hash)).not.toBeNull()
      await directory().deleteKey(id, summary.id)
      expect(await find(hash)).toBeNull()
      expect(await directory().listKeys(id)).toEqual([])
    })

    it('accepts no key whose deletion was answered to another process', async () => {
      const client = await site().client()
      const { id } = await client.directory.createOrganization({ name: 'Red Mill', plan: 'free' })
      const keys = await Promise.all(Array.from({ length: 5 }, () => addKey(client.directory, id)))
      for (const { hash, summary } of keys) {
        expect(await find(hash), 'a new key works at once').not.toBeNull()
        await client.directory.deleteKey(id, summary.id)
        expect(await find(hash)).toBeNull()
      }
    })

    it('shows its own changes at once', async () => {
      const { id, slug } = await create()
      const { hash } = await addKey(directory(), id)
      await find(hash)
      await directory().setPlan(slug, 'team', 99)
      expect(await find(hash)).toMatchObject({ organization: { plan: 'team', quotaOverride: 99 } })
      await directory().withhold(slug, 'b.get')
      await directory().withhold(slug, 'a.get')
      await directory().withhold(slug, 'a.get')
      expect(await find(hash)).toMatchObject({ organization: { withheld: ['a.get', 'b.get'] } })
      await directory().publish(slug, 'a.get')
      expect(await find(hash)).toMatchObject({ organization: { withheld: ['b.get'] } })
      expect(await directory().setPlan(slug, 'team', null)).toMatchObject({ quotaOverride: null, withheld: ['b.get'] })
    })

    it('shows the changes of another process within a second', async () => {
      const { id, slug } = await create()
      const { hash } = await addKey(directory(), id)
      await find(hash)
      const client = await site().client()
      await client.directory.setPlan(slug, 'team', 99)
      await vi.waitFor(
        async () => expect(await find(hash)).toMatchObject({ organization: { plan: 'team', quotaOverride: 99 } }),
        withinASecond,
      )
      await client.directory.withhold(slug, 'a.get')
      await vi.waitFor(
        async () => expect(await find(hash)).toMatchObject({ organization: { withheld: ['a.get'] } }),
        withinASecond,
      )
    })

    it('admits a guest address so many times in 7 days', async () => {
      const admit = () => directory().admitGuest(sha256('192.0.2.7'), 3)
      await admit()
      pass(DAY_MS)
      await admit()
      await admit()
      await expect(admit()).rejects.toMatchObject({ reason: 'too-many-guests' })
      await directory().admitGuest(sha256('192.0.2.8'), 3)
      pass(6 * DAY_MS - 1)
      await expect(admit()).rejects.toMatchObject({ reason: 'too-many-guests', retryAfterMs: 1 })
      pass(1)
      await admit()
      await expect(admit()).rejects.toMatchObject({ reason: 'too-many-guests', retryAfterMs: DAY_MS })
    })

    it('keeps everything over a restart', async () => {
      const organization = await create()
      const { hash } = await addKey(directory(), organization.id)
      await site().reopen()
      expect(await find(hash)).toMatchObject({ organization })
    })
  })
}

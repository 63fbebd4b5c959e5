// What a running engine deletes without being asked.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inThreadWriter } from './in-thread-writer.ts'
import { DAY_MS, logRow, START } from './samples.ts'
import { type SqliteSite, sqliteSite } from './sqlite-site.ts'

let now = START
let site: SqliteSite

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  now = START
  site = await sqliteSite(() => now, { start: inThreadWriter().start })
})

afterEach(async () => {
  vi.useRealTimers()
  await site.dispose()
})

it('removes old rows of the log and expired guests each minute', async () => {
  const { directory, ledger } = site.store
  const guest = await directory.createOrganization({
    name: 'Guest',
    plan: 'guest',
    expiresAt: new Date(START).toISOString(),
  })
  ledger.note(logRow({ requestId: 'req_old' }))
  ledger.note(logRow({ requestId: 'req_new', at: START + DAY_MS }))
  await site.store.drain()
  now = START + 30 * DAY_MS
  vi.advanceTimersByTime(59_999)
  await site.store.drain()
  expect(await directory.organizationById(guest.id)).not.toBeNull()
  vi.advanceTimersByTime(1)
  await vi.waitFor(async () => expect(await directory.organizationById(guest.id)).toBeNull())
  const { requests } = await directory.requests('org_one', { limit: 10 })
  expect(requests.map(({ requestId }) => requestId)).toEqual(['req_new'])
})

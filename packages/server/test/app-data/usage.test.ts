import { me, usage } from '@kiosk/dashboard'
import { expect, test } from 'vitest'
import { openSite, type Person } from './site.ts'

const DAY_MS = 86_400_000

async function usageOf(person: Person, headers: Record<string, string> = {}) {
  return usage.parse((await person.ask('GET', '/api/usage', { headers })).json())
}

test('the month so far: every day, every operation, the pace and the thresholds', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const { organizationId } = ana
  const today = site.now
  await site.log(organizationId, { at: today - 10 * DAY_MS, units: 300, cache: 'MISS' })
  await site.log(organizationId, { at: today, cache: 'HIT' })
  await site.log(organizationId, { at: today, slug: 'screenshot.post', units: 220 })
  await site.log(organizationId, { at: today, slug: 'screenshot.post', status: 504, code: 'TIMEOUT' })
  await site.log(organizationId, { at: today - 20 * DAY_MS, units: 5, slug: 'translate-text.get' })

  const answer = await usageOf(ana)
  expect(answer).toMatchObject({
    period: '2026-11',
    quota: { limit: 1000, used: 520, remaining: 480, resetsAt: '2026-12-01T00:00:00Z' },
    // 14.5 of 30 days passed.
    forecast: { units: 1076, exhaustedAt: '2026-11-28T21:13:50.769Z' },
    operations: [
      { slug: 'encyclopedia-article.get', calls: 2, units: 300, cacheHits: 1, failures: 0 },
      { slug: 'screenshot.post', calls: 1, units: 220, cacheHits: 0, failures: 1 },
    ],
    alerts: [50],
  })
  expect(answer.days.map(({ day }) => day)).toEqual(
    Array.from({ length: 15 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`),
  )
  expect(answer.days[4]).toEqual({ day: '2026-11-05', calls: 1, units: 300, cacheHits: 0, failures: 0 })
  expect(answer.days[13]).toEqual({ day: '2026-11-14', calls: 0, units: 0, cacheHits: 0, failures: 0 })
  expect(answer.days[14]).toEqual({ day: '2026-11-15', calls: 2, units: 220, cacheHits: 1, failures: 1 })
})

test('an organization without a limit has nothing left to tell of it', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const record = await site.directory.organizationById(ana.organizationId)
  await site.directory.setPlan(record?.slug ?? '', 'unlimited', null)
  await site.log(ana.organizationId, { units: 7 })
  expect(await usageOf(ana)).toMatchObject({
    quota: { limit: null, used: 7, remaining: null },
    forecast: { exhaustedAt: null },
    alerts: [],
  })
})

test('what is spent past an override that was lowered leaves nothing, not less', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  await site.log(ana.organizationId, { units: 30 })
  const record = await site.directory.organizationById(ana.organizationId)
  await site.directory.setPlan(record?.slug ?? '', 'team', 20)
  expect(await usageOf(ana)).toMatchObject({
    quota: { limit: 20, used: 30, remaining: 0 },
    forecast: { exhaustedAt: new Date(site.now).toISOString() },
    alerts: [50, 80, 100],
  })
})

test('/api/me: who, the chosen organization with its plan, and all memberships, oldest first', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp('Ana Example'), await site.signUp('Ben Example')]
  const joined = await site.join(ana, ben)
  const own = me.parse((await ben.ask('GET', '/api/me')).json())
  expect(own.user).toMatchObject({ id: ben.id, name: 'Ben Example', email: ben.email })
  expect(own.organization).toMatchObject({
    id: ben.organizationId,
    role: 'admin',
    plan: { name: 'free', quota: 1000, requestsPerSecond: 5 },
  })
  expect(own.organizations.map(({ id, role }) => [id, role])).toEqual([
    [ben.organizationId, 'admin'],
    [ana.organizationId, 'member'],
  ])
  const other = me.parse((await ben.ask('GET', '/api/me', { headers: joined })).json())
  expect(other.organization).toMatchObject({ id: ana.organizationId, role: 'member' })
  expect(other.organizations).toEqual(own.organizations)
})

// A quota that runs out, as the dashboard tells of it.
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { becomes, fact, gone, ran, seen } from './support/looks.ts'
import { type Person, signUp } from './support/people.ts'

const installation = useInstallation()
/** Costs one unit each time: it is never cached. */
const ADDRESS = 'email-generate-address.post'
/** Free while its answer is in the cache. */
const CITY = 'encyclopedia-article.get'

const months = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The first day of the next month, as the dashboard writes it. */
function renewalDay(): string {
  const now = new Date()
  return months.format(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

/** Somebody whose organization has ten units a month, and a key of it. */
async function tenUnits(): Promise<{ ada: Person; spend: (units: number) => Promise<void> }> {
  const ada = await signUp(installation(), 'Ada Example')
  const { id, slug } = (await ada.me()).organization
  const { gateway } = installation()
  await (await gateway.deployment.directory()).setPlan(slug, 'free', 10)
  const key = await gateway.newKey(id)
  const spend = async (units: number) => {
    for (let i = 0; i < units; i += 1) expect((await gateway.call(ADDRESS, key)).status).toBe(200)
  }
  return { ada, spend }
}

it('warns at half, at 80 % and at the end of the units', async () => {
  const { ada, spend } = await tenUnits()
  const { page } = ada
  await spend(4)
  await page.clock.install()
  await ada.visit('/')
  await seen(page.getByText('4 / 10'))
  const half = page.getByRole('status').filter({ hasText: 'Half of this month’s units are used' })
  expect(await half.count()).toBe(0)

  await spend(1)
  // A minute later, without a reload.
  await page.clock.fastForward(60_000)
  await seen(half.getByText(`5 of 10 units are left until the reset on ${renewalDay()}.`))
  await half.getByRole('button', { name: 'Dismiss' }).click()
  await gone(half)
  await page.reload()
  await seen(page.getByText('5 / 10'))
  expect(await half.count(), 'it stays dismissed').toBe(0)

  await spend(3)
  await page.reload()
  await seen(page.getByText('80 % of this month’s units are used'), page.getByText('2 of 10 units are left'))

  await spend(2)
  await page.reload()
  const spent = page.getByRole('alert').filter({ hasText: 'The units of this month are used up' })
  await seen(spent.getByText(`until the reset on ${renewalDay()}`), page.getByText('10 / 10'))
  expect(await spent.getByRole('button', { name: 'Dismiss' }).count(), 'it cannot be dismissed').toBe(0)
})

it('shows in the playground that the quota is exceeded and when it is renewed, and what still works', async () => {
  const { ada, spend } = await tenUnits()
  const { page } = ada
  await ada.visit(`/catalog/${CITY}`)
  await ran(page)
  await spend(8)
  await ada.visit(`/catalog/${ADDRESS}`)
  await seen(page.getByText('This run costs 1 unit of the 1 left'))
  await ran(page)
  await seen(page.getByText('1 unit spent.'), page.getByText('The units of this month are used up'))

  await seen(page.getByText('The units left do not suffice'))
  ada.expectRefusal(429, '/api/playground/')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const refusal = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: 'This call costs 1 unit and 0 of 10 are left' })
  await seen(refusal.getByText('429 QUOTA_EXCEEDED', { exact: true }))
  await seen(refusal.getByText(`New units come on ${renewalDay()} (UTC).`))
  expect(await refusal.innerText(), 'days are not counted in minutes').not.toMatch(/\d+ min/)

  await ada.visit(`/catalog/${CITY}`)
  const outcome = await ran(page)
  await becomes(() => fact(outcome, 'Cost').innerText(), 'From the cache: nothing was billed.')
})

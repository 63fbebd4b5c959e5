// Somebody in two organizations: what is shown is of the chosen one alone.
import { createdKey } from '@kiosk/dashboard'
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { becomes, gone, goTo, heading, seen, seenOverview } from './support/looks.ts'
import { join, type Person, signUp } from './support/people.ts'

const installation = useInstallation()
const PLACES = ['Overview', 'Requests', 'Status', 'API keys', 'Members', 'Settings'] as const

/** An organization with a key, a call and a name of its own. */
async function furnished(person: Person, name: string, slug: string, input: object): Promise<void> {
  await person.ask('PATCH', '/api/organization', { name })
  const { key } = createdKey.parse(await person.ask('POST', '/api/keys', { name: `worker of ${name}` }))
  const answer = await installation().gateway.call(slug, key, { ...input })
  expect(answer.status).toBe(200)
}

async function choose({ page }: Person, organization: string): Promise<void> {
  await page.getByRole('button', { name: /^Organization:/ }).click()
  await page.getByRole('menuitemradio', { name: organization }).click()
  await seenOverview(page, organization)
}

it('switches between two organizations and shows nothing of the other', async () => {
  const [ada, bob] = [await signUp(installation(), 'Ada Example'), await signUp(installation(), 'Bob Example')]
  await furnished(ada, 'Kite Works', 'encyclopedia-article.get', { title: 'Tokyo' })
  await furnished(bob, 'Lamp Shop', 'email-generate-address.post', {})
  await join(bob, ada)
  const { page } = ada
  await ada.visit('/')
  await seenOverview(page, 'Kite Works')
  for (const [here, there, slug, otherSlug] of [
    ['Lamp Shop', 'Kite Works', 'email-generate-address.post', 'encyclopedia-article.get'],
    ['Kite Works', 'Lamp Shop', 'encyclopedia-article.get', 'email-generate-address.post'],
  ] as const) {
    await choose(ada, here)
    for (const place of PLACES) {
      await goTo(page, place)
      const own = place === 'Overview' || place === 'Status' ? slug : here
      await becomes(async () => (await page.getByRole('main').ariaSnapshot()).includes(own), true)
      const shown = await page.getByRole('main').ariaSnapshot()
      expect([place, shown.includes(there), shown.includes(otherSlug) && place !== 'Requests']).toEqual([
        place,
        false,
        false,
      ])
    }
    await goTo(page, 'Requests')
    const rows = page.getByRole('table', { name: 'Requests, newest first' }).getByRole('row')
    await becomes(() => rows.getByRole('link').allInnerTexts(), [slug])
  }
})

it('remembers the choice at the next visit, and leaves an organization that is none any more', async () => {
  const [ada, bob] = [await signUp(installation(), 'Ada Example'), await signUp(installation(), 'Bob Example')]
  await bob.ask('PATCH', '/api/organization', { name: 'Lamp Shop' })
  await join(bob, ada)
  const { page } = ada
  await ada.visit('/')
  await choose(ada, 'Lamp Shop')
  await page.reload()
  await seenOverview(page, 'Lamp Shop')

  await bob.visit('/members')
  await bob.page.getByRole('button', { name: 'Remove Ada Example' }).click()
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  await gone(bob.page.getByRole('row').filter({ hasText: 'Ada Example' }))
  ada.expectRefusal(404, '/api/')
  await page.getByRole('link', { name: 'API keys', exact: true }).click()
  await page.reload()
  await seen(heading(page, 'API keys'), page.getByText('No keys yet'))
  await gone(page.getByText('Lamp Shop'))
})

it('keeps each tab in the organization that was chosen in it', async () => {
  const [ada, bob] = [await signUp(installation(), 'Ada Example'), await signUp(installation(), 'Bob Example')]
  await bob.ask('PATCH', '/api/organization', { name: 'Lamp Shop' })
  await join(bob, ada)
  await ada.visit('/')
  await choose(ada, 'Lamp Shop')
  const other = await ada.context.newPage()
  await other.goto(installation().appUrl)
  await choose({ ...ada, page: other }, (await ada.me()).organization.name)
  await goTo(ada.page, 'Members')
  await seen(
    ada.page.getByText(/Who belongs to Lamp Shop/),
    ada.page.getByRole('row').filter({ hasText: 'Bob Example' }),
  )
})

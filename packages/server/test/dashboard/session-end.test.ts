// A session that ends on the server: the next action leads to the sign-in page and back, and what was typed is not lost silently.
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { codeOf, heading, ran, seen } from './support/looks.ts'
import { PASSWORD, type Person, signInElsewhere, signUp } from './support/people.ts'

const installation = useInstallation()
const ENDED = 'Your session has ended'
const OPEN_FORM = 'What was open there and not saved yet has to be done again.'

/** Somebody whose session can be ended from another browser. */
async function withSession(): Promise<{ ada: Person; end: () => Promise<void> }> {
  const ada = await signUp(installation(), 'Ada Example')
  const other = await signInElsewhere(ada)
  ada.expectRefusal(401, '/api/')
  return { ada, end: async () => void (await other.ask('POST', '/api/auth/revoke-other-sessions', {})) }
}

async function signInAgain({ page, email }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

it('leads back to the same page with its filters', async () => {
  const { ada, end } = await withSession()
  const { page } = ada
  await ada.visit('/requests?status=5xx')
  await seen(page.getByText('No request matches'))
  await end()
  // The log asks again by itself.
  await seen(page.getByText(ENDED))
  expect(await page.getByText(OPEN_FORM).count()).toBe(0)
  await signInAgain(ada)
  await seen(heading(page, 'Requests'), page.getByText('No request matches'))
  expect(await page.getByLabel('Status').inputValue()).toBe('5xx')
  expect(new URL(page.url()).search).toBe('?status=5xx')
})

it('keeps what was typed in the playground, and the call never ran', async () => {
  const { ada, end } = await withSession()
  const { page } = ada
  await ada.visit('/catalog/html-to-pdf.post')
  const html = '<h1>An invoice that took long to write</h1>'
  await page.getByRole('textbox', { name: /^html/ }).fill(html)
  await page.getByText('Headers: Idempotency-Key').click()
  await page.getByRole('button', { name: 'Make one' }).click()
  const idempotencyKey = await page.getByLabel('Idempotency-Key').inputValue()
  await end()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await seen(page.getByText(ENDED))
  await signInAgain(ada)
  await seen(page.getByText('This run costs 20 units of the 1,000 left'))
  expect(await page.getByRole('textbox', { name: /^html/ }).inputValue()).toBe(html)
  expect(await page.getByLabel('Idempotency-Key').inputValue()).toBe(idempotencyKey)
  const outcome = await ran(page)
  await seen(outcome.getByText('20 units spent.'))
})

it('shows the next user of the browser nothing of what was typed', async () => {
  const { ada, end } = await withSession()
  const eve = await signUp(installation(), 'Eve Example')
  const { page } = ada
  await ada.visit('/catalog/encyclopedia-article.get')
  await page.getByLabel('title').fill('A secret of Ada')
  await end()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await seen(page.getByText(ENDED))
  await signInAgain({ ...ada, email: eve.email })
  await seen(heading(page, 'Encyclopedia summary'))
  expect(await page.getByLabel('title').inputValue()).toBe('Tokyo')
  expect(await page.content()).not.toContain('A secret of Ada')
})

it('says that a form was open, which has to be filled in again', async () => {
  const { ada, end } = await withSession()
  const { page } = ada
  await ada.visit('/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('billing worker')
  await end()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await seen(page.getByText(ENDED), page.getByText(OPEN_FORM))
  await signInAgain(ada)
  await seen(heading(page, 'API keys'), page.getByText('No keys yet'))
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('billing worker')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  expect(await codeOf(page.getByRole('dialog'), 'API key')).toMatch(/^kiosk_/)
})

it('says that a key was shown, which is never shown again', async () => {
  const { ada, end } = await withSession()
  const { page } = ada
  await page.clock.install()
  await ada.visit('/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('billing worker')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await seen(dialog.getByText('Copy the key now'))
  await end()
  // Whoever comes back to the window after a while gets newer figures.
  await page.clock.fastForward(60_000)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await seen(page.getByText(ENDED), page.getByText(OPEN_FORM))
})

it('signs out for good: the way back shows nothing', async () => {
  const { ada } = await withSession()
  const { page } = ada
  await ada.visit('/settings')
  await page.getByRole('button', { name: /Ada Example/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await seen(heading(page, 'Sign in'))
  expect(await page.getByText(ENDED).count(), 'it was no accident').toBe(0)
  // Later, since going back ends the script that does it.
  await page.evaluate('void setTimeout(() => history.back())')
  await page.waitForURL('**/sign-in?next=%2Fsettings')
  await seen(heading(page, 'Sign in'))
})

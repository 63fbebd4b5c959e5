// Engine or accounts away while the app runs: what the dashboard says meanwhile, and that it heals without a reload.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { becomes, gone, goTo, heading, ran, seen } from './support/looks.ts'
import { signUp } from './support/people.ts'

const installation = useInstallation({ isSplit: true })
const AWAY = 'The engine is not answering'

/** Takes the database away, as a lost disk would. @returns what brings it back */
async function loseDatabase(): Promise<() => Promise<void>> {
  const file = join(installation().gateway.deployment.dataDir, 'kiosk.db')
  await rename(file, `${file}.away`)
  let isAway = true
  const bringBack = async () => {
    if (isAway) await rename(`${file}.away`, file)
    isAway = false
  }
  onTestFinished(bringBack)
  return bringBack
}

it('says that the engine is away, keeps what needs none, and heals by itself', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  const { gateway } = installation()
  const { port } = gateway
  await gateway.kill9()
  await page.clock.install()
  await ada.visit('/catalog')
  await seen(page.getByText(AWAY), page.getByRole('link', { name: /Encyclopedia summary/ }))

  await page.getByRole('link', { name: /Encyclopedia summary/ }).click()
  await page.getByLabel('title').fill('Tokyo')
  ada.expectRefusal(503, '/api/playground/')
  const outcome = await ran(page)
  const refusal = outcome.getByRole('alert').filter({ hasText: '503 SERVICE_UNAVAILABLE' })
  await seen(refusal.getByText('What to do:'))
  expect(await refusal.innerText(), 'no internal address').not.toContain(String(port))
  await goTo(page, 'Overview')
  await seen(page.getByText('0 / 1,000'))

  await goTo(page, 'Catalog')
  await gateway.restart({ KIOSK_ENGINE_PORT: String(port), KIOSK_APP_PORT: '0' })
  await gone(page.getByText(AWAY))
  await page.getByRole('link', { name: /Encyclopedia summary/ }).click()
  expect(await page.getByLabel('title').inputValue(), 'what was typed is there').toBe('Tokyo')
  await seen((await ran(page)).getByText('Answer', { exact: true }), page.getByText('1 unit spent.'))

  // Away once more, while the page lies open and nobody does anything.
  await gateway.kill9()
  await becomes(async () => {
    await page.clock.fastForward(15_000)
    return page.getByText(AWAY).isVisible()
  }, true)
  await gateway.restart()
  await gone(page.getByText(AWAY))
})

it('says that sessions cannot be checked, never asks to sign in, and heals by itself', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  await ada.visit('/requests?status=4xx')
  await seen(page.getByText('No request matches'))
  ada.expectRefusal(503, '/api/')
  const bringBack = await loseDatabase()
  // Whoever was here stays, with the last figures.
  await seen(page.getByText('These figures are not the newest'))
  await goTo(page, 'Members')
  await seen(page.getByText('The members could not be loaded'))
  await page.reload()
  await seen(page.getByText('Sessions cannot be checked right now'), page.getByText('You stay signed in'))
  expect(new URL(page.url()).pathname).toBe('/members')
  await bringBack()
  await seen(heading(page, 'Members'), page.getByRole('row').filter({ hasText: 'Ada Example' }))
})

it('says on the sign-in page that accounts cannot be reached, and lets in afterwards', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  await ada.context.clearCookies()
  ada.expectRefusal(401, '/api/')
  await ada.visit('/')
  const { page } = ada
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByLabel('Password').fill('correct horse battery')
  ada.expectRefusal(503, '/api/')
  const bringBack = await loseDatabase()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await seen(page.getByRole('alert').filter({ hasText: /sessions|accounts/i }))
  await bringBack()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await seen(heading(page, 'Overview'))
  await becomes(async () => new URL(page.url()).pathname, '/')
})

// Every page by its address, without a mouse, and on a phone.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { gone, heading, seen } from './support/looks.ts'
import { signUp } from './support/people.ts'

const installation = useInstallation()
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Name of what has the focus, as it is read out. */
async function focused(page: Page): Promise<string> {
  const element = page.locator('*:focus')
  return (await element.count()) === 0 ? '' : ((await element.ariaSnapshot()).split('\n')[0] ?? '')
}

/** Presses Tab until the focus is there; throws with the way when it never is. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const way: string[] = []
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab')
    way.push(await focused(page))
    if (name.test(way.at(-1) ?? '')) return
  }
  throw new Error(`no way by Tab to ${name}: ${way.join(' → ')}`)
}

it('opens every page by its address, and says so of one that is not there', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  for (const [path, title] of [
    ['/overview', 'Overview'],
    ['/catalog?tag=text', 'Catalog'],
    ['/catalog/nothing.get', 'No such operation'],
    ['/requests?status=odd', 'Requests'],
    ['/requests/elsewhere', /not/i],
    ['/status', 'Status'],
    ['/connect', 'Connect'],
    ['/keys/', 'API keys'],
    ['/members', 'Members'],
    ['/settings', 'Settings'],
  ] as const) {
    await ada.visit(path)
    await seen(page.getByRole('heading', { level: 1, name: title }))
    expect(await page.title()).toContain('Kiosk')
  }
})

it('reaches and runs an operation by keyboard alone', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  await ada.visit('/')
  await seen(heading(page, 'Overview'))
  await page.keyboard.press('Tab')
  expect(await focused(page)).toContain('Skip to the content')
  await tabTo(page, /^- link "Catalog"/)
  await page.keyboard.press('Enter')
  await seen(heading(page, 'Catalog'))
  await seen(page.getByRole('searchbox', { name: 'Search the catalog' }))
  await page.keyboard.press('/')
  await page.keyboard.type('encyclopedia')
  await seen(page.getByText(/^1 of \d+ operations$/))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(heading(page, 'Encyclopedia summary'))

  await tabTo(page, /textbox "title/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Tokyo')
  await tabTo(page, /^- button "Run"/)
  await page.keyboard.press('Enter')
  await seen(page.getByText('1 unit spent.'))
  await tabTo(page, /^- tab "All fields"/)
  await page.keyboard.press('ArrowRight')
  await seen(page.getByRole('region', { name: 'The answer as JSON' }))
})

it('makes and deletes a key by keyboard alone, and the focus comes back', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  await ada.visit('/keys')
  await seen(page.getByText('No keys yet'))
  await tabTo(page, /^- button "Create key"/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('shop')
  await page.keyboard.press('Enter')
  await seen(page.getByText('Copy the key now'))
  await tabTo(page, /^- button "I have stored it"/)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('row').filter({ hasText: 'shop' }))
  await tabTo(page, /^- button "Delete shop"/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog'))
  expect(await focused(page)).toContain('Delete shop')
  await page.keyboard.press('Enter')
  await page.keyboard.type('shop')
  await page.keyboard.press('Enter')
  await seen(page.getByText('No keys yet'))
  expect(await focused(page), 'the focus is not lost with the row').not.toBe('')
})

it('leads everywhere on a phone, and nothing is wider than its screen', async () => {
  const ada = await signUp(installation(), 'Ada Example', PHONE)
  const { page } = ada
  await ada.visit('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const place of ['Catalog', 'Requests', 'API keys', 'Overview']) {
    await bar.getByRole('link', { name: place, exact: true }).tap()
    await seen(heading(page, place))
    expect([place, await overflow(page)]).toEqual([place, 0])
  }
  for (const place of ['Status', 'Connect', 'Members', 'Settings']) {
    await bar.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: place }).tap()
    await seen(heading(page, place))
    expect([place, await overflow(page)]).toEqual([place, 0])
  }
  await page.getByRole('button', { name: 'Account of Ada Example' }).tap()
  await page.getByRole('menuitemradio', { name: 'Dark' }).tap()
  await page.getByRole('link', { name: 'Kiosk, overview' }).tap()
  await seen(heading(page, 'Overview'))
})

it('runs an operation on a phone', async () => {
  const ada = await signUp(installation(), 'Ada Example', PHONE)
  const { page } = ada
  await ada.visit('/catalog')
  await page.getByRole('link', { name: /Page to Markdown/ }).tap()
  await page.getByRole('button', { name: 'Run', exact: true }).tap()
  await seen(page.getByText('3 units spent.'), page.getByRole('region', { name: 'Rendered Markdown' }))
  expect(await overflow(page)).toBe(0)
})

/** Pixels that the page scrolls sideways. */
async function overflow(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
}

// What tests wait for on a page, and how they work its forms.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** How long a page may take to show something; far more than it needs, since tests share a machine. */
export const PATIENCE_MS = 15_000

/** Resolves once it is visible. */
export async function seen(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await locator.filter({ visible: true }).first().waitFor()
}

/** Resolves once nothing of it is visible any more. */
export async function gone(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await locator.filter({ visible: true }).first().waitFor({ state: 'hidden' })
}

/** Resolves once asking gives what is expected. */
export async function becomes<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  await expect.poll(ask, { timeout: PATIENCE_MS, interval: 200 }).toEqual(expected)
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('main').getByRole('heading', { level: 1, name, exact: typeof name === 'string' })
}

/** The overview names the organization that it is of. */
export async function seenOverview(page: Page, organization: string): Promise<void> {
  await seen(heading(page, 'Overview'), page.getByRole('main').getByText(organization))
}

/** Follows a link of the main navigation and waits for its page. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true }).click()
  await seen(heading(page, place))
}

/** Of a list of names and values, the value behind a name. */
export function fact(within: Page | Locator, name: string): Locator {
  const term = within.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
  return term.locator('xpath=following-sibling::dd[1]')
}

/** The outcome of a run in the playground, once it is there. */
export async function ran(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await gone(page.getByRole('button', { name: 'Cancel', exact: true }))
  return page.getByRole('main')
}

/** Text of a region that shows code. */
export async function codeOf(within: Page | Locator, label: string): Promise<string> {
  return (await within.getByRole('region', { name: label, exact: true }).innerText()).trim()
}

export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('[aria-live="polite"]').getByText(text)
}

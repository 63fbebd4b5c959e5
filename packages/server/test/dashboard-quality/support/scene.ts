// One thing to be seen: a page in some state, and the way to it.
import type { Page, Route } from 'playwright-core'
import type { DemoPerson } from './demo-people.ts'
import type { DemoSite } from './demo-site.ts'

export interface Scene {
  readonly name: string
  /** Who is signed in; null: nobody. */
  readonly person: DemoPerson | null
  readonly path: (site: DemoSite) => string
  /** Before the page is opened: what its calls answer instead. */
  readonly answers?: Readonly<Record<string, (route: Route) => Promise<void>>>
  /** From the open page to the scene; ends when all of it is there. */
  readonly act?: (page: Page) => Promise<void>
  /** Only where the window is as narrow as a phone. */
  readonly phone?: boolean
}

export function scene(name: string, person: DemoPerson | null, path: string, rest: Partial<Scene> = {}): Scene {
  return { name, person, path: () => path, ...rest }
}

export const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Fills in an example by its title, and runs it. */
export const run = (title: string, found: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.getByRole('button', { name: title }).first().click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('heading', { name: /^(?:Answer|Refused)$/ }).waitFor()
  await found(page)
}

export const refusal = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/json',
    body: JSON.stringify({
      error: { code, message, requestId: 'req_019a8b1e-5f2c-7c11-a3d2-9c41e07b5a10', retryable: false },
    }),
  })

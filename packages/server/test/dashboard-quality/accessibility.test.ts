// Every page and every state of it under the rules of axe, light and dark, on a real browser.
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DemoSite, startDemoSite } from './support/demo-site.ts'
import { scenes } from './support/scenes.ts'
import { browserPath, launchBrowser, Stage } from './support/stage.ts'

// A bound for hangs only: starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000, maxConcurrency: 3 })

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDE = { width: 1280, height: 800, scheme: 'light' } as const
const PHONE = { width: 390, height: 844, scheme: 'light' } as const

/** Pages that a phone shows otherwise than a wide window. */
const PHONE_PAGES = [
  ...['sign-in', 'overview', 'overview-first-steps', 'keys', 'keys-created', 'catalog', 'operation', 'answer-image'],
  ...[
    'answer-markdown',
    'answer-table',
    'requests',
    'request-open',
    'status',
    'members',
    'settings',
    'connect',
    'menu-more',
  ],
]

describe('axe finds', () => {
  beforeEach(({ skip }) => skip(browserPath === null, 'no browser was found; KIOSK_BROWSER_PATH names one'))
  let site: DemoSite
  let browser: Browser
  let stage: Stage
  beforeAll(async () => {
    if (browserPath === null) return
    site = await startDemoSite()
    browser = await launchBrowser()
    stage = new Stage(browser, site)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  it.concurrent.each(scenes.filter(({ phone }) => !phone))('nothing on $name', async (scene) => {
    const page = await stage.open(scene, WIDE)
    expect(await violationsOf(page, 'all'), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violationsOf(page, 'colours'), 'dark').toEqual([])
    await page.context().close()
  })

  it('what is planted', async () => {
    const signIn = scenes.filter(({ name }) => name === 'sign-in')
    for (const scene of signIn) {
      const page = await stage.open(scene, WIDE)
      await page.getByLabel('E-mail').evaluate((input) => input.removeAttribute('id'))
      await page.addStyleTag({ content: ':root { --color-muted: light-dark(#b0b0b0, #404040) }' })
      expect(await violationsOf(page, 'all')).toEqual([
        expect.stringMatching(/^color-contrast: /),
        expect.stringMatching(/^label: /),
      ])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violationsOf(page, 'colours')).toEqual([expect.stringMatching(/^color-contrast: /)])
      await page.context().close()
    }
    expect(signIn).toHaveLength(1)
  })

  it.concurrent.each(scenes.filter(({ name }) => PHONE_PAGES.includes(name)))(
    'nothing on $name, on a phone',
    async (scene) => {
      const page = await stage.open(scene, PHONE)
      expect(await violationsOf(page, 'all')).toEqual([])
      const [content, window] = [await page.evaluate('document.documentElement.scrollWidth'), PHONE.width]
      expect(content, 'nothing is wider than the window').toBeLessThanOrEqual(window)
      await page.context().close()
    },
  )
})

const of = {
  all: (axe: AxeBuilder) => axe.withTags(RULES),
  /** What another theme may break. */
  colours: (axe: AxeBuilder) => axe.withRules(['color-contrast', 'link-in-text-block']),
}

/** `rule: what is wrong, at which elements`. No page has frames of other origins, without which the old way of axe sees all, sooner. */
async function violationsOf(page: Page, rules: keyof typeof of): Promise<string[]> {
  const { violations } = await of[rules](new AxeBuilder({ page }).setLegacyMode()).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help}, at ${nodes.map(({ html }) => html).join(' and ')}`)
}

// The plain pages in a real browser: accessibility in both colour schemes, phones, keyboards, and what the policy lets them load.
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import { findBrowser } from '@kiosk/browser'
import { registry } from '@kiosk/operations'
import type { FastifyInstance } from 'fastify'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAppFrame } from '../../src/app-http/app-server.ts'
import { addDashboard } from '../../src/app-http/dashboard-routes.ts'
import { addDocuments } from '../../src/app-http/documents/document-routes.ts'
import { catalogOf } from '../../src/compose-engine.ts'

const executablePath = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)

const catalog = catalogOf(registry, 'https://a-long-name-of-an-installation.kiosk.example.test', false)
const stale = { ...catalog, degraded: true }
/** The operation with the most fields, and one whose example fails. */
const longest = catalog.operations.toSorted((a, b) => fieldCount(b) - fieldCount(a))[0]
const failing = catalog.operations.find(({ examples }) => examples.some(({ fails }) => fails !== undefined))
const PAGES = ['/', '/docs', '/docs/errors', `/docs/${longest?.slug}`, `/docs/${failing?.slug}`]

function fieldCount({ inputSchema, outputSchema }: (typeof catalog.operations)[number]): number {
  return JSON.stringify([inputSchema, outputSchema]).split('"description"').length
}

const PHONE = { width: 390, height: 844 }
const SCHEMES = ['light', 'dark'] as const

describe('the plain pages', () => {
  beforeEach(({ skip }) => skip(executablePath === null, 'no browser was found; KIOSK_BROWSER_PATH names one'))
  let app: FastifyInstance
  let browser: Browser
  let origin = ''
  let current = catalog
  beforeAll(async () => {
    if (executablePath === null) return
    app = createAppFrame({
      docsBase: () => `${origin}/docs/errors`,
      about: {},
      readiness: async () => ({ ready: true, checks: {} }),
      marks: {},
      trustProxy: false,
      onDefect: () => {},
    })
    const source = { current: async () => current }
    addDocuments(app, { catalog: source, appUrl: () => origin })
    addDashboard(app, { catalog: source, files: new Map() })
    await app.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })
  beforeEach(() => {
    current = catalog
  })

  async function withPage<T>(options: BrowserContextOptions, work: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext(options)
    try {
      return await work(await context.newPage())
    } finally {
      await context.close()
    }
  }

  const violations = async (page: Page, rules: readonly string[] = []) => {
    const axe = new AxeBuilder({ page })
    const found = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze()
    expect(found.passes.map(({ id }) => id)).toContain('color-contrast')
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }

  test.each(PAGES)('%s keeps all rules of accessibility, in light and dark', { timeout: 60_000 }, async (path) => {
    await withPage({ colorScheme: 'light' }, async (page) => {
      await page.goto(origin + path)
      expect(await violations(page)).toEqual([])
      // The rest is the same in both.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page, ['color-contrast'])).toEqual([])
    })
  })

  test('what they say of an engine that is away keeps them as well', { timeout: 60_000 }, async () => {
    current = stale
    await withPage({ colorScheme: 'dark', viewport: PHONE }, async (page) => {
      await page.goto(`${origin}/docs/${failing?.slug}`)
      await page.getByRole('status').waitFor()
      expect(await violations(page)).toEqual([])
    })
  })

  test('load themselves, an icon, and nothing else', async () => {
    const told: string[] = []
    await withPage({}, async (page) => {
      page.on('console', (message) => told.push(message.text()))
      page.on('request', (request) => told.push(request.url()))
      for (const path of PAGES) await page.goto(origin + path, { waitUntil: 'networkidle' })
      expect(await page.evaluate<string>('getComputedStyle(document.body).margin'), 'the style holds').toBe('0px')
    })
    const pages = new Set(PAGES.map((path) => origin + path))
    expect(told.filter((line) => !pages.has(line) && !line.endsWith('/favicon.svg') && !line.includes('404'))).toEqual(
      [],
    )
    expect(told.length).toBeGreaterThanOrEqual(PAGES.length)
  })

  test('run no script, and take no style, that slipped into them', async () => {
    const seen = await withPage({}, async (page) => {
      await page.route('**/docs', async (route) => {
        const response = await route.fetch()
        const body = `${await response.text()}<style>h1{color:red}</style><p style="color:red">x</p><script>window.x=1</script>`
        await route.fulfill({ response, body })
      })
      await page.goto(`${origin}/docs`)
      return page.evaluate<unknown[]>(
        `['x' in window, ...[...document.querySelectorAll('h1, p[style]')].map((one) => getComputedStyle(one).color)]`,
      )
    })
    expect(seen).toHaveLength(3)
    expect(seen[0]).toBe(false)
    expect(seen).not.toContain('rgb(255, 0, 0)')
  })

  test('fit a phone, each of them', { timeout: 60_000 }, async () => {
    const paths = [...new Set([...PAGES, ...catalog.operations.map(({ slug }) => `/docs/${slug}`)])]
    const wide = await withPage({ viewport: PHONE }, async (page) => {
      const found: string[] = []
      for (const path of paths) {
        await page.goto(origin + path)
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        if (width > PHONE.width) found.push(`${path}: ${width}`)
      }
      return found
    })
    expect(wide).toEqual([])
  })

  test('let a keyboard go past the header', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${origin}/docs`)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to the content' })
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the content')
      expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const focused = await page.evaluate<boolean>(`document.activeElement.closest('main') !== null`)
      expect(focused).toBe(true)
    })
  })

  test('follow the colours of the reader', async () => {
    const backgrounds = await Promise.all(
      SCHEMES.map((colorScheme) =>
        withPage({ colorScheme }, async (page) => {
          await page.goto(`${origin}/docs`)
          return page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
        }),
      ),
    )
    expect(backgrounds).toEqual(['rgb(246, 247, 249)', 'rgb(14, 17, 22)'])
  })
})

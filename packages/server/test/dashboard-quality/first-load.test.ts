// The first load of each page in a real browser: what script it brings, weighed as gzip sends it, and what is seen before any script.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DemoSite, startDemoSite } from './support/demo-site.ts'
import type { Scene } from './support/scene.ts'
import { scenes } from './support/scenes.ts'
import { browserPath, launchBrowser, Stage } from './support/stage.ts'

// A bound for hangs only: starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const MOST_BYTES = 180_000
const LIGHT_CANVAS = 'rgb(246, 247, 249)'
const DARK_CANVAS = 'rgb(14, 17, 22)'
const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.resolve('@kiosk/dashboard')))

/** One scene for each page, as it is when it is opened. */
const PAGES = [
  ...['sign-in', 'sign-up', 'invitation', 'overview', 'overview-first-steps', 'keys', 'catalog', 'operation'],
  ...['requests', 'status', 'members', 'settings', 'connect', 'not-found'],
]

describe('the first load', () => {
  beforeEach(({ skip }) => skip(browserPath === null, 'no browser was found; KIOSK_BROWSER_PATH names one'))
  let site: DemoSite
  let browser: Browser
  const rows: { page: string; files: number; kB: number }[] = []
  beforeAll(async () => {
    if (browserPath === null) return
    site = await startDemoSite()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    const widest = Math.max(0, ...rows.map(({ page }) => page.length))
    const lines = rows.map(({ page, files, kB }) => `${page.padEnd(widest)}  ${kB.toFixed(1)} kB in ${files} files`)
    process.stdout.write(`Script of the first load, gzip:\n${lines.join('\n')}\n`)
  })

  it.each(PAGES)('of %s brings at most 180 kB of script', async (name) => {
    const scripts = await scriptsOf(new Stage(browser, site), sceneOf(name))
    const sizes = await Promise.all(scripts.map(async (file) => gzipSync(await readFile(join(ASSETS, file))).length))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    rows.push({ page: name, files: scripts.length, kB: bytes / 1000 })
    expect(scripts.length).toBeGreaterThan(1)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  })

  it.each([
    ['dark', 'light', DARK_CANVAS],
    ['light', 'dark', LIGHT_CANVAS],
  ] as const)(
    'wears the remembered %s theme on a %s system before the pages are there',
    async (theme, scheme, canvas) => {
      const page = await browser.newPage({ colorScheme: scheme })
      await page.addInitScript(`localStorage.setItem('kiosk.theme', '${theme}')`)
      // The application never comes: what is seen is what was there before it.
      await page.route('**/assets/index-*.js', (route) => route.abort())
      await page.goto(site.appUrl)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(canvas)
      await page.close()
    },
  )

  it.each([
    ['/', true],
    ['/sign-in', false],
  ])('at %s shows the outline of the frame: %s', async (path, isShown) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.goto(site.appUrl + path)
    expect(await page.locator('.early-shell').first().isVisible()).toBe(isShown)
    await page.close()
  })
})

function sceneOf(name: string): Scene {
  const found = scenes.find((scene) => scene.name === name)
  if (found === undefined) throw new Error(`there is no scene ${name}`)
  return found
}

/** Names of the scripts that the browser asked for until the page was quiet. */
async function scriptsOf(stage: Stage, scene: Scene): Promise<string[]> {
  const asked = new Set<string>()
  const page = await stage.open(scene, { width: 1280, height: 800, scheme: 'light' }, (opened) =>
    opened.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) asked.add(basename(pathname))
    }),
  )
  await page.context().close()
  return [...asked]
}

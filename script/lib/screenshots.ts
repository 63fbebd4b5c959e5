// Takes the pictures of docs/dashboard.md: the real dashboard of a gateway in its sandbox, filled with weeks of invented use.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { startDemoSite } from '../../packages/server/test/dashboard-quality/support/demo-site.ts'
import type { Scene } from '../../packages/server/test/dashboard-quality/support/scene.ts'
import { scenes } from '../../packages/server/test/dashboard-quality/support/scenes.ts'
import {
  browserPath,
  type Look,
  launchBrowser,
  Stage,
} from '../../packages/server/test/dashboard-quality/support/stage.ts'
import { pictures } from './screenshot-list.ts'

const MOST_BYTES = 52_000
/** Tried in this order until a picture is small enough. */
const QUALITIES = [76, 70, 64, 58, 52, 46]

/** By the ending of a picture's name. `most`: how high a picture may grow with its page. */
const LOOKS: Readonly<Record<string, Look & { readonly most: number }>> = {
  wide: { width: 1280, height: 800, scheme: 'light', most: 1160 },
  'wide-dark': { width: 1280, height: 800, scheme: 'dark', most: 1160 },
  phone: { width: 390, height: 844, scheme: 'light', most: 1500, density: 1.5 },
  'phone-dark': { width: 390, height: 844, scheme: 'dark', most: 1500, density: 1.5 },
}

/** As on a system with a typeface made for screens, and with scrollbars that lie over the page. Of the typeface for East Asia,
 * whose Latin is such a one, the punctuation beyond ASCII is left out: it is as wide as an ideograph. */
const FINISH = `
  @font-face { font-family: Picture; font-weight: 400 500; unicode-range: U+0-2010;
    src: local("Inter"), local("Noto Sans"), local("Noto Sans CJK SC"), local("Noto Sans CJK SC Regular"); }
  @font-face { font-family: Picture; font-weight: 600 700; unicode-range: U+0-2010;
    src: local("Inter Bold"), local("Noto Sans Bold"), local("Noto Sans CJK SC Bold"); }
  :root { scrollbar-gutter: auto; --font-sans: Picture, system-ui, sans-serif; }
  * { caret-color: transparent; }`

interface Shot {
  readonly scene: Scene
  readonly look: string
  readonly from: string | undefined
  readonly grows: boolean
}

function shotsOf(names: readonly string[], isAll: boolean): Shot[] {
  const listed = isAll
    ? scenes.map(({ name, phone }) => ({ scene: name, looks: phone ? ['phone'] : Object.keys(LOOKS) }))
    : pictures
  return listed
    .filter(({ scene }) => names.length === 0 || names.includes(scene))
    .flatMap(({ scene: name, looks, from, grows = true }: (typeof pictures)[number]) => {
      const scene = scenes.find((one) => one.name === name)
      if (scene === undefined) throw new Error(`there is no scene ${name}`)
      return looks.map((look) => ({ scene, look, from, grows }))
    })
}

async function take(stage: Stage, { scene, look: lookName, from, grows }: Shot): Promise<Page> {
  const look = LOOKS[lookName]
  if (look === undefined) throw new Error(`there is no look ${lookName}`)
  const page = await stage.open(scene, look)
  await page.addStyleTag({ content: FINISH })
  const needed = Number(await page.evaluate('document.documentElement.scrollHeight'))
  const height = grows ? Math.min(Math.max(look.height, needed), look.most) : look.height
  await page.setViewportSize({ width: look.width, height })
  if (from !== undefined) {
    const heading = page.getByRole('heading', { name: from, exact: true })
    await heading.evaluate((element) => {
      element.style.scrollMarginTop = '84px'
      element.scrollIntoView()
    })
  }
  // Nothing is hovered or focused by chance.
  await page.mouse.move(0, 0)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page
}

async function write(page: Page, file: string, isPng: boolean): Promise<void> {
  if (isPng) {
    await page.screenshot({ path: `${file}.png` })
    return
  }
  const session = await page.context().newCDPSession(page)
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length > MOST_BYTES && quality !== QUALITIES.at(-1)) continue
    await writeFile(`${file}.webp`, bytes)
    return
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../../docs/images') },
    all: { type: 'boolean', default: false },
    png: { type: 'boolean', default: false },
  },
})
if (browserPath === null) throw new Error('no browser was found: install Chromium, or name one by KIOSK_BROWSER_PATH')
const shots = shotsOf(positionals, values.all)
await mkdir(values.out, { recursive: true })
if (positionals.length === 0) {
  for (const old of await readdir(values.out)) if (/\.(?:webp|png)$/.test(old)) await rm(join(values.out, old))
}
const site = await startDemoSite({ appPort: 8081 })
const browser = await launchBrowser()
try {
  const stage = new Stage(browser, site)
  for (const shot of shots) {
    const name = `${shot.scene.name}-${shot.look}`
    process.stderr.write(`screenshots: ${name}\n`)
    const page = await take(stage, shot)
    await write(page, join(values.out, name), values.png)
    await page.context().close()
  }
} finally {
  await browser.close()
  await site.close()
}

// A real browser, and scenes opened in it.
import { findBrowser } from '@kiosk/browser'
import { me } from '@kiosk/dashboard'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type DemoPerson, ORGANIZATION, PASSWORD } from './demo-people.ts'
import type { DemoSite } from './demo-site.ts'
import type { Scene } from './scene.ts'
import { signedIn } from './visitor.ts'

/** Null where none is installed. */
export const browserPath = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)

export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(browserPath !== null && { executablePath: browserPath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  })
}

export interface Look {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
  /** Pixels of the picture for one of the page; default 1. */
  readonly density?: number
}

export class Stage {
  readonly #browser: Browser
  readonly #site: DemoSite
  readonly #sessions = new Map<string, Promise<Session>>()

  constructor(browser: Browser, site: DemoSite) {
    this.#browser = browser
    this.#site = site
  }

  /** Opens a scene in a fresh browser profile. Whoever gets the page closes its context.
   * @param prepare sees the page while it is still empty */
  async open(scene: Scene, look: Look, prepare?: (page: Page) => unknown): Promise<Page> {
    const context = await this.#context(scene.person, look)
    const page = await context.newPage()
    await prepare?.(page)
    for (const [path, answer] of Object.entries(scene.answers ?? {})) {
      await page.route((url) => url.pathname === path, answer)
    }
    await page.goto(this.#site.appUrl + scene.path(this.#site))
    await scene.act?.(page)
    await page.waitForLoadState('networkidle')
    return page
  }

  async #context(person: DemoPerson | null, look: Look): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      viewport: { width: look.width, height: look.height },
      deviceScaleFactor: look.density ?? 1,
      colorScheme: look.scheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      hasTouch: look.width < 600,
      isMobile: look.width < 600,
    })
    if (person !== null) {
      const { cookies, organizationId } = await this.#session(person)
      await context.addCookies([...cookies])
      await context.addInitScript(`localStorage.setItem('kiosk.organization', ${JSON.stringify(organizationId)})`)
    }
    return context
  }

  /** Each person signs in once: sign-ins are throttled. */
  #session(person: DemoPerson): Promise<Session> {
    const known = this.#sessions.get(person.email) ?? openSession(this.#site.appUrl, person)
    this.#sessions.set(person.email, known)
    return known
  }
}

interface Session {
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly url: string }[]
  /** The one that the pages show, or the person's own. */
  readonly organizationId: string
}

async function openSession(appUrl: string, { email }: DemoPerson): Promise<Session> {
  const visitor = await signedIn(appUrl, email, PASSWORD)
  const { organization, organizations } = me.parse(await visitor.ask('GET', '/api/me'))
  const cookies = visitor.cookies.map((line) => {
    const at = line.indexOf('=')
    return { name: line.slice(0, at), value: line.slice(at + 1), url: appUrl }
  })
  return { cookies, organizationId: (organizations.find(({ name }) => name === ORGANIZATION) ?? organization).id }
}

// A browser profile that looks at the dashboard, and notes whatever a page must not do.
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Installation } from './installation.ts'
import { PATIENCE_MS } from './looks.ts'

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly installation: Installation
  /** Goes to a path of the app. */
  visit(path: string): Promise<void>
  /** Says that the app will refuse requests to a path so: the browser writes a line for each of them to its console. */
  expectRefusal(status: number, path: string): void
}

const DESKTOP = { width: 1280, height: 900 }

/** Fails the test at its end if a page wrote an error to its console, threw, broke its content policy or asked another origin. */
export async function openVisitor(installation: Installation, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await installation.browser.newContext({
    viewport: DESKTOP,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const refusals: { status: number; path: string }[] = []
  const faults = watch(context, installation.appUrl, refusals)
  onTestFinished(async () => {
    await context.close()
    if (faults.length > 0) throw new Error(`what no page may do:\n${faults.join('\n')}`)
  })
  const page = await context.newPage()
  return {
    page,
    context,
    installation,
    visit: async (path) => void (await page.goto(installation.appUrl + path)),
    expectRefusal: (status, path) => void refusals.push({ status, path }),
  }
}

/** @param refusals read when something is refused @returns the faults, which grow */
function watch(
  context: BrowserContext,
  appUrl: string,
  refusals: readonly { status: number; path: string }[],
): readonly string[] {
  const faults: string[] = []
  context.on('request', (request) => {
    if (isElsewhere(request, appUrl)) faults.push(`asked another origin: ${request.url()}`)
  })
  context.on('weberror', (error) => faults.push(`threw: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const { pathname } = URL.parse(message.location().url) ?? { pathname: '' }
    const isExpected = refusals.some(
      ({ status, path }) => pathname.startsWith(path) && message.text().includes(`status of ${status} `),
    )
    if (!isExpected) faults.push(`wrote to its console: ${message.text()} (${pathname})`)
  })
  return faults
}

/** Only what leaves the browser counts: its own PDF viewer is made of requests, too. */
function isElsewhere(request: Request, appUrl: string): boolean {
  const { protocol, origin } = new URL(request.url())
  return /^(?:http|ws)s?:$/.test(protocol) && origin !== appUrl
}

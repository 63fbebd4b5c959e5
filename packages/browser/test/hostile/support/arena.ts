// All that a hostile run needs: the site, the canary, the renderer, and what came of a render.
import { type Browser, OperationError, type PdfRequest, type ScreenshotRequest, type Secret } from '@kiosk/catalog'
import type { Lookup } from '@kiosk/egress'
import { CALL_LIMIT_MS, openRendering, usualPdf } from '../../support/rendering.ts'
import { everyVector } from '../vectors/every-vector.ts'
import { type Canary, startCanary } from './canary.ts'
import { type HostileSite, startSite } from './hostile-site.ts'

/** Where a name leads after its first answer; the canary listens there. */
export const REBOUND_ADDRESS = '127.0.0.2'

/** Names of the test; nobody else is asked. A public address in an answer is never dialled: the other one in it forbids it. */
const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'a.localhost': ['127.0.0.1'],
  'inside.example.test': ['127.0.0.1'],
  'inside-six.example.test': ['::1'],
  'inside-mapped.example.test': ['::ffff:127.0.0.1'],
  'mixed.example.test': ['93.184.215.14', '127.0.0.1'],
  intranet: ['127.0.0.1'],
  'printer.local': ['127.0.0.1'],
}

export interface Outcome {
  /** Code of the error, or null for a picture or a document. */
  readonly code: string | null
  /** The error's message; of a success, what was made. */
  readonly message: string
  readonly elapsedMs: number
}

export interface Arena extends AsyncDisposable {
  readonly site: HostileSite
  readonly canary: Canary
  screenshot(url: string, more?: Partial<ScreenshotRequest>, proxy?: Secret): Promise<Outcome>
  pdf(source: PdfRequest['source'], proxy?: Secret): Promise<Outcome>
  /** Ends the browser: afterwards nothing can reach the canary any more. */
  endBrowser(): Promise<void>
}

export interface ArenaOptions {
  readonly executablePath: string
  /** True: the filter lets everything through to the canary. */
  readonly isUnguarded?: boolean
  /** Further pairs that may be reached. */
  readonly allow?: readonly string[]
}

export async function openArena({ executablePath, isUnguarded = false, allow = [] }: ArenaOptions): Promise<Arena> {
  const canary = await startCanary(everyVector.map(({ name }) => name))
  const site = await startSite(canary.ports)
  await canary.watch('rebinding', REBOUND_ADDRESS, site.port)
  const nest = [...canary.ports.values()].flatMap((port) => [`127.0.0.1:${port}`, `[::1]:${port}`])
  const reachable = [
    ...[`127.0.0.1:${site.port}`, ...allow],
    ...(isUnguarded ? [...nest, `${REBOUND_ADDRESS}:${site.port}`] : []),
  ]
  const rendering = await openRendering({ executablePath, allow: reachable, lookup: makeLookup() })
  const { renderer } = rendering
  const browserOf = (proxy?: Secret) => {
    return renderer.forCall({ signal: AbortSignal.timeout(CALL_LIMIT_MS), proxy: proxy ?? null })
  }
  return {
    site,
    canary,
    screenshot: (url, more, proxy) => settle(screenshotBy(browserOf(proxy), { ...usual, ...more, url })),
    pdf: (source, proxy) => settle(pdfBy(browserOf(proxy), source)),
    endBrowser: () => renderer.close(),
    async [Symbol.asyncDispose]() {
      await rendering[Symbol.asyncDispose]()
      await Promise.all([canary, site].map((server) => server[Symbol.asyncDispose]()))
    },
  }
}

/** A page whose frames go on loading gets time for what scripts do. */
const usual = {
  width: 1280,
  height: 800,
  encoding: { format: 'jpeg', quality: 50 },
  delayMs: 2000,
  blockAds: false,
  fullPage: false,
  waitUntil: 'load',
} as const

async function screenshotBy(browser: Browser, request: ScreenshotRequest): Promise<string> {
  const { base64, width, height } = await browser.screenshot(request)
  return `${width} x ${height}, ${base64.length} characters`
}

async function pdfBy(browser: Browser, source: PdfRequest['source']): Promise<string> {
  const { base64, pages } = await browser.pdf({ ...usualPdf, source, waitUntil: 'networkidle' })
  return `${pages} pages, ${base64.length} characters`
}

async function settle(rendering: Promise<string>): Promise<Outcome> {
  const began = performance.now()
  const elapsedMs = () => performance.now() - began
  try {
    return { code: null, message: await rendering, elapsedMs: elapsedMs() }
  } catch (error) {
    // Anything else is a defect, and fails the test by itself.
    if (!(error instanceof OperationError)) throw error
    return { code: error.code, message: error.message, elapsedMs: elapsedMs() }
  }
}

function makeLookup(): Lookup {
  let rebindings = 0
  return async (host) => {
    if (host !== 'rebind.example.test') return names[host] ?? []
    rebindings += 1
    return [rebindings === 1 ? '127.0.0.1' : REBOUND_ADDRESS]
  }
}

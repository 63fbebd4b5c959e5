// The `browser` capability, put together.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Browser, Pdf, PdfRequest, Screenshot, ScreenshotRequest, Secret } from '@kiosk/catalog'
import type { Filter, FilterOptions } from '@kiosk/egress'
import { adsBeside } from './ads/ad-hosts.ts'
import { printPdf } from './capture/pdf.ts'
import { takeScreenshot } from './capture/screenshot.ts'
import type { Variables } from './find-browser.ts'
import { routeAsHttp } from './page/sandbox-route.ts'
import type { HostSource } from './pool/host.ts'
import { createLocalSource } from './pool/local-host.ts'
import type { WearBounds } from './pool/place.ts'
import { Pool, type PoolFacts, type RenderCall, type RenderOrder } from './pool/pool.ts'
import { createRemoteSource, type RemoteOptions } from './pool/remote-host.ts'
import { USUAL_VIEWPORT } from './pool/seat.ts'

export interface RendererOptions {
  /** Path of a browser on this machine. */
  readonly executablePath?: string | null
  /** In place of the path: asked for it before the first render; null when there is none. */
  readonly findExecutable?: () => Promise<string | null>
  /** Browsers elsewhere, in place of one on this machine. */
  readonly remote?: Omit<RemoteOptions, 'openFilter'> | null
  /** A filter for one render at a time; the renderer closes what it opens. */
  readonly openFilter: (options: FilterOptions) => Promise<Filter>
  /** The gateway's data folder; browsers keep what they need while they run in `browser` below it. */
  readonly dataDir: string
  /** The gateway's own environment, of which browsers get what they need to start; default nothing. */
  readonly environment?: Variables
  /** Something that an operator should know; never an address or a caller. */
  readonly warn?: (message: string) => void
  /** Renders at once; default 4. */
  readonly slots?: number
  /** When a browser is replaced; default after 500 renders, half an hour, or at 1.5 GB. */
  readonly wear?: Partial<WearBounds>
  /** A browser goes after this time without a render; default 5 minutes. */
  readonly idleMs?: number
  /** Most time of one render; default 23 s, which is less than the 25 s of the operations. */
  readonly limitMs?: number
  /** Everything goes as plain http to the filter, whose ways lead to stand-ins. For the sandbox alone. */
  readonly sandboxRoute?: boolean
}

export interface Renderer {
  /** The capability of one call. Its renders end with the call's signal, and go through its proxy. */
  forCall(call: { readonly signal: AbortSignal; readonly proxy: Secret | null }): Browser
  status(): PoolFacts
  /** Ends all browsers, and what is under way. */
  close(): Promise<void>
}

const SLOTS = 4
const WEAR: WearBounds = { renders: 500, ageMs: 30 * 60_000, memoryBytes: 1_500_000_000 }
const IDLE_MS = 5 * 60_000
const LIMIT_MS = 23_000

/** Nothing starts before the first render. */
export function createRenderer(options: RendererOptions): Renderer {
  const pool = new Pool({
    source: sourceOf(options),
    openFilter: options.openFilter,
    slots: options.slots ?? SLOTS,
    wear: { ...WEAR, ...options.wear },
    idleMs: options.idleMs ?? IDLE_MS,
    limitMs: options.limitMs ?? LIMIT_MS,
  })
  const render = <T>(call: RenderCall, order: RenderOrder<T>): Promise<T> =>
    pool.render(call, options.sandboxRoute ? routed(order) : order)
  return {
    forCall: (call) => ({
      screenshot: (request) => render(call, screenshotOrder(request)),
      pdf: (request) => render(call, pdfOrder(request)),
    }),
    status: () => pool.facts,
    close: () => pool.close(),
  }
}

function screenshotOrder(request: ScreenshotRequest): RenderOrder<Screenshot> {
  return {
    blocks: request.blockAds ? adsBeside(request.url) : () => false,
    document: null,
    viewport: { width: request.width, height: request.height },
    work: (page, session, deadline) => takeScreenshot(page, session, request, deadline),
  }
}

function pdfOrder(request: PdfRequest): RenderOrder<Pdf> {
  const { source } = request
  // A name that no page can guess, below one that exists nowhere.
  const document = 'html' in source ? { host: `${randomUUID()}.render.invalid`, html: source.html } : null
  const url = 'url' in source ? source.url : `http://${document?.host}/`
  return {
    blocks: () => false,
    document,
    viewport: USUAL_VIEWPORT,
    work: (page, session, deadline) => printPdf(page, session, request, url, deadline),
  }
}

function routed<T>(order: RenderOrder<T>): RenderOrder<T> {
  return {
    ...order,
    async work(page, session, deadline) {
      await routeAsHttp(page.session, deadline.signal)
      return order.work(page, session, deadline)
    },
  }
}

function sourceOf(options: RendererOptions): HostSource {
  const { remote, openFilter } = options
  if (remote !== null && remote !== undefined) return createRemoteSource({ ...remote, openFilter })
  return createLocalSource({
    findExecutable: options.findExecutable ?? (async () => options.executablePath ?? null),
    profiles: join(options.dataDir, 'browser'),
    environment: options.environment ?? {},
    warn: options.warn ?? (() => {}),
  })
}

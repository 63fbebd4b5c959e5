// Rendering against the limit of the browser itself: pages that are kept and driven over the bare protocol, in the same run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, loadRenderer, type Renderer } from '@kiosk/browser'
import type { PdfRequest, ScreenshotRequest } from '@kiosk/catalog'
import { createAllowList, createEgress, type Egress } from '@kiosk/egress'
// The limit is measured below the package's door, where there is no isolation, no filter and no bound.
import type { Session } from '../packages/browser/src/cdp/connection.ts'
import { resolveExecutable } from '../packages/browser/src/process/executable.ts'
import { type BrowserProcess, launchBrowser } from '../packages/browser/src/process/launch.ts'
import { articleHtml, type RenderSite, startRenderSite, tableHtml } from './render-site.ts'

export interface RenderJob {
  readonly name: string
  /** Page of the site. */
  readonly path: string
  readonly shot: 'png' | 'jpeg' | null
  /** For jobs that print: what is handed to the renderer. */
  readonly html: string | null
}

export const renderJobs: readonly RenderJob[] = [
  { name: 'screenshot of a small page, PNG', path: '/article', shot: 'png', html: null },
  { name: 'screenshot of 24 pictures, JPEG', path: '/pictures', shot: 'jpeg', html: null },
  { name: 'PDF of a small document', path: '/article', shot: null, html: articleHtml },
  { name: 'PDF of a table of 300 rows', path: '/table', shot: null, html: tableHtml },
]

export interface RenderFigures {
  readonly perSec: number
  readonly p50Ms: number
  /** Size of one result, decoded. */
  readonly bytes: number
}

/** Something that does one job again and again; each of `worker` does one at a time. */
export interface RenderRunner {
  /** Base64 of the result. */
  run(job: RenderJob, worker: number): Promise<string>
}

const VIEWPORT = { width: 1280, height: 800 }
const QUALITY = 80
const PAPER = { widthIn: 8.27, heightIn: 11.69 }
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }

/** A closed loop of `workers`, `count` jobs in all. */
export async function measureRenders(
  runner: RenderRunner,
  job: RenderJob,
  workers: number,
  count: number,
): Promise<RenderFigures> {
  const timesMs: number[] = []
  let left = count
  let bytes = 0
  const beganMs = performance.now()
  const work = async (worker: number) => {
    while (left > 0) {
      left -= 1
      const startMs = performance.now()
      bytes = ((await runner.run(job, worker)).length * 3) / 4
      timesMs.push(performance.now() - startMs)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  timesMs.sort((a, b) => a - b)
  return { perSec: (count / (performance.now() - beganMs)) * 1000, p50Ms: timesMs[count >> 1] ?? 0, bytes }
}

/** The limit: one page a worker, never thrown away, no filter.
 * @param pages the site's; what is printed is loaded from there, too, since a document must come from somewhere */
export async function openLimit(browser: BrowserProcess, pages: RenderSite, workers: number): Promise<RenderRunner> {
  const sessions = await Promise.all(Array.from({ length: workers }, () => openKeptPage(browser)))
  return {
    async run({ path, shot }, worker) {
      const session = sessions[worker]
      if (session === undefined) throw new RangeError('there is no such worker')
      await visit(session, pages.url(path))
      if (shot !== null) {
        const quality = shot === 'jpeg' ? { quality: QUALITY } : {}
        const params = { format: shot, ...quality, optimizeForSpeed: true, captureBeyondViewport: false }
        return (await session.send('Page.captureScreenshot', params)).data
      }
      const margins = { marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 }
      const paper = { paperWidth: PAPER.widthIn, paperHeight: PAPER.heightIn, ...margins, preferCSSPageSize: false }
      const looks = { landscape: false, printBackground: true, scale: 1, generateTaggedPDF: false } as const
      return (await session.send('Page.printToPDF', { ...paper, ...looks, transferMode: 'ReturnAsBase64' })).data
    },
  }
}

async function openKeptPage({ connection }: BrowserProcess): Promise<Session> {
  const context = { disposeOnDetach: true, proxyServer: 'direct://', proxyBypassList: '<-loopback>' }
  const { browserContextId } = await connection.root.send('Target.createBrowserContext', context)
  const { targetId } = await connection.root.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  await session.send('Page.enable', {})
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true })
  await session.send('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 1, mobile: false })
  return session
}

async function visit(session: Session, url: string): Promise<void> {
  const loaded = new Set<string>()
  const { promise, resolve } = Promise.withResolvers<void>()
  let awaited = ''
  const off = session.on('Page.lifecycleEvent', ({ name, loaderId }) => {
    if (name === 'load') loaded.add(loaderId)
    if (loaded.has(awaited)) resolve()
  })
  awaited = (await session.send('Page.navigate', { url })).loaderId ?? ''
  if (!loaded.has(awaited)) await promise
  off()
}

/** What callers get: a page of its own for each, behind the filter. */
export function openThroughRenderer(renderer: Renderer, pages: RenderSite): RenderRunner {
  return {
    async run({ path, shot, html }) {
      const browser = renderer.forCall({ signal: AbortSignal.timeout(30_000), proxy: null })
      if (html !== null) return (await browser.pdf(pdfRequest(html))).base64
      return (await browser.screenshot(screenshotRequest(pages.url(path), shot))).base64
    },
  }
}

function screenshotRequest(url: string, shot: RenderJob['shot']): ScreenshotRequest {
  const encoding = shot === 'jpeg' ? ({ format: 'jpeg', quality: QUALITY } as const) : ({ format: 'png' } as const)
  return { url, ...VIEWPORT, encoding, delayMs: 0, blockAds: false, fullPage: false, waitUntil: 'load' }
}

function pdfRequest(html: string): PdfRequest {
  const looks = { media: 'screen', scale: 1, landscape: false, printBackground: true } as const
  return { source: { html }, ...looks, paper: PAPER, marginIn: NO_MARGIN, waitUntil: 'load', pageRanges: null }
}

/** Everything that a run needs. Throws when there is no browser. */
export async function openRenderBench() {
  const path = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)
  if (path === null) throw new Error('no browser was found; KIOSK_BROWSER_PATH names one')
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-bench-'))
  const pages = await startRenderSite()
  const egress: Egress = createEgress({
    allow: createAllowList(`127.0.0.1:${pages.port}`),
    overrides: () => null,
    userAgent: 'bench',
  })
  const executable = await resolveExecutable(path)
  const kept = await launchBrowser({ executable, profiles: join(dataDir, 'kept'), environment: process.env })
  const renderer = await loadRenderer({
    executablePath: path,
    dataDir,
    environment: process.env,
    openFilter: (options) => egress.openFilter(options),
  })
  return {
    pages,
    kept,
    renderer,
    async close() {
      await Promise.all([renderer.close(), kept.end()])
      await egress.close()
      await pages[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Both ways by turns, so that what else the machine does hits both. Prints a line a job. */
async function main(): Promise<void> {
  const [workers, count, rounds] = [4, 24, 3]
  const bench = await openRenderBench()
  try {
    const limit = await openLimit(bench.kept, bench.pages, workers)
    const ours = openThroughRenderer(bench.renderer, bench.pages)
    for (const job of renderJobs) {
      for (const runner of [limit, ours]) await measureRenders(runner, job, workers, workers)
      const pairs: { limit: RenderFigures; ours: RenderFigures }[] = []
      for (let round = 0; round < rounds; round += 1) {
        pairs.push({
          limit: await measureRenders(limit, job, workers, count),
          ours: await measureRenders(ours, job, workers, count),
        })
      }
      process.stdout.write(`${lineOf(job, pairs)}\n`)
    }
  } finally {
    await bench.close()
  }
}

function lineOf({ name }: RenderJob, pairs: readonly { limit: RenderFigures; ours: RenderFigures }[]): string {
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  const ratio = middle(pairs.map(({ limit, ours }) => ours.perSec / limit.perSec))
  const [limit, ours, p50Ms] = [
    middle(pairs.map((pair) => pair.limit.perSec)),
    middle(pairs.map((pair) => pair.ours.perSec)),
    middle(pairs.map((pair) => pair.ours.p50Ms)),
  ]
  const bytes = pairs[0]?.ours.bytes ?? 0
  return `${name.padEnd(34)} ${(ratio * 100).toFixed(0)} % of the limit  ${ours.toFixed(1)}/s of ${limit.toFixed(1)}/s  p50 ${p50Ms.toFixed(0)} ms  ${(bytes / 1000).toFixed(0)} kB`
}

if (import.meta.main) await main()

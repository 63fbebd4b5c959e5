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
import { type BenchGateway, startGateway } from './gateway.ts'
import { articleHtml, type RenderSite, startRenderSite, tableHtml } from './render-site.ts'
import { median, type Table } from './report.ts'

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

/** What callers get over HTTP. Each call asks for something new, or the cache would answer. */
export function openThroughGateway(gateway: BenchGateway, pages: RenderSite): RenderRunner {
  let calls = 0
  const result = async (slug: string, input: object, field: string): Promise<string> => {
    const { status, bytes } = await gateway.call(slug, input)
    const answer = JSON.parse(bytes.toString()) as Record<string, unknown>
    if (status !== 200) throw new Error(`${slug}: ${status} ${JSON.stringify(answer).slice(0, 300)}`)
    return String(answer[field])
  }
  return {
    run({ path, shot, html }) {
      calls += 1
      if (html !== null) return result('html-to-pdf.post', { html: `${html}<!-- ${calls} -->` }, 'pdf')
      const encoding = shot === 'jpeg' ? { format: 'jpeg', quality: QUALITY } : {}
      const url = `${pages.url(path)}?call=${calls}`
      return result('screenshot.post', { url, ...VIEWPORT, ...encoding }, 'image')
    },
  }
}

const WORKERS = 4
const FLOOR = 0.5

/** The limit, the renderer and the gateway by turns, so that what else the machine does hits all.
 * @param count renders of a job in a round */
export async function measureRendering(rounds: number, count: number): Promise<Table> {
  const bench = await openRenderBench()
  const gateway = await startGateway({ KIOSK_EGRESS_ALLOW: `127.0.0.1:${bench.pages.port}` })
  const rows: string[][] = []
  try {
    const runners = [
      await openLimit(bench.kept, bench.pages, WORKERS),
      openThroughRenderer(bench.renderer, bench.pages),
      openThroughGateway(gateway, bench.pages),
    ] as const
    for (const job of renderJobs) {
      for (const runner of runners) await measureRenders(runner, job, WORKERS, WORKERS)
      const samples: Sample[] = []
      for (let round = 0; round < rounds; round += 1) {
        const [limit, renderer, through] = runners
        samples.push({
          limit: await measureRenders(limit, job, WORKERS, count),
          renderer: await measureRenders(renderer, job, WORKERS, count),
          gateway: await measureRenders(through, job, WORKERS, count),
        })
      }
      rows.push(rowOf(job, samples))
    }
  } finally {
    await gateway.stop()
    await bench.close()
  }
  const header = [
    '4 at once',
    'ratio to the limit',
    'floor',
    'renderer alone',
    'a second',
    'limit a second',
    'p50 ms',
    'kB',
  ]
  return { header, rows }
}

type Sample = Readonly<Record<'limit' | 'renderer' | 'gateway', RenderFigures>>

/** Ratios are taken within each round, then their median. */
function rowOf({ name }: RenderJob, samples: readonly Sample[]): string[] {
  const ratio = (who: 'renderer' | 'gateway') => median(samples.map((one) => one[who].perSec / one.limit.perSec))
  return [
    name,
    ratio('gateway').toFixed(2),
    FLOOR.toFixed(2),
    ratio('renderer').toFixed(2),
    median(samples.map(({ gateway }) => gateway.perSec)).toFixed(1),
    median(samples.map(({ limit }) => limit.perSec)).toFixed(1),
    median(samples.map(({ gateway }) => gateway.p50Ms)).toFixed(0),
    ((samples[0]?.gateway.bytes ?? Number.NaN) / 1000).toFixed(0),
  ]
}

// A renderer over real egress, a site for it, and what came of a render.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperationError, type Pdf, type PdfRequest, type Screenshot, type ScreenshotRequest } from '@kiosk/catalog'
import { createAllowList, createEgress } from '@kiosk/egress'
import { createRenderer, type Renderer, type RendererOptions } from '../../src/renderer.ts'
import { executablePath } from './executable.ts'
import { type Site, startSite } from './site.ts'

export interface Studio extends AsyncDisposable {
  readonly site: Site
  readonly renderer: Renderer
  /** Folder of the gateway's data. */
  readonly dataDir: string
  readonly warnings: readonly string[]
  screenshot(wishes: ScreenshotWishes, signal?: AbortSignal): Promise<Screenshot>
  pdf(wishes: PdfWishes, signal?: AbortSignal): Promise<Pdf>
}

export type ScreenshotWishes = Partial<ScreenshotRequest> & Pick<ScreenshotRequest, 'url'>
export type PdfWishes = Partial<PdfRequest> & Pick<PdfRequest, 'source'>

/** The deadline of a call, as the engine sets it. */
const LIMIT_MS = 25_000

/** Names below `example.test` lead to the site; others have no address. */
export async function openStudio(options: Partial<RendererOptions> = {}): Promise<Studio> {
  const site = await startSite()
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-browser-'))
  const egress = createEgress({
    allow: createAllowList(`127.0.0.1:${site.port}`),
    overrides: () => null,
    userAgent: 'browser-tests',
    lookup: async (host) => (host.endsWith('.example.test') ? ['127.0.0.1'] : []),
  })
  const warnings: string[] = []
  const renderer = createRenderer({
    executablePath,
    dataDir,
    openFilter: (filter) => egress.openFilter(filter),
    environment: process.env,
    warn: (message) => warnings.push(message),
    ...options,
  })
  const browserFor = (signal?: AbortSignal) =>
    renderer.forCall({ signal: signal ?? AbortSignal.timeout(LIMIT_MS), proxy: null })
  return {
    site,
    renderer,
    dataDir,
    warnings,
    screenshot: (wishes, signal) => browserFor(signal).screenshot({ ...usualScreenshot, ...wishes }),
    pdf: (wishes, signal) => browserFor(signal).pdf({ ...usualPdf, ...wishes }),
    async [Symbol.asyncDispose]() {
      await renderer.close()
      await egress.close()
      await site[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const usualScreenshot: Omit<ScreenshotRequest, 'url'> = {
  width: 400,
  height: 300,
  encoding: { format: 'png' },
  delayMs: 0,
  blockAds: false,
  fullPage: false,
  waitUntil: 'load',
}

const usualPdf: Omit<PdfRequest, 'source'> = {
  media: 'screen',
  scale: 1,
  paper: { widthIn: 8.27, heightIn: 11.69 },
  marginIn: { top: 0, right: 0, bottom: 0, left: 0 },
  landscape: false,
  waitUntil: 'load',
  pageRanges: null,
  printBackground: true,
}

/** The code of a refusal and its message; fails on success, and on what is no refusal. */
export async function refusalOf(rendering: Promise<unknown>): Promise<{ code: string; message: string }> {
  const settled = await rendering.then(
    () => null,
    (error: unknown) => error,
  )
  if (settled instanceof OperationError) return { code: settled.code, message: settled.message }
  throw settled ?? new Error('it was rendered')
}

/** Ids of the processes of all browsers that keep their state below a folder, and of what they started. */
export async function browserProcesses(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const facts = await Promise.all(
    pids.map(async (pid) => {
      const [line, stat] = await Promise.all(
        ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      const [state, , group] = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
      return { pid, group: Number(group), isHead: line?.includes(`--user-data-dir=${dataDir}`) && state !== 'Z', state }
    }),
  )
  const groups = new Set(facts.filter(({ isHead }) => isHead).map(({ group }) => group))
  return facts.filter(({ group, state }) => groups.has(group) && state !== 'Z').map(({ pid }) => pid)
}

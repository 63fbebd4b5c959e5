// A renderer, a site for it, and what came of a render.
import { readdir, readFile } from 'node:fs/promises'
import { OperationError, type Pdf, type PdfRequest, type Screenshot, type ScreenshotRequest } from '@kiosk/catalog'
import type { RendererOptions } from '../../src/renderer.ts'
import { CALL_LIMIT_MS, openRendering, type Rendering, usualPdf } from './rendering.ts'
import { type Site, startSite } from './site.ts'

export interface Studio extends Rendering {
  readonly site: Site
  screenshot(wishes: ScreenshotWishes, signal?: AbortSignal): Promise<Screenshot>
  pdf(wishes: PdfWishes, signal?: AbortSignal): Promise<Pdf>
}

export type ScreenshotWishes = Partial<ScreenshotRequest> & Pick<ScreenshotRequest, 'url'>
export type PdfWishes = Partial<PdfRequest> & Pick<PdfRequest, 'source'>

/** Names below `example.test` lead to the site; others have no address. */
export async function openStudio(options: Partial<RendererOptions> = {}): Promise<Studio> {
  const site = await startSite()
  const rendering = await openRendering({
    allow: [`127.0.0.1:${site.port}`],
    lookup: async (host) => (host.endsWith('.example.test') ? ['127.0.0.1'] : []),
    ...options,
  })
  const browserFor = (signal?: AbortSignal) =>
    rendering.renderer.forCall({ signal: signal ?? AbortSignal.timeout(CALL_LIMIT_MS), proxy: null })
  return {
    ...rendering,
    site,
    screenshot: (wishes, signal) => browserFor(signal).screenshot({ ...usualScreenshot, ...wishes }),
    pdf: (wishes, signal) => browserFor(signal).pdf({ ...usualPdf, ...wishes }),
    async [Symbol.asyncDispose]() {
      await rendering[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
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

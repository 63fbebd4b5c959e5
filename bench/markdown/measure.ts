// What the bench of fetch-markdown measures, as tables: quality and speed of each system on the same pages in the same run.
import { existsSync } from 'node:fs'
import { pagesFolder } from '../../packages/markdown/train/pages.ts'
import type { Table } from '../report.ts'
import { loadMetrics, type Metrics } from './metrics.ts'
import { type HttpRun, measureOverHttp, openGateway, openReadability } from './over-http.ts'
import { type BenchPage, readBenchPages } from './pages.ts'
import { httpTable, inProcessTables } from './report.ts'
import { type SystemSummary, scorePage, scoreSystem, summarise } from './score.ts'
import { defuddleSystem, kioskSystem, type MarkdownSystem, readabilitySystem } from './systems.ts'

export interface MarkdownBench {
  /** Folder of the pages; see `pagesFolder`. */
  readonly pages: string | undefined
  /** Every fold, else only the one that nothing was learned from. */
  readonly all: boolean
  readonly systems: readonly MarkdownSystem[]
  /** Through the gateway, too. */
  readonly http: boolean
}

export const everySystem: readonly MarkdownSystem[] = [kioskSystem, readabilitySystem, defuddleSystem]

/** What is missing for a run; null when nothing is. */
export function lackOfPages(named: string | undefined): string | null {
  const folder = pagesFolder(named)
  if (existsSync(`${folder}/dev.jsonl.br`) && existsSync(`${folder}/metrics.mjs`)) return null
  return `No pages in ${folder}: dev.jsonl.br and metrics.mjs are needed. Name their folder by --pages.`
}

/** Throws when the pages are not there. */
export async function measureMarkdown({ pages: named, all, systems, http }: MarkdownBench): Promise<Table[]> {
  const metrics = await loadMetrics(pagesFolder(named))
  const pages = readBenchPages(named, all)
  const summaries = new Map<string, SystemSummary>()
  for (const system of systems) {
    say(`${system.name}: ${pages.length} pages`)
    summaries.set(system.name, summarise(await scoreSystem(system, pages, metrics), metrics))
  }
  return [...inProcessTables(summaries), ...(http ? [httpTable(await runOverHttp(pages, metrics))] : [])]
}

/** The yardstick comes first. */
async function runOverHttp(pages: readonly BenchPage[], metrics: Metrics): Promise<Map<string, HttpFigures>> {
  const runs = new Map<string, HttpFigures>()
  for (const [name, open] of [
    [readabilitySystem.name, () => openReadability()],
    ['Kiosk, article', (port: number) => openGateway(port, 'article')],
    ['Kiosk, full', (port: number) => openGateway(port, 'full')],
  ] as const) {
    say(`${name} over HTTP: ${pages.length} pages`)
    const run = await measureOverHttp(pages, open)
    const scores = pages.map((page) => scorePage(page, run.markdown.get(page.id) ?? '', 0, metrics))
    runs.set(name, { run, summary: summarise(scores, metrics) })
  }
  return runs
}

export interface HttpFigures {
  readonly run: HttpRun
  readonly summary: SystemSummary
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

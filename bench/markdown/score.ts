// Scores of one system over pages.
import type { Metrics, Structure, StructureSummary, WordScore } from './metrics.ts'
import type { BenchPage } from './pages.ts'
import type { MarkdownSystem } from './systems.ts'

export interface PageScore {
  readonly id: string
  readonly type: string
  readonly word: WordScore
  readonly shingle: readonly number[]
  readonly structure: Structure
  readonly ms: number
  readonly isEmpty: boolean
  /** Some pages were marked as having no content, which is an oversight more often than the truth. */
  readonly hasTruth: boolean
}

/** Runs a system over pages, one after the other. An error of the system is an empty answer. */
export async function scoreSystem(
  system: MarkdownSystem,
  pages: readonly BenchPage[],
  metrics: Metrics,
): Promise<PageScore[]> {
  const scores: PageScore[] = []
  for (const page of pages) {
    const start = performance.now()
    const markdown = await convertOrNothing(system, page)
    scores.push(scorePage(page, markdown, performance.now() - start, metrics))
  }
  return scores
}

async function convertOrNothing(system: MarkdownSystem, { html, url }: BenchPage): Promise<string> {
  try {
    return await system.convert(html, url === '' ? 'https://page.invalid/' : url)
  } catch {
    return ''
  }
}

export function scorePage(page: BenchPage, markdown: string, ms: number, metrics: Metrics): PageScore {
  const text = metrics.mdToText(markdown)
  return {
    id: page.id,
    type: page.type,
    word: metrics.wordPRF(text, page.mainContent),
    shingle: metrics.shingle(page.mainContent, text),
    structure: metrics.structure(markdown, page.expected, page.truth),
    ms,
    isEmpty: text.trim() === '' && page.truth !== '',
    hasTruth: page.truth !== '',
  }
}

export interface SystemSummary {
  readonly pages: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Pages whose ground truth is not empty, and word F1 of them alone. */
  readonly withTruth: number
  readonly f1WithTruth: number
  /** Word F1 by kind of page. */
  readonly byKind: ReadonlyMap<string, number>
  readonly shingleF1: number
  readonly structure: StructureSummary
  readonly empty: number
  /** Pages with a recall under 0.3, and with a precision under 0.3. */
  readonly lost: number
  readonly flooded: number
  readonly perSec: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
}

export function summarise(scores: readonly PageScore[], metrics: Metrics): SystemSummary {
  const ms = scores.map((score) => score.ms)
  const withTruth = scores.filter(({ hasTruth }) => hasTruth)
  const kinds = Map.groupBy(scores, ({ type }) => type)
  return {
    pages: scores.length,
    precision: mean(scores.map(({ word }) => word[0])),
    recall: mean(scores.map(({ word }) => word[1])),
    f1: mean(scores.map(({ word }) => word[2])),
    withTruth: withTruth.length,
    f1WithTruth: mean(withTruth.map(({ word }) => word[2])),
    byKind: new Map([...kinds].map(([kind, own]) => [kind, mean(own.map(({ word }) => word[2]))])),
    shingleF1: metrics.shingleSummary(scores.map(({ shingle }) => shingle)).f1,
    structure: metrics.structureSummary(scores.map(({ structure }) => structure)),
    empty: scores.filter(({ isEmpty }) => isEmpty).length,
    lost: scores.filter(({ word }) => word[1] < 0.3).length,
    flooded: scores.filter(({ word }) => word[0] < 0.3).length,
    perSec: (1000 * scores.length) / ms.reduce((sum, one) => sum + one, 0),
    p50Ms: quantile(ms, 0.5),
    p95Ms: quantile(ms, 0.95),
    maxMs: Math.max(...ms),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** @param share 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

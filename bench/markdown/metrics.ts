// The measures of the benchmark. They lie beside the pages, so that every system anywhere is measured by the same.
import { pathToFileURL } from 'node:url'

export type WordScore = [precision: number, recall: number, f1: number]

export interface KindOfStructure {
  readonly expected: number
  readonly hit: number
  readonly out: number
  readonly good: number
}

export type Structure = Readonly<Record<'heading' | 'list' | 'table' | 'code', KindOfStructure>>

export interface StructureSummary
  extends Readonly<Record<'heading' | 'list' | 'table' | 'code', { readonly f1: number; readonly recall: number }>> {
  readonly score: number
}

export interface Metrics {
  /** Markdown as plain text. */
  mdToText(markdown: string): string
  wordPRF(text: string, truth: string): WordScore
  shingle(truth: string, text: string): [tp: number, fp: number, fn: number]
  shingleSummary(list: readonly (readonly number[])[]): { readonly f1: number }
  structure(markdown: string, expected: object, truth: string): Structure
  structureSummary(list: readonly Structure[]): StructureSummary
}

/** Throws when the folder has no `metrics.mjs`. */
export async function loadMetrics(folder: string): Promise<Metrics> {
  const found: unknown = await import(pathToFileURL(`${folder}/metrics.mjs`).href)
  if (!isMetrics(found)) throw new Error(`${folder}/metrics.mjs lacks a measure`)
  return found
}

const names = ['mdToText', 'wordPRF', 'shingle', 'shingleSummary', 'structure', 'structureSummary']

function isMetrics(found: unknown): found is Metrics {
  return typeof found === 'object' && found !== null && names.every((name) => name in found)
}

/** Words in lower case, as the measures count them. */
export function lowTokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

// Word F1 of a choice of blocks, as the benchmark counts it: bags of words, per page.
import type { Example } from './examples.ts'

export interface WordScore {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** @param keep whether a block is taken */
export function scoreChoice(example: Example, keep: (block: number) => boolean): WordScore {
  const bag = new Map<number, number>()
  for (const hash of example.truth) bag.set(hash, (bag.get(hash) ?? 0) + 1)
  let [taken, shared] = [0, 0]
  for (let block = 0; block < example.labels.length; block++) {
    if (!keep(block)) continue
    for (let at = example.wordStart[block] ?? 0; at < (example.wordStart[block + 1] ?? 0); at++) {
      const hash = example.wordHashes[at] ?? 0
      const left = bag.get(hash) ?? 0
      taken++
      if (left > 0) {
        shared++
        bag.set(hash, left - 1)
      }
    }
  }
  if (example.truth.length === 0) return taken === 0 ? one : none
  if (taken === 0) return none
  const [precision, recall] = [shared / taken, shared / example.truth.length]
  return { precision, recall, f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

const one: WordScore = { precision: 1, recall: 1, f1: 1 }
const none: WordScore = { precision: 0, recall: 0, f1: 0 }

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

// How likely a page is an article, a forum thread, a shop's product …: what belongs to the content differs by kind.
import type { PageTree } from '../../tree/node.ts'
import { forEachNameWord, forEachNaming, NAMING_SALTS } from '../features/element-words.ts'
import { PAGE_VALUES } from '../features/page-features.ts'
import type { PageView } from '../features/page-view.ts'
import { type Forest, sumLeaves } from '../model/forest.ts'
import { pageKinds } from './page-kinds.ts'
import { pageMarks } from './page-marks.ts'

/** Marks are found in three places, each of which is weighed by itself. */
export const markPlaces = ['head', 'names', 'texts'] as const

/** How much a mark speaks for each kind. */
export interface KindTable {
  /** Log odds of all kinds, in order, by hash of mark. */
  readonly scores: ReadonlyMap<number, Int8Array>
}

/** Steps of the scores in a log odds of 1. */
export const KIND_SCORE_STEPS = 20

export interface KindModel {
  readonly tables: Readonly<Record<(typeof markPlaces)[number], KindTable>>
  /** One forest by kind. */
  readonly forests: readonly Forest[]
}

export type Marks = Readonly<Record<(typeof markPlaces)[number], ReadonlySet<number>>>

/** Blocks up to so many words may tell a kind: `add to cart`, `reply`. */
const LABEL_WORDS = 4

export function readMarks(page: PageTree, view: PageView): Marks {
  const { index, blocks } = view
  const names = new Set<number>()
  const texts = new Set<number>()
  const seen = Array.from({ length: NAMING_SALTS }, () => new Set<string>())
  const note = (hash: number): void => void names.add(hash)
  const read = (value: string, salt: number): void => {
    if (seen[salt]?.has(value)) return
    seen[salt]?.add(value)
    forEachNameWord(value, salt, note)
  }
  for (const node of index.nodes) if (node.kind === 'element') forEachNaming(node, read)
  for (let block = 0; block < blocks.count; block++) {
    const from = blocks.wordStart[block] ?? 0
    const to = blocks.wordStart[block + 1] ?? 0
    if (to - from > LABEL_WORDS) continue
    for (let at = from; at < to; at++) texts.add(blocks.wordHashes[at] ?? 0)
  }
  return { head: new Set(pageMarks(page)), names, texts }
}

export const kindFeatureCount = PAGE_VALUES + markPlaces.length * pageKinds.length

/** One row of values for the kind model. @param page values of `readPage` */
export function readKindFeatures(page: readonly number[], marks: Marks, tables: KindModel['tables']): Float32Array {
  const out = new Float32Array(kindFeatureCount)
  out.set(page)
  let at = PAGE_VALUES
  for (const place of markPlaces) {
    for (const hash of marks[place]) {
      const scores = tables[place].scores.get(hash)
      if (scores)
        for (let kind = 0; kind < pageKinds.length; kind++) out[at + kind] = (out[at + kind] ?? 0) + (scores[kind] ?? 0)
    }
    at += pageKinds.length
  }
  return out
}

/** Chances by kind; they sum to 1. */
export function kindChances(forests: readonly Forest[], features: Float32Array): Float32Array {
  const odds = forests.map((forest) => Math.exp(sumLeaves(forest, features, 0)))
  const sum = odds.reduce((total, value) => total + value, 0)
  return Float32Array.from(odds, (value) => value / sum)
}

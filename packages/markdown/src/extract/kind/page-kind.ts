// How likely a page is an article, a forum thread, a shop's product …: what belongs to the content differs by kind.
import type { PageTree } from '../../tree/node.ts'
import { mix } from '../blocks/characters.ts'
import type { HashTable } from '../blocks/hash-table.ts'
import { forEachNameWord, forEachNaming, NAMING_SALTS } from '../features/element-words.ts'
import { PAGE_VALUES, readPage } from '../features/page-features.ts'
import type { PageView } from '../features/page-view.ts'
import { type Forest, sumLeaves } from '../model/forest.ts'
import { pageKinds } from './page-kinds.ts'
import { pageMarks } from './page-marks.ts'
import { readShape, SHAPE_VALUES } from './page-shape.ts'

/** How much each mark speaks for each kind: weights of a logistic regression. */
export interface KindTable {
  /** Row of `weights` by mark. */
  readonly rows: HashTable
  /** One row of `pageKinds.length` by mark, in steps of `1 / KIND_WEIGHT_STEPS`. */
  readonly weights: Int8Array
}

/** Steps of the weights in a log odds of 1. */
export const KIND_WEIGHT_STEPS = 20

export interface KindModel {
  readonly table: KindTable
  /** One forest by kind. */
  readonly forests: readonly Forest[]
}

/** Blocks up to so many words may tell a kind: `add to cart`, `reply`. */
const LABEL_WORDS = 4

/** Marks of names and of texts are salted apart: the class `cart` says something else than the word. */
const [HEAD, NAME, TEXT] = [1, 2, 3]

/** The page's marks, each once: words of its head, of the names of its elements, of its short texts. */
export function readMarks(page: PageTree, view: PageView): Set<number> {
  const { index, blocks } = view
  const marks = new Set<number>()
  for (const mark of pageMarks(page)) marks.add(mix(mark, HEAD))
  const seen = Array.from({ length: NAMING_SALTS }, () => new Set<string>())
  const note = (hash: number): void => void marks.add(mix(hash, NAME))
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
    for (let at = from; at < to; at++) marks.add(mix(blocks.wordHashes[at] ?? 0, TEXT))
  }
  return marks
}

const VALUES = PAGE_VALUES + SHAPE_VALUES

export const kindFeatureCount = VALUES + pageKinds.length

/** What speaks for a kind besides the marks. */
export function readKindValues(view: PageView): number[] {
  return [...readPage(view), ...readShape(view)]
}

/** One row of values for the kind model. @param values of `readKindValues` */
export function readKindFeatures(
  values: readonly number[],
  marks: ReadonlySet<number>,
  { rows, weights }: KindTable,
): Float32Array {
  const out = new Float32Array(kindFeatureCount)
  out.set(values)
  let known = 0
  for (const mark of marks) {
    const row = rows.get(mark)
    if (Number.isNaN(row)) continue
    known++
    for (let kind = 0; kind < pageKinds.length; kind++)
      out[VALUES + kind] = (out[VALUES + kind] ?? 0) + (weights[row * pageKinds.length + kind] ?? 0)
  }
  // Long pages have more marks, not surer ones.
  const scale = 1 / (KIND_WEIGHT_STEPS * Math.sqrt(Math.max(1, known)))
  for (let at = VALUES; at < out.length; at++) out[at] = (out[at] ?? 0) * scale
  return out
}

/** Chances by kind; they sum to 1. */
export function kindChances(forests: readonly Forest[], features: Float32Array): Float32Array {
  const odds = forests.map((forest) => Math.exp(sumLeaves(forest, features, 0)))
  const sum = odds.reduce((total, value) => total + value, 0)
  return Float32Array.from(odds, (value) => value / sum)
}

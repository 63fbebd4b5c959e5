// What the classes, ids and roles around the block promise, by the learned words.
import type { Element } from '../../tree/node.ts'
import type { HashTable } from '../blocks/hash-table.ts'
import { forEachNameWord, forEachNaming, NAMING_SALTS } from './element-words.ts'
import type { FeatureGroup } from './feature-group.ts'
import type { PageView } from './page-view.ts'

const STEPS = 5

export const nameFeatures: FeatureGroup = {
  names: [
    ...Array.from({ length: STEPS }, (_, step) => `name.score-${step}`),
    'name.least',
    'name.most',
    'name.sum',
    'name.mean',
    'name.fading',
    'name.least-word',
    'name.most-word',
  ],
  open(view, { words: { names } }) {
    const { index, blocks, wider } = view
    const scores = scoreElements(view, names)
    return (block, out, at) => {
      const holder = blocks.holder[block] ?? 0
      let place = holder
      for (let step = 0; step < STEPS; step++) {
        out[at++] = place < 0 ? 0 : (scores.narrow[place] ?? 0)
        place = place < 0 ? -1 : (wider[place] ?? -1)
      }
      out[at++] = scores.least[holder] ?? 0
      out[at++] = scores.most[holder] ?? 0
      out[at++] = scores.sum[holder] ?? 0
      out[at++] = (scores.sum[holder] ?? 0) / (1 + (index.depth[holder] ?? 0))
      out[at++] = scores.fading[holder] ?? 0
      out[at++] = scores.leastWord[holder] ?? 0
      out[at++] = scores.mostWord[holder] ?? 0
    }
  },
}

interface Scores {
  /** Sum over the element and those above that hold the same blocks. */
  readonly narrow: Float32Array
  /** Of the element and all above it. */
  readonly least: Float32Array
  readonly most: Float32Array
  readonly sum: Float32Array
  /** Sum in which each step up counts for less. */
  readonly fading: Float32Array
  readonly leastWord: Float32Array
  readonly mostWord: Float32Array
}

function scoreElements({ index, wider }: PageView, names: HashTable): Scores {
  const { nodes, parent } = index
  const array = (): Float32Array => new Float32Array(nodes.length)
  const [narrow, least, most, sum] = [array(), array(), array(), array()]
  const [fading, leastWord, mostWord] = [array(), array(), array()]
  const scorer = new NameScorer(names)
  for (let at = 1; at < nodes.length; at++) {
    const node = nodes[at]
    if (node?.kind !== 'element') continue
    const up = parent[at] ?? 0
    const { score, low, high } = scorer.score(node)
    narrow[at] = score + (wider[at] === wider[up] ? (narrow[up] ?? 0) : 0)
    least[at] = Math.min(least[up] ?? 0, score)
    most[at] = Math.max(most[up] ?? 0, score)
    sum[at] = (sum[up] ?? 0) + score
    fading[at] = (fading[up] ?? 0) * 0.7 + score
    leastWord[at] = Math.min(leastWord[up] ?? 0, low)
    mostWord[at] = Math.max(mostWord[up] ?? 0, high)
  }
  return { narrow, least, most, sum, fading, leastWord, mostWord }
}

export interface NameScore {
  readonly score: number
  /** Of single words. */
  readonly low: number
  readonly high: number
}

interface WordSums {
  total: number
  /** Words with a score. */
  known: number
  low: number
  high: number
}

/** What the names of elements promise: log odds that what they hold is content. */
export class NameScorer {
  readonly #names: HashTable
  /** By salt and value. */
  readonly #seen = Array.from({ length: NAMING_SALTS }, () => new Map<string, WordSums>())
  readonly #sums: WordSums = { total: 0, known: 0, low: 0, high: 0 }

  constructor(names: HashTable) {
    this.#names = names
  }

  score(element: Element): NameScore {
    const sums = this.#sums
    sums.total = sums.known = sums.low = sums.high = 0
    forEachNaming(element, this.#add)
    const { total, known, low, high } = sums
    // Long lists of utility classes must not outweigh one telling name.
    return { score: known > 3 ? (total / known) * 3 : total, low, high }
  }

  readonly #add = (value: string, salt: number): void => {
    const own = this.#sumsOf(value, salt)
    const sums = this.#sums
    sums.total += own.total
    sums.known += own.known
    if (own.low < sums.low) sums.low = own.low
    if (own.high > sums.high) sums.high = own.high
  }

  #sumsOf(value: string, salt: number): WordSums {
    const seen = this.#seen[salt]?.get(value)
    if (seen) return seen
    const sums = { total: 0, known: 0, low: 0, high: 0 }
    forEachNameWord(value, salt, (hash) => {
      const score = this.#names.get(hash)
      if (Number.isNaN(score)) return
      sums.total += score
      sums.known++
      if (score < sums.low) sums.low = score
      if (score > sums.high) sums.high = score
    })
    this.#seen[salt]?.set(value, sums)
    return sums
  }
}

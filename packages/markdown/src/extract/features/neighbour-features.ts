// The blocks before and after, the headings above and below.
import type { HashTable } from '../blocks/hash-table.ts'
import type { FeatureGroup } from './feature-group.ts'
import { isProse, type PageView } from './page-view.ts'

const offsets = [-1, 1]
const windows = [4, 12]

export const neighbourFeatures: FeatureGroup = {
  names: [
    ...offsets.flatMap((offset) => [
      `near${offset}.words`,
      `near${offset}.link-share`,
      `near${offset}.level`,
      `near${offset}.score`,
    ]),
    ...windows.flatMap((reach) => [
      `window${reach}.words`,
      `window${reach}.link-share`,
      `window${reach}.prose-share`,
      `window${reach}.words-after`,
      `window${reach}.prose-share-after`,
    ]),
    'heading.level',
    'heading.blocks-since',
    'heading.words-since',
    'heading.score',
    'heading.least',
    'heading.big-score',
    'heading.big-since',
    'heading.blocks-until',
    'prose.since',
    'prose.until',
  ],
  open(view, { words: { headings, texts } }) {
    const before = readHeadings(view, headings)
    const scores = meanScores(view, texts)
    const { since, until } = proseDistances(view)
    return (block, out, at) => {
      at = writeNear(view, block, scores, out, at)
      for (const reach of windows) at = writeWindow(view, block, reach, out, at)
      const { words } = view
      const above = before.above[block] ?? -1
      const big = before.big[block] ?? -1
      out[at++] = above < 0 ? 0 : (view.level[above] ?? 0)
      out[at++] = above < 0 ? 1000 : block - above
      out[at++] = above < 0 ? 1000 : (words[block] ?? 0) - (words[above + 1] ?? 0)
      out[at++] = above < 0 ? 0 : (before.score[above] ?? 0)
      out[at++] = above < 0 ? 0 : (before.least[above] ?? 0)
      out[at++] = big < 0 ? 0 : (before.score[big] ?? 0)
      out[at++] = big < 0 ? 1000 : block - big
      out[at++] = (before.below[block] ?? 0) - block
      out[at++] = since[block] ?? 0
      out[at++] = until[block] ?? 0
    }
  },
}

function writeNear(view: PageView, block: number, scores: Float32Array, out: Float32Array, at: number): number {
  const { blocks, level } = view
  for (const offset of offsets) {
    const near = block + offset
    const there = near >= 0 && near < blocks.count
    const words = there ? (blocks.words[near] ?? 0) : -1
    out[at++] = words
    out[at++] = there ? (blocks.linkWords[near] ?? 0) / words : -1
    out[at++] = there ? (level[near] ?? 0) : -1
    out[at++] = there ? (scores[near] ?? 0) : 0
  }
  return at
}

function writeWindow(view: PageView, block: number, reach: number, out: Float32Array, at: number): number {
  const { words, linkWords, proseWords, blocks } = view
  const from = Math.max(0, block - reach)
  const to = Math.min(blocks.count, block + reach + 1)
  const held = (words[to] ?? 0) - (words[from] ?? 0)
  const after = (words[to] ?? 0) - (words[block + 1] ?? 0)
  out[at++] = held
  out[at++] = ((linkWords[to] ?? 0) - (linkWords[from] ?? 0)) / held
  out[at++] = ((proseWords[to] ?? 0) - (proseWords[from] ?? 0)) / held
  out[at++] = after
  out[at++] = after === 0 ? -1 : ((proseWords[to] ?? 0) - (proseWords[block + 1] ?? 0)) / after
  return at
}

interface Headings {
  /** The heading above a block, the last h1 or h2 above it, the heading below. */
  readonly above: Int32Array
  readonly big: Int32Array
  readonly below: Int32Array
  /** Of a heading: mean and least score of its words. */
  readonly score: Float32Array
  readonly least: Float32Array
}

function readHeadings({ blocks, level }: PageView, table: HashTable): Headings {
  const { count } = blocks
  const found = {
    above: new Int32Array(count),
    big: new Int32Array(count),
    below: new Int32Array(count),
    score: new Float32Array(count),
    least: new Float32Array(count),
  }
  let [above, big, below] = [-1, -1, count]
  for (let block = 0; block < count; block++) {
    found.above[block] = above
    found.big[block] = big
    if (!level[block]) continue
    above = block
    if ((level[block] ?? 0) <= 2) big = block
    const [mean, least] = wordScores(blocks, block, table)
    found.score[block] = mean
    found.least[block] = least
  }
  for (let block = count - 1; block >= 0; block--) {
    found.below[block] = below
    if (level[block]) below = block
  }
  return found
}

function meanScores({ blocks }: PageView, table: HashTable): Float32Array {
  const scores = new Float32Array(blocks.count)
  for (let block = 0; block < blocks.count; block++) scores[block] = wordScores(blocks, block, table)[0]
  return scores
}

function wordScores(blocks: PageView['blocks'], block: number, table: HashTable): [mean: number, least: number] {
  const start = blocks.wordStart[block] ?? 0
  const end = Math.min(blocks.wordStart[block + 1] ?? start, start + 12)
  let [sum, known, least] = [0, 0, 0]
  for (let at = start; at < end; at++) {
    const score = table.get(blocks.wordHashes[at] ?? 0)
    if (Number.isNaN(score)) continue
    sum += score
    known++
    if (score < least) least = score
  }
  return [known > 0 ? sum / known : 0, least]
}

/** Blocks since and until prose; 1000 when there is none. */
function proseDistances({ blocks }: PageView): { since: Float32Array; until: Float32Array } {
  const { count } = blocks
  const since = new Float32Array(count).fill(1000)
  const until = new Float32Array(count).fill(1000)
  for (let block = 0, last = -1; block < count; block++) {
    if (last >= 0) since[block] = block - last
    if (isProse(blocks, block)) last = block
  }
  for (let block = count - 1, next = -1; block >= 0; block--) {
    if (next >= 0) until[block] = next - block
    if (isProse(blocks, block)) next = block
  }
  return { since, until }
}

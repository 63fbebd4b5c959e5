// One page as the features see it: blocks, running totals over them, and what was noted of every element.
import type { PageTree } from '../../tree/node.ts'
import { type Blocks, findBlocks } from '../blocks/blocks.ts'
import { indexPage, type PageIndex } from '../blocks/page-index.ts'
import { headingLevel, IN } from '../blocks/tags.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'

/** Words from which on a block with few links counts as prose. */
export const PROSE_WORDS = 12

export interface PageView {
  readonly index: PageIndex
  readonly blocks: Blocks
  readonly facts: PageFacts
  /** Blocks that begin before a place; one more entry than places. */
  readonly blocksBefore: Int32Array
  /** Running totals by block; one more entry than blocks. */
  readonly words: Float64Array
  readonly linkWords: Float64Array
  readonly proseWords: Float64Array
  readonly commas: Float64Array
  readonly headingsOver: Float64Array
  /** Images and form controls before a place; one more entry than places. */
  readonly imagesBefore: Int32Array
  readonly controlsBefore: Int32Array
  /** Place of the nearest element above with more blocks than this one; -1 for none. */
  readonly wider: Int32Array
  /** Place of the nearest element (itself included) with two or more siblings of its shape; -1 for none. */
  readonly entry: Int32Array
  /** Level of a block that is a heading; 0 for others. */
  readonly level: Uint8Array
}

export function viewPage(page: PageTree): PageView {
  const index = indexPage(page)
  const blocks = findBlocks(index)
  const blocksBefore = countBlocksBefore(index, blocks)
  const level = levelsOf(index, blocks)
  return {
    index,
    blocks,
    facts: readPageFacts(page.head),
    blocksBefore,
    level,
    words: totals(blocks, (block) => blocks.words[block] ?? 0),
    linkWords: totals(blocks, (block) => blocks.linkWords[block] ?? 0),
    proseWords: totals(blocks, (block) => (isProse(blocks, block) ? (blocks.words[block] ?? 0) : 0)),
    commas: totals(blocks, (block) => blocks.commas[block] ?? 0),
    headingsOver: totals(blocks, (block) => (level[block] ? 1 : 0)),
    imagesBefore: countTags(index, images),
    controlsBefore: countTags(index, controls),
    ...chains(index, blocksBefore),
  }
}

/** A run of text, rather than a label, an entry or a link. */
export function isProse(blocks: Blocks, block: number): boolean {
  const words = blocks.words[block] ?? 0
  const heft = Math.max(words, (blocks.chars[block] ?? 0) / 8)
  return heft >= PROSE_WORDS && (blocks.linkWords[block] ?? 0) < words * 0.4
}

const images = new Set(['img', 'picture', 'video', 'svg', 'iframe'])
const controls = new Set(['input', 'select', 'textarea', 'button', 'label'])

function countBlocksBefore({ nodes }: PageIndex, { first, count }: Blocks): Int32Array {
  const before = new Int32Array(nodes.length + 1)
  for (let at = 0, block = 0; at <= nodes.length; at++) {
    while (block < count && (first[block] ?? 0) < at) block++
    before[at] = block
  }
  return before
}

function totals(blocks: Blocks, of: (block: number) => number): Float64Array {
  const sums = new Float64Array(blocks.count + 1)
  for (let block = 0; block < blocks.count; block++) sums[block + 1] = (sums[block] ?? 0) + of(block)
  return sums
}

function countTags({ nodes }: PageIndex, tags: ReadonlySet<string>): Int32Array {
  const before = new Int32Array(nodes.length + 1)
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    before[at + 1] = (before[at] ?? 0) + (node?.kind === 'element' && tags.has(node.tag) ? 1 : 0)
  }
  return before
}

function levelsOf({ nodes, parent }: PageIndex, { holder, context, count }: Blocks): Uint8Array {
  const levels = new Uint8Array(count)
  for (let block = 0; block < count; block++) {
    if (((context[block] ?? 0) & IN.heading) === 0) continue
    for (let at = holder[block] ?? 0, step = 0; at >= 0 && step < 6; at = parent[at] ?? -1, step++) {
      const node = nodes[at]
      const level = node?.kind === 'element' ? headingLevel(node.tag) : 0
      if (level === 0) continue
      levels[block] = level
      break
    }
  }
  return levels
}

function chains({ nodes, parent, end, alike }: PageIndex, before: Int32Array): Pick<PageView, 'wider' | 'entry'> {
  const wider = new Int32Array(nodes.length).fill(-1)
  const entry = new Int32Array(nodes.length).fill(-1)
  const blocksIn = (at: number): number => (before[end[at] ?? 0] ?? 0) - (before[at] ?? 0)
  for (let at = 1; at < nodes.length; at++) {
    const up = parent[at] ?? 0
    wider[at] = blocksIn(up) > blocksIn(at) ? up : (wider[up] ?? -1)
    entry[at] = (alike[at] ?? 0) >= 3 ? at : (entry[up] ?? -1)
  }
  return { wider, entry }
}

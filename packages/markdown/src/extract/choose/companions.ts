// What belongs to kept text although its own words hardly say so: code between paragraphs, the table and the list among them,
// the heading over them. The model sees blocks one by one; here they are seen in the element that holds them.
import { IN } from '../blocks/tags.ts'
import type { PageView } from '../features/page-view.ts'
import { type BlockRange, meanOf } from './groups.ts'

/** Of the cut-off, what a table, a list or a heading must reach: what is surely none stays out wherever it stands. */
const LEAST_OF_CUTOFF = 0.25

/** Of a list's words, what must be kept to keep all items, and what must be kept to keep any. */
const MOST_OF_LIST = 0.7
const LEAST_OF_LIST = 0.3

/** Keeps code beside kept text of the same container: it explains that text, or is explained by it. */
export function keepCode(view: PageView, kept: Uint8Array): void {
  for (let from = 0, to = 0; from < view.blocks.count; from = Math.max(from + 1, to)) {
    if (!isCode(view, from)) continue
    // Blocks of code in a row go by the text around all of them.
    to = from + 1
    while (to < view.blocks.count && isCode(view, to)) to++
    for (let block = from; block < to; block++) {
      if (kept[block] === 1 || isHidden(view, block)) continue
      const around = containerOf(view, { from: block, to: block + 1 })
      const isAfterKept = block > around.from && kept[block - 1] === 1
      const isBeforeKept = to < around.to && kept[to] === 1
      if (isAfterKept || isBeforeKept) kept[block] = 1
    }
  }
}

/** Keeps whole groups that stand between kept blocks of the same container. */
export function keepBetween(
  view: PageView,
  kept: Uint8Array,
  chances: Float32Array,
  cutoff: number,
  groups: readonly BlockRange[],
): void {
  for (const group of groups) {
    const around = containerOf(view, group)
    const isBetween = group.from > around.from && group.to < around.to
    if (!isBetween || kept[group.from - 1] === 0 || kept[group.to] === 0) continue
    if (meanOf(chances, view.blocks.words, group) >= LEAST_OF_CUTOFF * cutoff) keepSeen(view, kept, group)
  }
}

/** Keeps the rest of lists of which most is kept, and nothing of those of which little is. */
export function settleLists(view: PageView, kept: Uint8Array, lists: readonly BlockRange[]): void {
  for (const list of lists) {
    const share = meanOf(kept, view.blocks.words, list)
    if (share >= MOST_OF_LIST) keepSeen(view, kept, list)
    else if (share < LEAST_OF_LIST) kept.fill(0, list.from, list.to)
  }
}

/** Keeps headings whose first words below are kept. */
export function keepHeadings(view: PageView, kept: Uint8Array, chances: Float32Array, cutoff: number): void {
  // From below, so that a heading kept here keeps the one over it.
  for (let block = view.blocks.count - 2; block >= 0; block--) {
    const level = view.level[block] ?? 0
    if (level === 0 || kept[block] === 1 || kept[block + 1] === 0 || isHidden(view, block)) continue
    const next = view.level[block + 1] ?? 0
    const isOver = (next === 0 || next > level) && block + 1 < containerOf(view, { from: block, to: block + 1 }).to
    if (isOver && (chances[block] ?? 0) >= LEAST_OF_CUTOFF * cutoff) kept[block] = 1
  }
}

function keepSeen(view: PageView, kept: Uint8Array, { from, to }: BlockRange): void {
  for (let block = from; block < to; block++) if (!isHidden(view, block)) kept[block] = 1
}

function isHidden({ blocks }: PageView, block: number): boolean {
  return ((blocks.context[block] ?? 0) & IN.hidden) !== 0
}

function isCode({ blocks, index }: PageView, block: number): boolean {
  const holder = index.nodes[blocks.holder[block] ?? 0]
  return holder?.kind === 'element' && holder.tag === 'pre'
}

/** Blocks of the nearest element that holds a range and more. */
function containerOf({ index, blocks, blocksBefore }: PageView, { from, to }: BlockRange): BlockRange {
  for (let at = blocks.holder[from] ?? 0; at > 0; at = index.parent[at] ?? 0) {
    const [first, end] = [blocksBefore[at] ?? 0, blocksBefore[index.end[at] ?? 0] ?? 0]
    if (end >= to && end - first > to - from) return { from: first, to: end }
  }
  return { from: 0, to: blocks.count }
}

// Tables and lists, whose parts stay or go together.
import type { Element } from '../../tree/node.ts'
import { childElements, findElement } from '../../tree/text-content.ts'
import type { PageView } from '../features/page-view.ts'

/** Blocks from `from` up to before `to`. */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

const TABLE_PARTS = 4
/** Larger ones are pages laid out in a table, or menus, unless they name their columns. */
const MOST_TABLE_SHARE = 0.7

/** Innermost tables of data. */
export function dataTables({ index, blocksBefore, words, blocks }: PageView): BlockRange[] {
  const tables: BlockRange[] = []
  let outer = -1
  for (let at = index.nodes.length - 1; at > 0; at--) {
    const node = index.nodes[at]
    if (node?.kind !== 'element' || node.tag !== 'table') continue
    const end = index.end[at] ?? 0
    // Going backwards, a table that was met inside of this one makes this one a layout.
    const nested = outer >= 0 && outer < end
    outer = at
    const range = { from: blocksBefore[at] ?? 0, to: blocksBefore[end] ?? 0 }
    const held = (words[range.to] ?? 0) - (words[range.from] ?? 0)
    if (nested || range.to - range.from < TABLE_PARTS) continue
    if (held < MOST_TABLE_SHARE * (words[blocks.count] ?? 0) || hasHead(node)) tables.push(range)
  }
  return tables
}

/** Whether the first row names the columns. */
function hasHead(table: Element): boolean {
  const row = findElement(table, ({ tag }) => tag === 'tr')
  const cells = row === null ? [] : childElements(row)
  return cells.length > 1 && cells.every(({ tag }) => tag === 'th')
}

/** Innermost lists with three items and more, of about one block each. */
export function plainLists({ index, blocksBefore }: PageView): BlockRange[] {
  const lists: BlockRange[] = []
  let inner = -1
  for (let at = index.nodes.length - 1; at > 0; at--) {
    const node = index.nodes[at]
    if (node?.kind !== 'element' || (node.tag !== 'ul' && node.tag !== 'ol')) continue
    const end = index.end[at] ?? 0
    const nested = inner >= 0 && inner < end
    inner = at
    const range = { from: blocksBefore[at] ?? 0, to: blocksBefore[end] ?? 0 }
    const items = node.children.filter((child) => child.kind === 'element').length
    if (!nested && items >= 3 && range.to - range.from >= items * 0.7 && range.to - range.from <= items * 1.5)
      lists.push(range)
  }
  return lists
}

/** Gives all blocks of a range the mean of their chances, weighed by words. `pull`: how far, 0 to 1. */
export function evenOut(chances: Float32Array, words: Float32Array, range: BlockRange, pull: number): void {
  const mean = meanOf(chances, words, range)
  for (let block = range.from; block < range.to; block++)
    chances[block] = (chances[block] ?? 0) * (1 - pull) + mean * pull
}

/** Mean of a range, weighed by words; every block has one. */
export function meanOf(values: Float32Array | Uint8Array, words: Float32Array, { from, to }: BlockRange): number {
  let [sum, held] = [0, 0]
  for (let block = from; block < to; block++) {
    sum += (values[block] ?? 0) * (words[block] ?? 0)
    held += words[block] ?? 0
  }
  return sum / Math.max(1, held)
}

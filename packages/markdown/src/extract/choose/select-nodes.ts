// From chosen blocks to the nodes that are written.
import type { PageTree, Selection } from '../../tree/node.ts'
import type { PageView } from '../features/page-view.ts'

/** Elements that show something without a text of their own. */
const SHOWN = new Set(['img', 'picture', 'video', 'iframe', 'br', 'hr', 'math', 'wbr', 'input'])

/** Marks the texts of the kept blocks, what stands among them without words, and all elements above.
 * @param kept 1 by kept block */
export function selectNodes(page: PageTree, view: PageView, kept: Uint8Array): Selection {
  const selection = new Uint8Array(page.nodeCount)
  const { index, blocks } = view
  let block = 0
  for (let at = 0; at < index.nodes.length; at++) {
    const node = index.nodes[at]
    if (!node) continue
    while (block < blocks.count && (blocks.last[block] ?? 0) < at) block++
    const inside = block < blocks.count && (blocks.first[block] ?? 0) <= at
    const shown = node.kind === 'text' || SHOWN.has(node.tag)
    if (shown && (inside ? kept[block] === 1 : isAmongKept(view, kept, block, at))) mark(view, selection, at)
  }
  keepCells(view, selection)
  return selection
}

/** What has no words goes with the blocks before and after it, or with the one whose element holds it. */
function isAmongKept({ index, blocks }: PageView, kept: Uint8Array, next: number, at: number): boolean {
  const before = next > 0 && kept[next - 1] === 1
  const after = next < blocks.count && kept[next] === 1
  if (before && after) return true
  const holds = (block: number): boolean => {
    const holder = blocks.holder[block] ?? 0
    return at >= holder && at < (index.end[holder] ?? 0)
  }
  return (before && holds(next - 1)) || (after && holds(next))
}

function mark({ index }: PageView, selection: Selection, from: number): void {
  for (let at = from; at >= 0; at = index.parent[at] ?? -1) {
    const id = index.nodes[at]?.id ?? 0
    if (selection[id] === 1) return
    selection[id] = 1
  }
}

/** Empty cells hold the columns of a kept row in their places. */
function keepCells({ index }: PageView, selection: Selection): void {
  for (const node of index.nodes)
    if (node.kind === 'element' && (node.tag === 'td' || node.tag === 'th') && node.parent && selection[node.parent.id])
      selection[node.id] = 1
}

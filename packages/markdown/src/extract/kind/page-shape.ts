// What a page is built of: prose, tables, code, repeated entries. Kinds of pages differ in it, whatever they are named.
import { IN } from '../blocks/tags.ts'
import { isProse, type PageView } from '../features/page-view.ts'

/** Values that `readShape` gives. */
export const SHAPE_VALUES = 17

export function readShape(view: PageView): number[] {
  const { blocks, level, words, proseWords } = view
  const total = Math.max(1, words[blocks.count] ?? 0)
  let [code, table, list, form, prose, numbers, capitals, stops, h2, h3] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let block = 0; block < blocks.count; block++) {
    const held = blocks.words[block] ?? 0
    const context = blocks.context[block] ?? 0
    if ((context & IN.code) !== 0) code++
    if ((context & IN.table) !== 0) table += held
    if ((context & IN.list) !== 0) list += held
    if ((context & IN.form) !== 0) form += held
    if (isProse(blocks, block)) prose++
    if (level[block] === 2) h2++
    if (level[block] === 3) h3++
    numbers += blocks.numberWords[block] ?? 0
    capitals += blocks.capitalWords[block] ?? 0
    stops += blocks.stops[block] ?? 0
  }
  const meanProse = (proseWords[blocks.count] ?? 0) / Math.max(1, prose)
  const shares = [table, list, form, numbers, capitals, stops].map((count) => count / total)
  return [code, prose, meanProse, h2, h3, countTimes(view), ...shares, ...readEntries(view, total)]
}

function countTimes({ index }: PageView): number {
  let count = 0
  for (const node of index.nodes) if (node.kind === 'element' && node.tag === 'time') count++
  return count
}

interface Group {
  words: number
  linkWords: number
  readonly entries: number
}

/** Five values: the share of the page in repeated entries; of the largest group its share, its links, its entries and their
 * mean words. */
function readEntries({ index, blocks, entry }: PageView, total: number): number[] {
  const groups = new Map<number, Group>()
  let repeated = 0
  for (let block = 0; block < blocks.count; block++) {
    const place = entry[blocks.holder[block] ?? 0] ?? -1
    if (place < 0) continue
    const key = index.parent[place] ?? 0
    const group = groups.get(key) ?? { words: 0, linkWords: 0, entries: index.alike[place] ?? 1 }
    groups.set(key, group)
    group.words += blocks.words[block] ?? 0
    group.linkWords += blocks.linkWords[block] ?? 0
    repeated += blocks.words[block] ?? 0
  }
  let largest: Group = { words: 0, linkWords: 0, entries: 1 }
  for (const group of groups.values()) if (group.words > largest.words) largest = group
  const { words, linkWords, entries } = largest
  return [repeated / total, words / total, linkWords / Math.max(1, words), entries, words / entries]
}

// What belongs to kept text although its own words do not say so: code between paragraphs, the heading of a kept section.
import { IN } from '../blocks/tags.ts'
import type { PageView } from '../features/page-view.ts'

/** Keeps code that stands beside kept text of the same container: it explains that text, or is explained by it. */
export function keepCode(view: PageView, kept: Uint8Array): void {
  const { blocks } = view
  for (let block = 0; block < blocks.count; block++) {
    if (kept[block] === 1 || !isCode(view, block)) continue
    const { from, to } = containerOf(view, block)
    // Blocks of code in a row go by the text around all of them.
    let [before, after] = [block - 1, block + 1]
    while (after < to && kept[after] === 0 && isCode(view, after)) after++
    if (before >= from && kept[before] === 0) before = -1
    if (before >= from || (after < to && kept[after] === 1)) kept[block] = 1
  }
}

/** Keeps headings whose first words below are kept. */
export function keepHeadings(view: PageView, kept: Uint8Array): void {
  for (let block = view.blocks.count - 2; block >= 0; block--) {
    const level = view.level[block] ?? 0
    if (level === 0 || kept[block] === 1 || kept[block + 1] === 0) continue
    const next = view.level[block + 1] ?? 0
    if ((next === 0 || next > level) && block + 1 < containerOf(view, block).to) kept[block] = 1
  }
}

function isCode({ blocks, index }: PageView, block: number): boolean {
  const holder = index.nodes[blocks.holder[block] ?? 0]
  return ((blocks.context[block] ?? 0) & IN.code) !== 0 && holder?.kind === 'element' && holder.tag === 'pre'
}

/** Blocks of the nearest element around that holds more than this one. */
function containerOf(view: PageView, block: number): { from: number; to: number } {
  const { index, blocks, blocksBefore, wider } = view
  const holder = blocks.holder[block] ?? 0
  const inHolder = (blocksBefore[index.end[holder] ?? 0] ?? 0) - (blocksBefore[holder] ?? 0)
  const around = inHolder > 1 ? holder : Math.max(0, wider[holder] ?? 0)
  return { from: blocksBefore[around] ?? 0, to: blocksBefore[index.end[around] ?? 0] ?? 0 }
}

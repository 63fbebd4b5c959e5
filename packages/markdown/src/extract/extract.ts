// The main content of a page: which of its nodes are written.
import type { Extractor } from '@kiosk/catalog'
import type { PageTree, Selection } from '../tree/node.ts'
import { CHARS_PER_WORD } from './blocks/characters.ts'
import { chooseContent } from './choose/choose-content.ts'
import { selectNodes } from './choose/select-nodes.ts'
import { isProse, type PageView, viewPage } from './features/page-view.ts'
import { selectFull } from './full.ts'
import { loadModel } from './model/model.ts'
import { predictBlocks } from './predict-blocks.ts'

export interface ExtractedArticle {
  readonly selection: Selection
  /** `full-dom` when too little would have been left. */
  readonly extractor: Extractor
}

/** Pages with more are indexes and dumps, whose content is all of it; what a page may cost stays bounded. */
const MOST_NODES = 150_000
const MOST_BLOCKS = 20_000

/** Chooses the main content of a page: the article, the thread, the product, without menus, comments and related stories.
 * Never empty while the body has words. */
export function extractArticle(page: PageTree): ExtractedArticle {
  if (page.nodeCount > MOST_NODES) return whole(page)
  const view = viewPage(page)
  if (view.blocks.count > MOST_BLOCKS) return whole(page)
  const kept = chooseContent(view, predictBlocks(loadModel(), page, view))
  const chosen = heftOf(view, (block) => kept[block] === 1)
  if (chosen < FEW_WORDS) {
    const full = selectFull(page)
    if (proseOf(view, full) > OUTWEIGHS * chosen) return { selection: full, extractor: 'full-dom' }
  }
  return { selection: selectNodes(page, view, kept), extractor: 'block-model' }
}

function whole(page: PageTree): ExtractedArticle {
  return { selection: selectFull(page), extractor: 'full-dom' }
}

/** Fewer words are hardly a page's content … */
const FEW_WORDS = 40
/** … when so many times as much prose stands outside. */
const OUTWEIGHS = 3

function proseOf(view: PageView, full: Selection): number {
  const { blocks, index } = view
  return heftOf(view, (block) => full[index.nodes[blocks.first[block] ?? 0]?.id ?? 0] === 1 && isProse(blocks, block))
}

/** Words of some blocks; languages without blanks have theirs by characters. */
function heftOf({ blocks }: PageView, isCounted: (block: number) => boolean): number {
  let heft = 0
  for (let block = 0; block < blocks.count; block++)
    if (isCounted(block)) heft += Math.max(blocks.words[block] ?? 0, (blocks.chars[block] ?? 0) / CHARS_PER_WORD)
  return heft
}

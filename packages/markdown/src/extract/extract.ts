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

/** Chooses the main content of a page: the article, the thread, the product, without menus, comments and related stories.
 * Never empty while the body has words. */
export function extractArticle(page: PageTree): ExtractedArticle {
  const view = viewPage(page)
  const kept = chooseContent(view, predictBlocks(loadModel(), page, view))
  const full = selectFull(page)
  if (isTooLittle(view, kept, full)) return { selection: full, extractor: 'full-dom' }
  return { selection: selectNodes(page, view, kept), extractor: 'block-model' }
}

/** Fewer words are hardly a page's content … */
const FEW_WORDS = 40
/** … when so many times as much prose stands outside. */
const OUTWEIGHS = 3

/** The density check: whether the choice is slight beside the prose of the whole page. */
function isTooLittle(view: PageView, kept: Uint8Array, full: Selection): boolean {
  const { blocks, index } = view
  const heft = (block: number): number =>
    Math.max(blocks.words[block] ?? 0, (blocks.chars[block] ?? 0) / CHARS_PER_WORD)
  let [chosen, prose] = [0, 0]
  for (let block = 0; block < blocks.count; block++) {
    if (kept[block] === 1) chosen += heft(block)
    const inFull = full[index.nodes[blocks.first[block] ?? 0]?.id ?? 0] === 1
    if (inFull && isProse(blocks, block)) prose += heft(block)
  }
  return chosen < FEW_WORDS && prose > OUTWEIGHS * chosen
}

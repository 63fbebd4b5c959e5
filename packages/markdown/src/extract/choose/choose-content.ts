// From chances to the blocks that are kept: the best expected score, then what belongs together.
import type { PageView } from '../features/page-view.ts'
import { pageKinds } from '../kind/page-kinds.ts'
import type { Prediction } from '../predict-blocks.ts'
import { commentBlocks } from './comments.ts'
import { keepBetween, keepCode, keepHeadings, settleLists } from './companions.ts'
import { chooseBlocks } from './expected-score.ts'
import { dataTables, evenOut, plainLists } from './groups.ts'

/** How far the entries of a list are drawn to their mean. */
const LIST_PULL = 0.25

/** The model learned from whole sites' pages, of which one in fifty has so few blocks. On these it doubts short texts, and
 * there is little that one could be flooded with: only what is below the chance goes. */
const FEW_BLOCKS = 30
const WITHOUT_DOUBT = 0.12

/** From this chance of an article on, comments go; below, they may be the thread that the page is about. */
const LEAST_ARTICLE = 0.6
/** Words of an article that must stand without its comments. */
const LEAST_BODY_WORDS = 40

/** @returns 1 by kept block */
export function chooseContent(view: PageView, { chances, kinds }: Prediction): Uint8Array {
  const words = view.blocks.words.subarray(0, view.blocks.count)
  const evened = chances.slice()
  const [lists, tables] = [plainLists(view), dataTables(view)]
  for (const list of lists) evenOut(evened, words, list, LIST_PULL)
  for (const table of tables) evenOut(evened, words, table, 1)
  const best = chooseBlocks(evened, words).cutoff
  const cutoff = view.blocks.count <= FEW_BLOCKS ? Math.min(best, WITHOUT_DOUBT) : best
  const kept = Uint8Array.from(evened, (chance) => (chance >= cutoff ? 1 : 0))
  if ((kinds[pageKinds.indexOf('article')] ?? 0) >= LEAST_ARTICLE) dropComments(view, kept)
  settleLists(view, kept, lists)
  keepBetween(view, kept, evened, cutoff, [...lists, ...tables])
  keepCode(view, kept)
  keepHeadings(view, kept, evened, cutoff)
  return kept
}

function dropComments(view: PageView, kept: Uint8Array): void {
  const comments = commentBlocks(view)
  const body = kept.reduce(
    (sum, own, block) => sum + (own === 1 && comments[block] === 0 ? (view.blocks.words[block] ?? 0) : 0),
    0,
  )
  if (body >= LEAST_BODY_WORDS)
    comments.forEach((comment, block) => {
      if (comment === 1) kept[block] = 0
    })
}

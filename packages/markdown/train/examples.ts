// Pages as the trainer sees them: features, labels and weights of their blocks.
import { wordHashes } from '../src/extract/blocks/characters.ts'
import { readFeatures } from '../src/extract/features/features.ts'
import { type PageView, viewPage } from '../src/extract/features/page-view.ts'
import type { WordTables } from '../src/extract/features/word-tables.ts'
import {
  type KindModel,
  kindChances,
  readKindFeatures,
  readKindValues,
  readMarks,
} from '../src/extract/kind/page-kind.ts'
import type { Forest } from '../src/extract/model/forest.ts'
import { parseReadable } from '../src/page/readable-page.ts'
import { trainKinds } from './kind-model.ts'
import { kindTableOf, type MarkWeights, weighMarks } from './kind-weights.ts'
import { matchWords } from './labels.ts'
import { FOLDS, HELD_ASIDE, siteOf, type TruePage } from './pages.ts'
import { learnWords, type PageWords, pageWords, tablesOf, type WordScores } from './word-statistics.ts'

export interface Example {
  readonly id: string
  readonly type: string
  readonly fold: number
  /** Without its nodes, which would fill the memory. */
  readonly view: PageView
  /** One row of features by block. */
  readonly features: Float32Array
  /** Share of each block's words that the truth holds. */
  readonly labels: Float32Array
  readonly words: Float32Array
  /** Words of the page; block `b` holds those from `wordStart[b]` to `wordStart[b + 1]`. */
  readonly wordHashes: Int32Array
  readonly wordStart: Int32Array
  readonly truth: Int32Array
}

interface Labelled {
  readonly labels: Float32Array
  readonly truth: Int32Array
  readonly words: PageWords
  readonly type: string
  readonly fold: number
  readonly marks: ReadonlySet<number>
  readonly kindValues: readonly number[]
}

/** Folds whose pages may be learned from. */
export const tuneFolds: readonly number[] = Array.from({ length: FOLDS }, (_, fold) => fold).filter(
  (fold) => fold !== HELD_ASIDE,
)

/** What the folds but one say of words and kinds; without the one, its pages cannot give their own labels away. */
interface Lessons {
  readonly words: WordTables
  readonly kinds: KindModel
  readonly marks: MarkWeights
}

export interface Lesson {
  readonly wordScores: WordScores
  readonly marks: MarkWeights
  readonly kindForests: readonly Forest[]
}

/** Reads all pages twice: word tables must be there before features, and the trees of all pages would fill the memory. */
export function readExamples(pages: readonly TruePage[]): { examples: Example[]; lesson: Lesson } {
  const labelled = pages.map(labelPage)
  const lessons = learnAll(labelled)
  const examples = pages.map((page, at): Example => {
    const tree = parseReadable(page.html)
    const view = viewPage(tree)
    const own = lessons[page.fold]
    const known = labelled[at]
    if (!own || !known) throw new Error(`page ${page.id} has no fold`)
    const { blocks } = view
    const kinds = kindChances(own.kinds.forests, readKindFeatures(known.kindValues, known.marks, own.kinds.table))
    return {
      id: page.id,
      type: page.type,
      fold: page.fold,
      view: { ...view, index: { ...view.index, nodes: [] } },
      features: readFeatures(view, { words: own.words, kinds }),
      labels: known.labels,
      truth: known.truth,
      words: blocks.words.slice(0, blocks.count),
      wordHashes: blocks.wordHashes.slice(),
      wordStart: blocks.wordStart.slice(0, blocks.count + 1),
    }
  })
  const all = lessons[HELD_ASIDE]
  if (!all) throw new Error('no fold is held aside')
  return {
    examples,
    lesson: {
      wordScores: learnWords(wordsOf(labelled), new Set(tuneFolds)),
      marks: all.marks,
      kindForests: all.kinds.forests,
    },
  }
}

/** By fold, what all tune folds but that one teach. */
function learnAll(pages: Labelled[]): Lessons[] {
  const others = (fold: number): Set<number> => new Set(tuneFolds.filter((other) => other !== fold))
  const words = wordsOf(pages)
  const weights = Array.from({ length: FOLDS }, (_, fold) => weighMarks(pages, others(fold)))
  const tables = weights.map(kindTableOf)
  const rows = pages.map((page) => {
    const own = tables[page.fold]
    if (!own) throw new Error('page without a fold')
    return readKindFeatures(page.kindValues, page.marks, own)
  })
  return weights.map((marks, fold) => {
    const used = pages.flatMap((page, at) => (others(fold).has(page.fold) ? [at] : []))
    const forests = trainKinds(
      used.map((at) => rows[at] ?? new Float32Array()),
      used.map((at) => pages[at]?.type ?? ''),
    )
    const table = tables[fold] ?? kindTableOf(marks)
    return { words: tablesOf(learnWords(words, others(fold))), kinds: { table, forests }, marks }
  })
}

/** Of pages whose content somebody marked; the others would teach that all of a page is none. */
function wordsOf(pages: readonly Labelled[]): PageWords[] {
  return pages.flatMap(({ truth, words }) => (truth.length > 0 ? [words] : []))
}

function labelPage(page: TruePage): Labelled {
  const tree = parseReadable(page.html)
  const view = viewPage(tree)
  const truth = Int32Array.from(wordHashes(page.mainContent))
  const content = matchedBefore(view, matchWords(view.blocks.wordHashes, truth))
  const labels = Float32Array.from(
    { length: view.blocks.count },
    (_, block) => ((content[block + 1] ?? 0) - (content[block] ?? 0)) / (view.blocks.words[block] ?? 1),
  )
  return {
    labels,
    truth,
    words: pageWords(view, content, siteOf(page), page.fold),
    type: page.type,
    fold: page.fold,
    marks: readMarks(tree, view),
    kindValues: readKindValues(view),
  }
}

/** Running total of matched words by block. */
function matchedBefore({ blocks }: PageView, places: Int32Array): Float64Array {
  const before = new Float64Array(blocks.count + 1)
  for (let block = 0; block < blocks.count; block++) {
    let matched = 0
    for (let at = blocks.wordStart[block] ?? 0; at < (blocks.wordStart[block + 1] ?? 0); at++)
      if ((places[at] ?? -1) >= 0) matched++
    before[block + 1] = (before[block] ?? 0) + matched
  }
  return before
}

// Learns the word tables: in how much content the words of names, short texts and headings were found.
import { HashTable } from '../src/extract/blocks/hash-table.ts'
import { forEachNameWord, forEachNaming } from '../src/extract/features/element-words.ts'
import type { PageView } from '../src/extract/features/page-view.ts'
import { SHORT_BLOCK_WORDS, type WordTables } from '../src/extract/features/word-tables.ts'
import { WORD_SCORE_STEPS } from '../src/extract/model/packing.ts'

/** One page's shares of content by word, 0 to 1. */
export interface PageWords {
  readonly site: string
  readonly fold: number
  readonly names: ReadonlyMap<number, number>
  readonly texts: ReadonlyMap<number, number>
  readonly headings: ReadonlyMap<number, number>
}

export type WordKind = 'names' | 'texts' | 'headings'

class Shares {
  readonly #sums = new Map<number, [content: number, words: number]>()

  add(word: number, content: number, words: number): void {
    const sums = this.#sums.get(word)
    if (!sums) this.#sums.set(word, [content, words])
    else {
      sums[0] += content
      sums[1] += words
    }
  }

  byWord(): Map<number, number> {
    return new Map([...this.#sums].map(([word, [content, words]]) => [word, content / words]))
  }
}

/** @param content running total of matched words by block; one more entry than blocks */
export function pageWords(view: PageView, content: Float64Array, site: string, fold: number): PageWords {
  const { index, blocks, blocksBefore, words, level } = view
  const [names, texts, headings] = [new Shares(), new Shares(), new Shares()]
  index.nodes.forEach((node, at) => {
    if (node.kind !== 'element' || at === 0) return
    const from = blocksBefore[at] ?? 0
    const to = blocksBefore[index.end[at] ?? 0] ?? 0
    const held = (words[to] ?? 0) - (words[from] ?? 0)
    if (held > 0)
      forEachNaming(node, (value, salt) =>
        forEachNameWord(value, salt, (word) => names.add(word, (content[to] ?? 0) - (content[from] ?? 0), held)),
      )
  })
  for (let block = 0, heading = -1; block < blocks.count; block++) {
    const start = blocks.wordStart[block] ?? 0
    const own = blocks.wordHashes.subarray(start, blocks.wordStart[block + 1] ?? start)
    const share = ((content[block + 1] ?? 0) - (content[block] ?? 0)) / own.length
    if (own.length <= SHORT_BLOCK_WORDS) for (const word of own) texts.add(word, share, 1)
    if (level[block]) heading = block
    else if (heading >= 0) {
      const from = blocks.wordStart[heading] ?? 0
      for (const word of blocks.wordHashes.subarray(from, blocks.wordStart[heading + 1] ?? from))
        headings.add(word, share * own.length, own.length)
    }
  }
  return { site, fold, names: names.byWord(), texts: texts.byWord(), headings: headings.byWord() }
}

/** Sites that a word must be seen on. */
const LEAST_SITES = 4
/** Sites that the average of all words counts for. */
const DOUBT = 4
/** Words nearer to the average say nothing. */
const LEAST_SCORE = 0.15

export type WordScores = Readonly<Record<WordKind, ReadonlyMap<number, number>>>

/** Log odds by word over pages of the folds; each site counts once. */
export function learnWords(pages: readonly PageWords[], folds: ReadonlySet<number>): WordScores {
  const used = pages.filter(({ fold }) => folds.has(fold))
  const pagesOf = new Map<string, number>()
  for (const { site } of used) pagesOf.set(site, (pagesOf.get(site) ?? 0) + 1)
  const learn = (kind: WordKind): Map<number, number> => {
    const sums = new Map<number, [share: number, sites: number]>()
    let [all, count] = [0, 0]
    for (const page of used) {
      const weight = 1 / (pagesOf.get(page.site) ?? 1)
      for (const [word, share] of page[kind]) {
        const sum = sums.get(word) ?? [0, 0]
        sum[0] += share * weight
        sum[1] += weight
        sums.set(word, sum)
        all += share * weight
        count += weight
      }
    }
    const average = all / count
    const logit = (share: number): number => Math.log(share / (1 - share))
    const scores = new Map<number, number>()
    for (const [word, [share, sites]] of sums) {
      if (sites < LEAST_SITES) continue
      const score = logit((share + DOUBT * average) / (sites + DOUBT)) - logit(average)
      if (Math.abs(score) >= LEAST_SCORE) scores.set(word, quantise(score))
    }
    return scores
  }
  return { names: learn('names'), texts: learn('texts'), headings: learn('headings') }
}

/** As the model file keeps it. */
function quantise(score: number): number {
  return Math.max(-127, Math.min(127, Math.round(score * WORD_SCORE_STEPS))) / WORD_SCORE_STEPS
}

export function tablesOf(scores: WordScores): WordTables {
  const table = (words: ReadonlyMap<number, number>): HashTable => {
    const filled = new HashTable(words.size)
    for (const [word, score] of words) filled.set(word, score)
    return filled
  }
  return { names: table(scores.names), texts: table(scores.texts), headings: table(scores.headings) }
}

// What the classic scoring of paragraphs would choose: long texts with commas speak for the elements above them, and the
// element that gathers most is the article. It knows no kinds of pages, but it weighs the regions of one against each other.
import type { Element } from '../../tree/node.ts'
import type { FeatureGroup } from './feature-group.ts'
import { NameScorer } from './name-features.ts'
import type { PageView } from './page-view.ts'

export const choiceFeatures: FeatureGroup = {
  names: [
    'choice.holds',
    'choice.holds-after',
    'choice.score-above',
    'choice.since-begin',
    'choice.until-end',
    'choice.place',
    'choice.page-share',
    'choice.prose-share',
    'choice.score',
    'choice.next-score',
    'choice.parent-score',
  ],
  open(view, known) {
    const { blocks, index, words, proseWords } = view
    const scoring = scoreParagraphs(view, new NameScorer(known.words.names))
    const { scores, best, next } = scoring
    const above = bestAbove(view, scores)
    const held = markChoice(view, scoring)
    const begin = held.indexOf(1)
    const end = held.lastIndexOf(1)
    const pageShare = shareOf(words, held)
    const proseShare = shareOf(proseWords, held)
    return (block, out, at) => {
      const holder = blocks.holder[block] ?? 0
      out[at++] = held[block] ?? 0
      out[at++] = held[block + 1] ?? 0
      out[at++] = best > 0 ? (above[holder] ?? 0) / best : 0
      out[at++] = block - begin
      out[at++] = end - block
      out[at++] = end > begin ? (block - begin) / (end - begin) : 0
      out[at++] = pageShare
      out[at++] = proseShare
      out[at++] = best
      out[at++] = best > 0 ? next / best : 0
      out[at++] = scores[index.parent[holder] ?? 0] ?? 0
    }
  },
}

interface Scoring {
  /** By place; 0 for elements without paragraphs. */
  readonly scores: Float32Array
  /** Place of the element with the best score; 0 for none. */
  readonly top: number
  readonly best: number
  /** The best score but that one. */
  readonly next: number
}

/** Shorter texts are no paragraphs. */
const LEAST_CHARS = 25
/** A paragraph counts for so many elements above it, for each less than for the one before. */
const STEPS = 5

function scoreParagraphs(view: PageView, names: NameScorer): Scoring {
  const { blocks, index } = view
  const scores = new Float32Array(index.nodes.length)
  const scored = new Set<number>()
  for (let block = 0; block < blocks.count; block++) {
    const chars = blocks.chars[block] ?? 0
    if (chars < LEAST_CHARS) continue
    const score = 1 + (blocks.commas[block] ?? 0) + Math.min(3, Math.floor(chars / 100))
    let place = index.parent[blocks.holder[block] ?? 0] ?? 0
    for (let step = 0; step < STEPS && place > 0; step++, place = index.parent[place] ?? 0) {
      const node = index.nodes[place]
      if (!scored.has(place) && node?.kind === 'element') scores[place] = firstScore(node, names)
      scored.add(place)
      scores[place] = (scores[place] ?? 0) + score / (step < 2 ? step + 1 : step * 3)
    }
  }
  let [top, best, next] = [0, 0, 0]
  for (const place of scored) {
    const score = (scores[place] ?? 0) * (1 - linkShare(view, place))
    scores[place] = score
    if (score > best) [top, best, next] = [place, score, best]
    else if (score > next) next = score
  }
  return { scores, top, best, next }
}

const tagScores: Readonly<Record<string, number>> = {
  div: 5,
  pre: 3,
  td: 3,
  blockquote: 3,
  address: -3,
  ol: -3,
  ul: -3,
  dl: -3,
  dd: -3,
  dt: -3,
  li: -3,
  form: -3,
  h1: -5,
  h2: -5,
  h3: -5,
  h4: -5,
  h5: -5,
  h6: -5,
  th: -5,
}

/** What a name weighs beside paragraphs, and at most. */
const NAME_WEIGHT = 12
const MOST_NAME_SCORE = 25

/** What an element has before its paragraphs count. */
function firstScore(element: Element, names: NameScorer): number {
  const promised = NAME_WEIGHT * names.score(element).score
  return (tagScores[element.tag] ?? 0) + Math.max(-MOST_NAME_SCORE, Math.min(MOST_NAME_SCORE, promised))
}

/** Of the best score, and at least, what a sibling of the best element needs to be taken along. */
const SIBLING_SHARE = 0.2
const SIBLING_SCORE = 10
/** Words from which on a sibling that is a paragraph with few links is taken along, too. */
const SIBLING_WORDS = 16

/** 1 by block of the best element and the siblings that go with it; all blocks where nothing was scored. */
function markChoice(view: PageView, { scores, top, best }: Scoring): Uint8Array {
  const { blocks, index, blocksBefore, words } = view
  const held = new Uint8Array(blocks.count)
  if (top === 0) return held.fill(1)
  const least = Math.max(SIBLING_SCORE, best * SIBLING_SHARE)
  const parent = index.parent[top] ?? 0
  const end = index.end[parent] ?? 0
  for (let place = parent + 1; place < end; place = index.end[place] ?? end) {
    const node = index.nodes[place]
    const [from, to] = [blocksBefore[place] ?? 0, blocksBefore[index.end[place] ?? 0] ?? 0]
    const isParagraph =
      node?.kind === 'element' &&
      node.tag === 'p' &&
      (words[to] ?? 0) - (words[from] ?? 0) >= SIBLING_WORDS &&
      linkShare(view, place) < 0.25
    if (place === top || (scores[place] ?? 0) >= least || isParagraph) held.fill(1, from, to)
  }
  return held
}

/** Of an element's words, those in links. */
function linkShare({ index, blocksBefore, words, linkWords }: PageView, place: number): number {
  const [from, to] = [blocksBefore[place] ?? 0, blocksBefore[index.end[place] ?? 0] ?? 0]
  const held = (words[to] ?? 0) - (words[from] ?? 0)
  return held === 0 ? 0 : ((linkWords[to] ?? 0) - (linkWords[from] ?? 0)) / held
}

/** By place, the best score of an element and all above it. */
function bestAbove({ index }: PageView, scores: Float32Array): Float32Array {
  const above = new Float32Array(scores.length)
  for (let place = 1; place < scores.length; place++)
    above[place] = Math.max(above[index.parent[place] ?? 0] ?? 0, scores[place] ?? 0)
  return above
}

/** Of running totals by block, what falls on the blocks held; -1 where there is nothing to share. */
function shareOf(totals: Float64Array, held: Uint8Array): number {
  let sum = 0
  for (let block = 0; block < held.length; block++)
    if (held[block] === 1) sum += (totals[block + 1] ?? 0) - (totals[block] ?? 0)
  const whole = totals[held.length] ?? 0
  return whole === 0 ? -1 : sum / whole
}

// What the block's own text says.
import { CAPITAL, COMMA, DIGIT, mix, ORNAMENT, STOP } from '../blocks/characters.ts'
import type { HashTable } from '../blocks/hash-table.ts'
import type { FeatureGroup } from './feature-group.ts'
import { SHORT_BLOCK_WORDS } from './word-tables.ts'

export const textFeatures: FeatureGroup = {
  names: [
    'text.words',
    'text.chars',
    'text.chars-per-word',
    'text.link-share',
    'text.strong-share',
    'text.stops',
    'text.comma-share',
    'text.ornament-share',
    'text.currencies',
    'text.number-share',
    'text.capital-share',
    'text.begins',
    'text.ends',
    'text.copies',
    'text.copy-turn',
    'text.score',
    'text.score-least',
    'text.score-most',
    'text.first-score',
    'text.in-title',
    'text.of-title',
    'text.in-description',
    'text.in-structured',
  ],
  open({ blocks, facts }, { words: { texts } }) {
    const copies = new Map<number, number>()
    const turns = new Uint16Array(blocks.count)
    for (let block = 0; block < blocks.count; block++) {
      const count = copies.get(blocks.print[block] ?? 0) ?? 0
      turns[block] = count
      copies.set(blocks.print[block] ?? 0, count + 1)
    }
    return (block, out, at) => {
      const words = blocks.words[block] ?? 0
      const chars = blocks.chars[block] ?? 0
      out[at++] = words
      out[at++] = chars
      out[at++] = chars / words
      out[at++] = (blocks.linkWords[block] ?? 0) / words
      out[at++] = (blocks.strongWords[block] ?? 0) / words
      out[at++] = blocks.stops[block] ?? 0
      out[at++] = (blocks.commas[block] ?? 0) / words
      out[at++] = (blocks.ornaments[block] ?? 0) / words
      out[at++] = blocks.currencies[block] ?? 0
      out[at++] = (blocks.numberWords[block] ?? 0) / words
      out[at++] = (blocks.capitalWords[block] ?? 0) / words
      out[at++] = edgeKind(blocks.firstClass[block] ?? 0)
      out[at++] = edgeKind(blocks.lastClass[block] ?? 0)
      out[at++] = copies.get(blocks.print[block] ?? 0) ?? 0
      out[at++] = turns[block] ?? 0
      const start = blocks.wordStart[block] ?? 0
      const own = blocks.wordHashes.subarray(start, start + words)
      at = writeScores(own, texts, out, at)
      let inTitle = 0
      for (const hash of own) if (facts.titleWords.has(hash)) inTitle++
      out[at++] = inTitle / words
      out[at++] = facts.titleCount === 0 ? 0 : Math.min(1, inTitle / facts.titleCount)
      out[at++] = pairShare(own, facts.descriptionPairs)
      out[at++] = pairShare(own, facts.structuredPairs)
    }
  },
}

/** 1 a sentence's end, 2 a comma, 3 an ornament, 4 a number, 5 a capital, 6 another letter, 0 the rest. */
function edgeKind(bits: number): number {
  if (bits === STOP) return 1
  if (bits === COMMA) return 2
  if (bits === ORNAMENT) return 3
  if ((bits & DIGIT) !== 0) return 4
  if ((bits & CAPITAL) !== 0) return 5
  return (bits & 1) !== 0 ? 6 : 0
}

/** Four features of the words of short blocks: mean, least and most of their scores, that of the first; 0 for longer ones. */
function writeScores(own: Int32Array, texts: HashTable, out: Float32Array, at: number): number {
  let [sum, least, most, known] = [0, 0, 0, 0]
  if (own.length <= SHORT_BLOCK_WORDS)
    for (const hash of own) {
      const score = texts.get(hash)
      if (Number.isNaN(score)) continue
      sum += score
      known++
      if (score < least) least = score
      if (score > most) most = score
    }
  const first = own.length <= SHORT_BLOCK_WORDS ? texts.get(own[0] ?? 0) : 0
  out[at++] = known > 0 ? sum / known : 0
  out[at++] = least
  out[at++] = most
  out[at++] = Number.isNaN(first) ? 0 : first
  return at
}

function pairShare(own: Int32Array, pairs: HashTable): number {
  let found = 0
  for (let at = 1; at < own.length; at++) if (pairs.has(mix(own[at - 1] ?? 0, own[at] ?? 0))) found++
  return own.length > 1 ? found / (own.length - 1) : 0
}

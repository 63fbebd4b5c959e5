// Cuts a paragraph that alone is longer than all that may be returned: at the end of a sentence, else of a word.
import type { Inline } from '../block.ts'
import { countCodePoints, takeCodePoints } from '../code-points.ts'
import { plainText } from '../plain-text.ts'

const SENTENCE_END = /[.!?…]["'”’»)\]]*(?=\s)|[。！？]/g

/** Of the room, this part is given up for the end of a sentence rather than of a word. */
const WORTH_A_SENTENCE = 0.6

/** A beginning of `content` that `write` makes at most `maxChars` code points of, and hardly fewer.
 * Links, images, code and formulas are taken whole or not at all, unless one of them is the whole beginning: then its text is cut. */
export function cutInlines(
  content: readonly Inline[],
  maxChars: number,
  write: (content: readonly Inline[]) => string,
): { text: string; content: readonly Inline[] } {
  // Escapes and marks make the text longer than its characters: ask for less of them until it fits.
  for (let room = maxChars; room > 0; ) {
    const taken = takeWhole(content, room)
    if (taken.length === 0) break
    const text = write(taken)
    const excess = countCodePoints(text) - maxChars
    if (excess <= 0) return { text, content: taken }
    const length = countCodePoints(plainText(taken))
    room = Math.max(length - excess, Math.floor(length * 0.75))
  }
  const plain: Inline[] = [{ kind: 'text', text: plainText(content) }]
  for (let room = maxChars; room > 0; room = Math.floor(room * 0.8)) {
    const taken = takeWhole(plain, room)
    const text = write(taken)
    if (taken.length > 0 && countCodePoints(text) <= maxChars) return { text, content: taken }
  }
  return { text: '', content: [] }
}

/** A beginning of at most `maxChars` code points that ends well. */
export function cutText(text: string, maxChars: number): string {
  const taken = takeCodePoints(text, maxChars)
  if (taken.length === text.length) return text
  let sentence = 0
  // One more character tells whether a blank follows.
  for (const match of text.slice(0, taken.length + 1).matchAll(SENTENCE_END)) sentence = match.index + match[0].length
  if (sentence > taken.length * (1 - WORTH_A_SENTENCE) && sentence <= taken.length) return taken.slice(0, sentence)
  if (/\s/.test(text.charAt(taken.length))) return taken.trimEnd()
  const blank = taken.search(/\s\S*$/)
  return blank > 0 ? taken.slice(0, blank).trimEnd() : taken
}

function takeWhole(content: readonly Inline[], maxChars: number): Inline[] {
  const taken: Inline[] = []
  let room = maxChars
  for (const piece of content) {
    const length = countCodePoints(plainText([piece]))
    if (length <= room) {
      taken.push(piece)
      room -= length
      continue
    }
    if (piece.kind === 'text') {
      const text = cutText(piece.text, room)
      // A word that began in the piece before is not cut either.
      if (text !== '' && room > 0) taken.push({ kind: 'text', text })
    } else if ('children' in piece && piece.kind !== 'link') {
      const children = takeWhole(piece.children, room)
      if (children.length > 0) taken.push({ ...piece, children })
    }
    break
  }
  return trimEnd(taken)
}

function trimEnd(content: Inline[]): Inline[] {
  const last = content.at(-1)
  if (last?.kind === 'break') return trimEnd(content.slice(0, -1))
  if (last?.kind !== 'text') return content
  const text = last.text.trimEnd()
  return text === '' ? trimEnd(content.slice(0, -1)) : [...content.slice(0, -1), { kind: 'text', text }]
}

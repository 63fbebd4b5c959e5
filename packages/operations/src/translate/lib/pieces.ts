// Cuts long texts for engines that take only so much at once, and puts the translations together again.
import type { Translation } from './engine.ts'

/** Texts of at most `limit`, cut at sentence ends where possible; together they are the whole text.
 * @param sizeOf size of a text, in the unit of `limit` */
export function splitText(text: string, limit: number, sizeOf: (text: string) => number): string[] {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of sentences) {
    for (const part of sizeOf(segment) > limit ? partsOf(segment, limit, sizeOf) : [segment]) {
      if (piece !== '' && sizeOf(piece + part) > limit) {
        pieces.push(piece)
        piece = ''
      }
      piece += part
    }
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/** Words of a sentence that is too long; characters of a word that is too long. */
function partsOf(sentence: string, limit: number, sizeOf: (text: string) => number): string[] {
  const words = sentence.match(/\s*\S+|\s+$/g) ?? []
  return words.flatMap((word) => (sizeOf(word) > limit ? [...word] : [word]))
}

/** A text without the white space around it, which engines drop or change, and what puts that back. */
export function withoutBlanks(text: string): { core: string; restore(translated: string): string } {
  const core = text.trim()
  if (core === text) return { core, restore: (translated) => translated }
  const start = text.indexOf(core)
  const [before, after] = [text.slice(0, start), text.slice(start + core.length)]
  return { core, restore: (translated) => before + translated.trim() + after }
}

/** Translates pieces, `atOnce` at a time. The first that knows the language tells it. */
export async function translatePieces(
  pieces: readonly string[],
  atOnce: number,
  translate: (piece: string) => Promise<Translation>,
): Promise<Translation> {
  const done: Translation[] = []
  for (let index = 0; index < pieces.length; index += atOnce) {
    const batch = pieces.slice(index, index + atOnce).map(async (piece) => {
      const { core, restore } = withoutBlanks(piece)
      // A piece may be nothing but line breaks.
      if (core === '') return { text: piece, source: null, confidence: null }
      const translation = await translate(core)
      return { ...translation, text: restore(translation.text) }
    })
    done.push(...(await Promise.all(batch)))
  }
  const first = done.find(({ source }) => source !== null)
  return {
    text: done.map(({ text }) => text).join(''),
    source: first?.source ?? null,
    confidence: first?.confidence ?? null,
  }
}

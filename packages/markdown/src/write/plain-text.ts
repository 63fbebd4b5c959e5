import type { Inline } from './block.ts'

/** What a reader sees of inline pieces, in one line. */
export function plainText(pieces: readonly Inline[]): string {
  let text = ''
  for (const piece of pieces) {
    if ('children' in piece) text += plainText(piece.children)
    else if (piece.kind === 'break') text += ' '
    else if (piece.kind === 'image') text += piece.alt
    else text += piece.text
  }
  return text
}

// What stands at the edges of a span decides whether its marks are read as marks.
import type { Inline } from '../block.ts'
import { firstCharacter, isPunctuation, isWord, lastCharacter } from './escape.ts'

/** Takes punctuation off the edges of a span where its marks would not be read next to a letter outside: `**(a)**b`. */
export function peel(
  pieces: readonly Inline[],
  before: string,
  after: string,
): { head: string; body: readonly Inline[]; tail: string } {
  const body = [...pieces]
  const first = startOf(body[0])
  const last = endOf(body.at(-1))
  let peelsHead = isWord(before) && isPunctuation(first)
  let peelsTail = isWord(after) && isPunctuation(last)
  // Brackets and quotes go in pairs.
  if (peelsHead !== peelsTail) {
    peelsHead ||= OPENING.test(first)
    peelsTail ||= CLOSING.test(last)
  }
  return { head: peelsHead ? takeHead(body) : '', tail: peelsTail ? takeTail(body) : '', body }
}

const OPENING = /[\p{Ps}\p{Pi}]/u
const CLOSING = /[\p{Pe}\p{Pf}]/u

function startOf(piece: Inline | undefined): string {
  return piece?.kind === 'text' ? firstCharacter(piece.text) : ''
}

function endOf(piece: Inline | undefined): string {
  return piece?.kind === 'text' ? lastCharacter(piece.text) : ''
}

function takeHead(body: Inline[]): string {
  const [first] = body
  if (first?.kind !== 'text') return ''
  const head = /^[\p{P}\p{S}\s]*/u.exec(first.text)?.[0] ?? ''
  replace(body, 0, first.text.slice(head.length))
  return head
}

function takeTail(body: Inline[]): string {
  const last = body.at(-1)
  if (last?.kind !== 'text') return ''
  let end = last.text.length
  for (let character = lastCharacter(last.text); end > 0 && !isWord(character); ) {
    end -= character.length
    character = lastCharacter(last.text.slice(Math.max(0, end - 2), end))
  }
  replace(body, body.length - 1, last.text.slice(0, end))
  return last.text.slice(end)
}

function replace(pieces: Inline[], index: number, text: string): void {
  if (text === '') pieces.splice(index, 1)
  else pieces[index] = { kind: 'text', text }
}

// Inline pieces as Markdown.
import type { Inline, Link, Span } from '../block.ts'
import { plainText } from '../plain-text.ts'
import {
  canClose,
  canOpen,
  type EscapeState,
  endsInBareAddress,
  escapeText,
  firstCharacter,
  isBlank,
  isWord,
  lastCharacter,
} from './escape.ts'
import { peel } from './span-edges.ts'

/** Where a text is going to stand. A cell and a heading are one line: a break is `<br>` in the one, a blank in the other. */
export type Surroundings = 'paragraph' | 'heading' | 'cell'

interface State extends EscapeState {
  readonly surroundings: Surroundings
  /** Inside a span that stars end. */
  inStars: boolean
}

/** Markdown of inline pieces; starts of lines are not escaped. */
export function writeInlines(pieces: readonly Inline[], surroundings: Surroundings): string {
  const state: State = {
    surroundings,
    inCell: surroundings === 'cell',
    inLink: false,
    inStars: false,
    hasStars: hasSpan(pieces, STARRED),
    hasTildes: hasSpan(pieces, STRUCK),
    brackets: false,
    star: false,
    tilde: false,
  }
  return write(pieces, '', '', state)
}

const STARRED: ReadonlySet<string> = new Set(['strong', 'emphasis'])
const STRUCK: ReadonlySet<string> = new Set(['strike'])

function hasSpan(pieces: readonly Inline[], kinds: ReadonlySet<string>): boolean {
  return pieces.some((piece) => 'children' in piece && (kinds.has(piece.kind) || hasSpan(piece.children, kinds)))
}

function write(pieces: readonly Inline[], before: string, after: string, state: State): string {
  const written: string[] = []
  let left = before
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]
    if (!piece) continue
    const previous = pieces[index - 1]?.kind
    const next = pieces[index + 1]
    let text = writePiece(piece, left, next ? firstOf(next) : after, state)
    // The backslash of a break must not become part of an address.
    if (text === '\\\n' && previous === 'text' && endsInBareAddress(written.at(-1) ?? '')) text = ' \\\n'
    // Nor may codes that follow each other share a fence.
    else if (text.startsWith('`') && previous !== 'text' && written.at(-1)?.endsWith('`')) text = ` ${text}`
    // Nor may a bracket and a parenthesis that come together because a span lost its marks make a link.
    else if (text.startsWith('(') && left === ']') text = `\\${text}`
    written.push(text)
    left = lastCharacter(text) || left
  }
  return written.join('')
}

/** The character that a piece begins with. For a span that may yet lose its marks, the worse of mark and text. */
function firstOf(piece: Inline): string {
  if (piece.kind === 'text') return firstCharacter(piece.text)
  if (piece.kind === 'code') return '`'
  if (piece.kind === 'math') return '$'
  if (piece.kind === 'break') return '\\'
  if (piece.kind === 'image') return '!'
  if (piece.kind === 'link') return '['
  const first = piece.children[0] ? firstOf(piece.children[0]) : '*'
  return isWord(first) ? first : '*'
}

function writePiece(piece: Inline, before: string, after: string, state: State): string {
  switch (piece.kind) {
    case 'text':
      return escapeText(piece.text, before, after, state)
    case 'code':
      return writeCode(piece.text, before, after, state)
    case 'math':
      return writeFormula(piece.text, state)
    case 'break':
      if (state.inCell) return '<br>'
      // A backslash: two blanks at the end of a line do not survive editors and JSON viewers.
      return state.surroundings === 'heading' || state.inLink ? ' ' : '\\\n'
    case 'image':
      return `![${escapeLabel(piece.alt, state)}](${destination(piece.src)})`
    case 'link':
      return writeLink(piece, before, after, state)
    default:
      return writeSpan(piece, before, after, state)
  }
}

/** TeX as it is, but for what would end the formula early or be a link, a tag or code to readers that know no formulas. In TeX
 * the blanks mean nothing. */
function writeFormula(tex: string, { inCell }: State): string {
  const safe = tex
    .replace(/\\$/, '')
    .replace(/(?<!\\)\$/g, '\\$')
    .replaceAll('`', '\\lq ')
    .replaceAll('](', '] (')
    .replace(/<(?=[a-z/!?])/gi, '< ')
  return `$${inCell ? safe.replaceAll('|', '\\|') : safe}$`
}

function writeCode(text: string, before: string, after: string, state: State): string {
  // In a table no code can hold a backslash before a bar: GFM reads the pair as the bar alone.
  if (state.inCell && text.includes('\\|')) return escapeText(text, before, after, state)
  const fence = '`'.repeat(longestRun(text, /`+/g) + 1)
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return fence + pad + (state.inCell ? text.replaceAll('|', '\\|') : text) + pad + fence
}

/** Length of the longest match. */
export function longestRun(text: string, runs: RegExp): number {
  let longest = 0
  for (const [run] of text.matchAll(runs)) longest = Math.max(longest, run.length)
  return longest
}

function writeLink(link: Link, before: string, after: string, state: State): string {
  const text = plainText(link.children)
  const href = destination(link.href)
  if (
    link.children.length === 1 &&
    link.children[0]?.kind === 'text' &&
    text === href &&
    /^https?:[!-;=?-~]+$/.test(href) &&
    !href.includes('|')
  )
    return `<${href}>`
  const outer = { inLink: state.inLink, brackets: state.brackets }
  state.inLink = true
  state.brackets = !bracketsPair(bareText(link.children))
  const inner = write(link.children, '[', ']', state)
  Object.assign(state, outer)
  return inner.trim() === '' ? write(link.children, before, after, state) : `[${inner}](${href})`
}

function escapeLabel(text: string, state: State): string {
  return escapeText(text, '[', ']', { ...state, brackets: !bracketsPair(text) })
}

/** Text without code and images, which look after their own brackets. */
function bareText(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => ('children' in piece ? bareText(piece.children) : piece.kind === 'text' ? piece.text : ''))
    .join('')
}

/** Whether brackets in a link's text may stay as they are. */
function bracketsPair(text: string): boolean {
  if (text.includes('](')) return false
  let open = 0
  for (const [bracket] of text.matchAll(/[[\]]/g)) {
    open += bracket === '[' ? 1 : -1
    if (open < 0) return false
  }
  return open === 0
}

/** A URL that no character ends early. */
function destination(url: string): string {
  const safe = url.replace(/[\s<>|\\"`]/g, encodeURIComponent).replace(/&(?=#?\w+;)/g, '&amp;')
  // One level of parentheses is read by everybody, more or unpaired ones by few.
  return /[()]/.test(safe) && /[()]/.test(safe.replace(/\([^()]*\)/g, ''))
    ? safe.replaceAll('(', '%28').replaceAll(')', '%29')
    : safe
}

const MARKS = { strong: '**', strike: '~~' } as const

function writeSpan(span: Span, before: string, after: string, state: State): string {
  if (span.kind === 'emphasis') return writeEmphasis(span, before, after, state)
  const mark = MARKS[span.kind]
  const { head, body, tail } = peel(span.children, before, after)
  const left = lastCharacter(head) || before
  const right = firstCharacter(tail) || after
  const outer = { ...state }
  const headText = escapeText(head, before, mark, state)
  if (span.kind === 'strong') state.inStars = true
  const inner = write(body, isWord(left) ? left : '*', isWord(right) ? right : '*', state)
  state.inStars = outer.inStars
  const fits =
    body.length > 0 &&
    left !== mark.charAt(0) &&
    canOpen(left, firstCharacter(inner)) &&
    canClose(lastCharacter(inner), right)
  if (fits) return headText + mark + inner + mark + escapeText(tail, mark, after, state)
  Object.assign(state, outer)
  return write(span.children, before, after, state)
}

function writeEmphasis(span: Span, before: string, after: string, state: State): string {
  const { inStars } = state
  // Whether underscores will do is only known afterwards.
  state.inStars = true
  const inner = write(span.children, isWord(before) ? before : '_', isWord(after) ? after : '_', state)
  state.inStars = inStars
  const [first, last] = [firstCharacter(inner), lastCharacter(inner)]
  if (isBlank(first) || isBlank(last)) return inner
  if (![before, after].some(isWord) && ![before, first, last].includes('_')) return `_${inner}_`
  if (inStars || [before, first, last].includes('*')) return inner
  return canOpen(before, first) && canClose(last, after) ? `*${inner}*` : inner
}

// Escapes of text, only where Markdown would read it as something else.

export interface EscapeState {
  /** In a table's cell, where bars end it. */
  readonly inCell: boolean
  inLink: boolean
  /** In the text of a link whose brackets do not pair. */
  brackets: boolean
  /** Whether the paragraph has spans that a run of these begins and ends: those of the text must not pair with them. */
  readonly hasStars: boolean
  readonly hasTildes: boolean
  /** Whether the text has a run of these before, in this paragraph, that could begin a span: only then one that could end a
   * span means anything. */
  star: boolean
  tilde: boolean
}

const SPECIAL = /[\\`*_~[\]<&|!]/
const RUNS = /\\|`|\*+|_+|~+|[[\]<&|!]/g
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/
const PUNCTUATION = /[\p{P}\p{S}]/u

/** White space, or the edge of a line. */
export function isBlank(character: string): boolean {
  return character === '' || /\s/.test(character)
}

export function isPunctuation(character: string): boolean {
  return PUNCTUATION.test(character)
}

/** Parsers differ on signs beyond the first plane (emoji): next to a mark they count as letters, within it as punctuation,
 * whichever is the worse. */
export function isWord(character: string): boolean {
  return !isBlank(character) && (character.length > 1 || !isPunctuation(character))
}

/** Whether a run of `*` or `~` with these neighbours may begin a span (CommonMark: is left-flanking). */
export function canOpen(before: string, after: string): boolean {
  return !isBlank(after) && (!isPunctuation(after) || !isWord(before))
}

export function canClose(before: string, after: string): boolean {
  return !isBlank(before) && (!isPunctuation(before) || !isWord(after))
}

/** Last code point of a text; empty when the text is. */
export function lastCharacter(text: string): string {
  const unit = text.slice(-1)
  return /[\udc00-\udfff]/.test(unit) ? text.slice(-2) : unit
}

/** First code point of a text; empty when the text is. */
export function firstCharacter(text: string): string {
  const unit = text.charAt(0)
  return /[\ud800-\udbff]/.test(unit) ? text.slice(0, 2) : unit
}

/** @param before the character before the text; empty at the start of a line
 * @param after the character after it; empty at the end of a line */
export function escapeText(text: string, before: string, after: string, state: EscapeState): string {
  if (!SPECIAL.test(text)) return text
  const addresses = new BareAddresses(text)
  return text.replace(RUNS, (run: string, at: number) => {
    const end = at + run.length
    const left = at === 0 ? before : lastCharacter(text.slice(Math.max(0, at - 2), at))
    const right = end === text.length ? after : firstCharacter(text.slice(end, end + 2))
    const atEdge = (at === 0 && !isBlank(before)) || (end === text.length && !isBlank(after))
    switch (run.charAt(0)) {
      case '*':
      case '~':
        if (!state.inLink && addresses.holds(at)) return run
        return escapeDelimiters(run, left, right, atEdge, state)
      case '_':
        if ((isWord(left) && isWord(right)) || (isBlank(left) && isBlank(right))) return run
        return !state.inLink && addresses.holds(at) ? run : backslashed(run)
      default:
        return escapeSingle(run, text, at, right, state)
    }
  })
}

const MARK = /[*_~]/
const ADDRESS = /https?:\/\/|www\./
const ADDRESS_START_CHARS = 8

/** GFM makes a link of a bare address as it stands; a backslash would become part of it. */
class BareAddresses {
  readonly #text: string
  #at = 0
  #isInside = false

  constructor(text: string) {
    this.#text = text
  }

  /** Whether an address goes on at a place; to be asked of places in order, so that each part of the text is looked at once. */
  holds(at: number): boolean {
    const passed = this.#text.slice(Math.max(0, this.#at - ADDRESS_START_CHARS), at)
    this.#isInside = endsInBareAddress(passed) || (this.#isInside && !/[ <]/.test(passed))
    this.#at = at
    return this.#isInside
  }
}

export function endsInBareAddress(text: string): boolean {
  const end = Math.max(text.lastIndexOf(' '), text.lastIndexOf('<'))
  return ADDRESS.test(text.slice(end + 1))
}

function escapeDelimiters(run: string, left: string, right: string, atEdge: boolean, state: EscapeState): string {
  const [key, hasSpans] = run.startsWith('*')
    ? (['star', state.hasStars] as const)
    : (['tilde', state.hasTildes] as const)
  if (isBlank(left) && isBlank(right)) return run
  const besideAnother = MARK.test(left) || MARK.test(right)
  const mayClose = canClose(left, right) || left.length > 1
  if (atEdge || hasSpans || besideAnother || (state[key] && mayClose)) return backslashed(run)
  if (canOpen(left, right) || right.length > 1) state[key] = true
  return run
}

function escapeSingle(character: string, text: string, at: number, right: string, state: EscapeState): string {
  const isLast = at + 1 === text.length
  switch (character) {
    case '\\':
      return ASCII_PUNCTUATION.test(right) || (isLast && right !== '') ? '\\\\' : character
    case '`':
      return '\\`'
    case '[':
      return state.brackets ? '\\[' : character
    case ']':
      return state.brackets || right === '(' ? '\\]' : character
    case '<':
      // Not `\<`: many readers take tags away without looking at what stands before.
      return /[a-z/!?]/i.test(right) || (isLast && !isBlank(right)) ? '&lt;' : character
    case '&':
      return ENTITY.test(text.slice(at, at + 36)) ? '&amp;' : character
    case '|':
      return state.inCell ? '\\|' : character
    default:
      return isLast && right === '[' ? '\\!' : character
  }
}

function backslashed(run: string): string {
  return run.replace(/./g, '\\$&')
}

const BLOCK_START = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~{3}|\[(?:\\.|[^[\]\\])*\]:|\[[ xX]\](?=\s))/
const MARKS_ALONE = /^[-=*_][-=*_\s]*$/
const NUMBER_START = /^\d{1,9}(?=[.)](?:\s|$))/
const TABLE_RULE = /^[|:-][\s|:-]*$/

/** Escapes the start of every line of a paragraph that would begin another block. */
export function escapeLineStarts(text: string): string {
  if (!text.includes('\n')) return escapeLineStart(text, 0)
  return text
    .split('\n')
    .map((line, index, lines) =>
      index + 1 < lines.length && OPEN_LABEL.test(line) ? `\\${line}` : escapeLineStart(line, index),
    )
    .join('\n')
}

/** What may be the first half of the name of a definition. */
const OPEN_LABEL = /^\[(?:\\.|[^[\]\\])*\\?$/

function escapeLineStart(line: string, index: number): string {
  const first = line.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39) {
    const number = NUMBER_START.exec(line)?.[0]
    return number ? `${number}\\${line.slice(number.length)}` : line
  }
  // No letter begins a block.
  if (first > 0x7e || (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a)) return line
  if (BLOCK_START.test(line) || MARKS_ALONE.test(line) || (index > 0 && TABLE_RULE.test(line))) return `\\${line}`
  return line
}

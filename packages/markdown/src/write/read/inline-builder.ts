// Gathers inline pieces into paragraphs. White space, line breaks and spans wait until something visible follows, so that none
// lead or trail, no span is empty, and blanks stand outside of spans.
import type { Inline, Link, Span } from '../block.ts'

export type Frame = { readonly kind: Span['kind'] } | { readonly kind: 'link'; readonly href: string }

/** What is removed: soft hyphens, zero-width blanks, control characters. */
const INVISIBLE = /[[\p{Cc}--\s]\u00ad\u200b\u2060\ufeff]+/gv
const BLANKS = /[\s\u0085]+/g
/** Texts without any of these need no cleaning. */
const UNCLEAN = /[\p{Cc}\u00a0\u00ad\u1680\u2000-\u200b\u2028-\u202f\u205f\u2060\u3000\ufeff]| {2}/u

/** As much of a text as tells how it ends. */
const TAIL_CHARS = 3

/** Whether a text right behind another is a word of its own: a capital after a word, a number after a longer one. Single letters
 * are initials and animations, figures after figures are prices. */
function beginsWord(tail: string, text: string): boolean {
  if (/^\p{Lu}/u.test(text)) return /[\p{L}\p{N}]{2}$|[.!?…:)%]$/u.test(tail)
  return /^\p{N}/u.test(text) && /\p{L}{3}$/u.test(tail)
}

export class InlineBuilder {
  readonly #onParagraph: (content: Inline[]) => void
  readonly #frames: (Frame | null)[] = []
  /** Nodes of the frames that have content in this paragraph; as long as the frames' outer part. */
  readonly #nodes: (Span | Link | null)[] = []
  #root: Inline[] = []
  #blank = false
  #breaks = 0
  #isAfterApart = false
  /** Last characters of the last piece; kept aside because looking at the end of a growing text copies it. */
  #tail = ''
  /** Since the last piece: whether an element ended, then whether another began, and whether one of them bears a class. */
  #hasEnded = false
  #isBeside = false
  #isStyled = false

  /** @param onParagraph takes every paragraph with content: at `finish`, and where two line breaks follow each other */
  constructor(onParagraph: (content: Inline[]) => void) {
    this.#onParagraph = onParagraph
  }

  /** Opens a span; one inside its like says nothing and is passed over. To be closed by `close`. */
  open(frame: Frame): void {
    this.#frames.push(this.#frames.some((open) => open?.kind === frame.kind) ? null : frame)
  }

  close(): void {
    this.#frames.pop()
    if (this.#nodes.length > this.#frames.length) this.#nodes.length = this.#frames.length
  }

  /** Text of the page; white space in it collapses. */
  text(data: string): void {
    let words = data
    if (UNCLEAN.test(data)) words = data.replace(INVISIBLE, '').replace(BLANKS, ' ')
    if (words === '') return
    if (words.startsWith(' ')) this.space()
    const core = words.trim()
    if (core === '') return
    this.#add({ kind: 'text', text: core })
    if (words.endsWith(' ')) this.space()
  }

  piece(piece: Inline): void {
    this.#add(piece)
  }

  /** Before a thing that is set apart from its like by looks alone, such as an entry of a menu: two without a blank between
   * them get one. To be followed by `endApart`. */
  beginApart(): void {
    if (this.#isAfterApart) this.space()
  }

  endApart(): void {
    this.#isAfterApart = true
  }

  /** At the start of an element of text. Two that touch may be lines or columns by their classes, so where one ends a word and
   * the other begins one, they get a blank. To be followed by `leave`. */
  enter(isStyled: boolean): void {
    this.#isBeside ||= this.#hasEnded
    this.#isStyled ||= isStyled
  }

  leave(isStyled: boolean): void {
    this.#hasEnded = true
    this.#isStyled ||= isStyled
  }

  /** A blank between what stands before and what follows. */
  space(): void {
    this.#blank = true
  }

  break(): void {
    this.#breaks++
  }

  /** The last character before what follows; empty at the start of a line or after anything but text. */
  get before(): string {
    if (this.#blank || this.#breaks > 0) return ''
    return this.#tail.slice(-1)
  }

  /** Ends the paragraph. Open spans go on in the next one, but a link stays with the first paragraph that it has. */
  finish(): void {
    const content = this.#root
    for (let depth = 0; depth < this.#nodes.length; depth++)
      if (this.#nodes[depth]?.kind === 'link') this.#frames[depth] = null
    this.#root = []
    this.#tail = ''
    this.#nodes.length = 0
    this.#blank = false
    this.#breaks = 0
    if (content.length > 0) this.#onParagraph(content)
  }

  #add(piece: Inline): void {
    if (this.#breaks > 1) this.finish()
    this.#isAfterApart = false
    const isParted = this.#isBeside && this.#isStyled && piece.kind === 'text' && beginsWord(this.#tail, piece.text)
    if (isParted) this.#blank = true
    this.#hasEnded = this.#isBeside = this.#isStyled = false
    if (this.#root.length === 0) {
      this.#blank = false
      this.#breaks = 0
    }
    if (this.#breaks > 0) this.#append({ kind: 'break' })
    else if (this.#blank) this.#append({ kind: 'text', text: ' ' })
    this.#blank = false
    this.#breaks = 0
    for (let depth = this.#nodes.length; depth < this.#frames.length; depth++) {
      const frame = this.#frames[depth]
      this.#nodes.push(frame ? this.#materialise(frame) : null)
    }
    this.#append(piece)
    this.#tail = piece.kind === 'text' ? piece.text.slice(-TAIL_CHARS) : ''
  }

  #materialise(frame: Frame): Span | Link {
    const siblings = this.#children()
    const last = siblings.at(-1)
    if (frame.kind !== 'link' && last?.kind === frame.kind) return last
    const node: Span | Link = { ...frame, children: [] }
    siblings.push(node)
    return node
  }

  #append(piece: Inline): void {
    const siblings = this.#children()
    const last = siblings.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text
    else if (piece.kind === 'code' && last?.kind === 'code') last.text += piece.text
    else siblings.push(piece)
  }

  #children(): Inline[] {
    for (let depth = this.#nodes.length - 1; depth >= 0; depth--) {
      const node = this.#nodes[depth]
      if (node) return node.children
    }
    return this.#root
  }
}

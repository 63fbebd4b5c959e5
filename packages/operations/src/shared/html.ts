// Turns a piece of HTML (a bio, a field's value) into plain text.
import { Parser } from 'htmlparser2'

const SILENT = new Set(['head', 'noscript', 'script', 'style', 'template', 'textarea', 'title'])

/** Line breaks before and after an element: 2 leaves a blank line. */
const BREAKS = new Map<string, 1 | 2>([
  ...['blockquote', 'dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'ol', 'p', 'pre', 'table', 'ul'].map(
    (name) => [name, 2] as const,
  ),
  ...['address', 'article', 'dd', 'div', 'dt', 'footer', 'header', 'li', 'main', 'section', 'tr'].map(
    (name) => [name, 1] as const,
  ),
])

/** The parser's list of open elements makes it quadratic in their depth: a megabyte of `<b>` would stop the process for half a minute. */
const MAX_DEPTH = 256

/** Plain text of an HTML fragment: entities decoded, a blank line between paragraphs, `<br>` and blocks on lines of their
 * own, other white space collapsed as a browser does, images as their `alt`. What follows
 * markup nested deeper than 256 elements is left out. */
export function htmlToText(html: string): string {
  const text = new TextBuilder()
  let silent = 0
  let preformatted = 0
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > MAX_DEPTH) parser.pause()
      if (SILENT.has(name)) silent++
      if (name === 'pre') preformatted++
      if (name === 'br') text.break()
      if (name === 'td' || name === 'th') text.add(' ')
      if (name === 'img' && !silent) text.add(attributes.alt ?? '')
      text.apart(BREAKS.get(name) ?? 0)
    },
    onclosetag(name) {
      depth--
      if (SILENT.has(name)) silent--
      if (name === 'pre') preformatted--
      text.apart(BREAKS.get(name) ?? 0)
    },
    ontext(data) {
      if (silent) return
      if (!preformatted) return text.add(data)
      data.split('\n').forEach((line, index) => {
        if (index > 0) text.break()
        text.add(line)
      })
    },
  })
  parser.end(html)
  return text.toString()
}

/** Collects words; white space and breaks wait until a word follows, so that none lead, trail or pile up. */
class TextBuilder {
  #text = ''
  #breaks = 0
  #blank = false

  add(data: string): void {
    const words = data.replace(/\s+/g, ' ')
    if (words.startsWith(' ')) this.#blank = true
    const core = words.trim()
    if (core === '') return
    if (this.#text !== '') this.#text += this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#blank ? ' ' : ''
    this.#text += core
    this.#breaks = 0
    this.#blank = words.endsWith(' ')
  }

  break(): void {
    this.#breaks = Math.min(2, this.#breaks + 1)
  }

  apart(lines: number): void {
    this.#breaks = Math.max(this.#breaks, lines)
  }

  toString(): string {
    return this.#text
  }
}

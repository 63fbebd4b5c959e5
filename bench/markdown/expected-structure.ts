// The structure that a page's Markdown should have: headings, list items, table rows and code of the source that belong to the
// ground truth. The truth is plain text, so belonging has to be found out; a loose rule takes half of the menu for content,
// since "About us" stands in many a sentence. Hence
// - nothing in the page's frame (by tag or role) or hidden is expected, whatever the truth says;
// - a short text counts only as a line of its own in the truth, or in one run with its neighbour in the list or table;
// - what the truth holds once is expected once, and an entry of a table of contents does not count for the heading it names;
// - an item is what it says before its first block ends, as the measure reads Markdown's items up to a blank line;
// - rows of tables that lay a page out, and of those that number the lines of code, are no rows; lists in the cells of a table
//   are none either, since Markdown has no place for them.
import { parseHTML } from 'linkedom'
import { lowTokens } from './metrics.ts'

/** Texts of the source that stand in the ground truth, by the structure they have there. */
export interface ExpectedStructure {
  /** Headings, list items and table rows as their words. */
  readonly h: readonly string[]
  readonly li: readonly string[]
  readonly tr: readonly string[]
  /** Code as it stands. */
  readonly pre: readonly string[]
}

/** Shorter texts are found in any truth by chance. */
const LEAST_WORDS = 2
/** From so many words on, a run in the truth is no chance. */
const TELLING_WORDS = 4

/** @param mainContent the ground truth, line by line */
export function expectedStructure(html: string, mainContent: string): ExpectedStructure {
  const { document } = parseHTML(html)
  const truth = new Truth(mainContent)
  const find = (selector: string): DomElement[] =>
    [...document.querySelectorAll(selector)].filter((element) => !isInFrame(element))
  const headings = find('h1, h2, h3, h4, h5, h6').map((element) => wordsOf(textOf(element)))
  const h = truth.claim(headings.filter((words) => truth.holds(words)))
  const lists = find('ul, ol, menu')
    .filter((list) => !isInCell(list))
    .map(({ children }) => Array.from(children).filter(({ nodeName }) => nodeName === 'LI'))
  const li = lists.flatMap((items) => truth.heldOf(items.map((item) => wordsOf(firstBlockOf(item)))))
  const tables = find('table').filter((table) => !isLayout(table))
  const tr = tables.flatMap((table) => truth.heldOf(rowsOf(table).map((row) => wordsOf(textOf(row)))))
  const pre = find('pre')
    .map((element) => textOf(element))
    .filter((text) => /\p{L}/u.test(text) && truth.holds(wordsOf(text)))
  const headed = new Set(find('li h1, li h2, li h3, li h4, li h5, li h6').map((element) => wordsOf(textOf(element))))
  return {
    h,
    li: truth.claim(li, (words) => (headed.has(words) ? 0 : h.filter((heading) => isNamedBy(heading, words)).length)),
    tr: truth.claim(tr),
    pre: truth.claim(pre),
  }
}

class Truth {
  readonly #words: string
  readonly #lines: ReadonlySet<string>

  constructor(text: string) {
    this.#words = ` ${wordsOf(text)} `
    const lines = text.split('\n').map(wordsOf)
    this.#lines = new Set([...lines, ...lines.map(withoutNumber)])
  }

  /** Whether words stand there, and not by chance. */
  holds(words: string): boolean {
    const count = words.split(' ').length
    if (count < LEAST_WORDS) return false
    return this.#lines.has(words) || (count >= TELLING_WORDS && this.#words.includes(` ${words} `))
  }

  /** Those of a list's items or a table's rows that stand there, the short ones beside a neighbour. */
  heldOf(parts: readonly string[]): string[] {
    return parts.filter((words, at) => {
      if (this.holds(words)) return true
      const [before, after] = [parts[at - 1], parts[at + 1]]
      const runs = [before && `${before} ${words}`, after && `${words} ${after}`]
      return words.includes(' ') && runs.some((run) => run && this.#words.includes(` ${run} `))
    })
  }

  /** Leaves out what is asked for more often than it stands there.
   * @param taken how often a text was claimed before */
  claim(texts: readonly string[], taken: (text: string) => number = () => 0): string[] {
    const left = new Map<string, number>()
    return texts.filter((text) => {
      const count = left.get(text) ?? this.#count(wordsOf(text)) - taken(text)
      left.set(text, count - 1)
      return count > 0
    })
  }

  #count(words: string): number {
    let count = 0
    // A blank ends one and begins the next.
    for (let at = this.#words.indexOf(` ${words} `); at >= 0; count++)
      at = this.#words.indexOf(` ${words} `, at + words.length + 1)
    return count
  }
}

function wordsOf(text: string): string {
  return lowTokens(text).join(' ')
}

/** Lists and sections are numbered by their markers in one place, and by their text in another. */
function withoutNumber(words: string): string {
  return words.replace(/^\d{1,3} /, '')
}

function isNamedBy(heading: string, words: string): boolean {
  return heading === words || withoutNumber(heading) === withoutNumber(words)
}

interface DomNode {
  readonly nodeType: number
  /** Upper case. */
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: ArrayLike<DomNode>
}

interface DomElement extends DomNode {
  readonly children: ArrayLike<DomElement>
  readonly parentElement: DomElement | null
  getAttribute(name: string): string | null
  querySelector(selector: string): object | null
  querySelectorAll(selector: string): Iterable<DomElement>
}

const FRAME = new Set(['NAV', 'FOOTER', 'ASIDE', 'DIALOG', 'TEMPLATE', 'NOSCRIPT'])
const FRAME_ROLES = new Set(['navigation', 'menu', 'menubar', 'contentinfo', 'complementary', 'dialog', 'search'])
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden/i

function isInFrame(element: DomElement): boolean {
  let isInHeader = false
  for (let around: DomElement | null = element; around; around = around.parentElement) {
    const role = around.getAttribute('role') ?? ''
    if (FRAME.has(around.nodeName) || FRAME_ROLES.has(role)) return true
    if (around.getAttribute('hidden') !== null || HIDDEN.test(around.getAttribute('style') ?? '')) return true
    // An article's own header holds its title.
    if (around.nodeName === 'MAIN' || around.nodeName === 'ARTICLE') return false
    if (around.nodeName === 'HEADER' || role === 'banner') isInHeader = true
  }
  return isInHeader && element.nodeName !== 'H1'
}

function isInCell({ parentElement }: DomElement): boolean {
  for (let around = parentElement; around; around = around.parentElement)
    if (around.nodeName === 'TABLE') return !isLayout(around)
  return false
}

function isLayout(table: DomElement): boolean {
  const role = table.getAttribute('role')
  if (role === 'presentation' || role === 'none') return true
  if (table.querySelector('table, pre, form, h1, h2, article, section') !== null) return true
  return rowsOf(table).every(({ children }) => children.length < 2)
}

function rowsOf(table: DomElement): DomElement[] {
  return Array.from(table.children).flatMap((part) =>
    part.nodeName === 'TR' ? [part] : Array.from(part.children).filter(({ nodeName }) => nodeName === 'TR'),
  )
}

const SILENT = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'SVG', 'NOSCRIPT'])
const INLINE = new Set(
  'A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I INS KBD MARK Q S SAMP SMALL SPAN STRONG SUB SUP TIME TT U VAR'.split(
    ' ',
  ),
)

/** Text of an element in which block elements stand apart. */
function textOf(node: DomNode): string {
  if (node.nodeType === 3) return node.textContent ?? ''
  const name = node.nodeName.toUpperCase()
  if (node.nodeType !== 1 || SILENT.has(name)) return ''
  if (name === 'BR') return '\n'
  const inner = Array.from(node.childNodes, textOf).join('')
  return INLINE.has(name) ? inner : `\n${inner}\n`
}

const BLOCK = 'p, div, ul, ol, table, pre, blockquote, section, h1, h2, h3, h4, h5, h6'
/** What is no part of an item's own text. */
const INNER = new Set(['UL', 'OL', 'MENU', 'TABLE'])

/** Text of an item before the first of its blocks ends, or before a list in it begins. */
function firstBlockOf(item: DomElement): string {
  const elements = new Map<DomNode, DomElement>(Array.from(item.children, (child) => [child, child]))
  let text = ''
  for (const child of Array.from(item.childNodes)) {
    const element = elements.get(child)
    if (element && INNER.has(element.nodeName)) break
    const isNested = element !== undefined && element.querySelector(BLOCK) !== null
    const isBlock = isNested || (element !== undefined && !INLINE.has(element.nodeName) && element.nodeName !== 'BR')
    if (isBlock && text.trim() !== '') break
    text += isNested ? firstBlockOf(element) : textOf(child)
    if (isBlock && text.trim() !== '') break
  }
  return text
}

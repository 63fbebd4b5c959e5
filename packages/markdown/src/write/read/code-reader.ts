// Blocks of code: what is one, its language, its lines.
import type { Element, Node } from '../../tree/node.ts'
import { childElements, findElement, hasClass, textContent } from '../../tree/text-content.ts'
import type { Reader } from './reader.ts'
import { isUnwritten } from './unwritten.ts'

const PREFORMATTED = new Set(['pre', 'xmp', 'listing', 'plaintext'])
const CODE_CLASS =
  /(?:^|[\s_-])(?:code\w*|highlight\w*|codemirror|prism\w*|hljs|sourcecode|syntaxhighlighter)(?:$|[\s_-])/i
const KEEPS_WHITE_SPACE = /(?:^|;)\s*white-space\s*:\s*pre(?:-wrap)?\b/i

/** Whether an element is a block of code, by its tag or by how it is styled. */
export function isCodeBlock(element: Element): boolean {
  const { tag, attributes } = element
  if (PREFORMATTED.has(tag)) return true
  if (tag === 'code') return findElement(element, ({ tag: inner }) => inner === 'br') !== null
  if (attributes.class === undefined || tag === 'span') return false
  if (/(?:^|\s)(?:CodeMirror-code|cm-content|view-lines)(?:\s|$)/.test(attributes.class)) return true
  return attributes.style !== undefined && KEEPS_WHITE_SPACE.test(attributes.style) && CODE_CLASS.test(attributes.class)
}

export function readCodeBlock(reader: Reader, element: Element): void {
  const text = codeText(element)
  if (text.trim() !== '') reader.add({ kind: 'code', language: languageOf(element), text })
}

const CODE_TABLE =
  /(?:^|[\s_-])(?:rouge-table|highlighttable|hljs-ln|lntable|codehilitetable|syntaxhighlighter|js-file-line-container|diff-table|crayon-table|blob-wrapper|code-table)(?:$|\s)/
const CODE_CELL = /(?:^|\s)(?:code|blob-code|hljs-ln-code|rouge-code|crayon-code)(?:\s|$)/

/** A table that holds lines of code beside their numbers, in one cell each or row by row. */
export function isCodeTable(table: Element, firstRow: readonly Element[]): boolean {
  if (hasClass(table, CODE_TABLE)) return true
  return firstRow.some((cell) => hasClass(cell, CODE_CELL)) && firstRow.some(isGutter)
}

const GUTTER =
  /(?:^|\s)(?:gutter|rouge-gutter|line-?numbers?(?:-rows)?|linenos?|linenodiv|lineno|linenum|blob-num|hljs-ln-numbers|hljs-ln-n|crayon-nums|crayon-num|LineNr|lnt|ln|CodeMirror-gutter\w*|cm-gutters?|margin-view-overlays|react-syntax-highlighter-line-number)(?:\s|$)/
const UNSEEN =
  /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|code-toolbar__|toolbar(?:-item)?|copy-?(?:button|btn)|copybtn)(?:\s|$)/i
/** Lines that a style sheet makes of spans. */
const LINE = /(?:^|[\s_-])line(?:$|\s|__)/i

/** Numbers beside lines. `pre.line-numbers` is what Prism calls code that gets such numbers. */
function isGutter(element: Element): boolean {
  return (
    element.tag !== 'pre' &&
    element.tag !== 'code' &&
    hasClass(element, GUTTER) &&
    !/[a-z_]{2}/i.test(textContent(element))
  )
}

const LINE_ELEMENTS = new Set(
  'address article blockquote dd div dl dt fieldset figure h1 h2 h3 h4 h5 h6 li ol p pre section table tr ul'.split(
    ' ',
  ),
)

/** Lines of code: white space exact, numbers and buttons left out, blank lines at the ends too. */
export function codeText(element: Element): string {
  const parts: string[] = []
  const state = { parts, isAtLineStart: true, hasStyledLines: !textContent(element).includes('\n') }
  for (const part of partsOf(element)) collect(part, state)
  return parts
    .join('')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .replaceAll('\u00a0', ' ')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
}

/** What a block holds; where that is one `code` and links beside it, these run or copy it. */
function partsOf({ children }: Element): readonly Node[] {
  const parts = children.filter((child) => child.kind === 'element' || child.data.trim() !== '')
  const codes = parts.filter((part) => part.kind === 'element' && part.tag === 'code')
  const links = parts.filter((part) => part.kind === 'element' && part.tag === 'a')
  return codes.length === 1 && links.length + 1 === parts.length ? codes : children
}

interface CodeState {
  readonly parts: string[]
  isAtLineStart: boolean
  /** No line ends otherwise. */
  readonly hasStyledLines: boolean
}

function collect(node: Node, state: CodeState): void {
  const { parts } = state
  if (node.kind === 'text') {
    if (node.data === '') return
    parts.push(node.data)
    state.isAtLineStart = node.data.endsWith('\n')
    return
  }
  if (node.tag === 'br') {
    parts.push('\n')
    state.isAtLineStart = true
    return
  }
  if (node.tag === 'button' || isUnwritten(node) || isGutter(node) || hasClass(node, UNSEEN)) return
  const isLine = isLineOfCode(node, state)
  if (isLine && !state.isAtLineStart) parts.push('\n')
  if (isLine) state.isAtLineStart = true
  const before = parts.length
  for (const child of node.children) collect(child, state)
  // An element of a line of its own that is empty is an empty line.
  if (isLine && (!state.isAtLineStart || (parts.length === before && node.tag !== 'table'))) {
    parts.push('\n')
    state.isAtLineStart = true
  }
}

function isLineOfCode(element: Element, { hasStyledLines }: CodeState): boolean {
  const { tag, attributes } = element
  if (LINE_ELEMENTS.has(tag) || /(?:^|;)\s*display\s*:\s*(?:block|flex)/i.test(attributes.style ?? '')) return true
  return hasStyledLines && tag === 'span' && hasClass(element, LINE)
}

const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|brush|code|prism|src|src-code)[-:]\s*([\w+#.-]+)/i
const NAMED_BESIDE =
  /(?:^|\s)(?:hljs|sourceCode|src|prettyprint|codehilite|prism|highlight|brush:)\s+(?:lang-)?([\w+#.-]+)/
const NOT_LANGUAGES =
  /^(?:none|no-?highlight|undefined|auto|default|plain|plaintext|text|txt|code|block|wrapper|container|highlight\w*|source\w*|chroma|hljs|notranslate|linenums.*|line-?numbers?|copyable|numberLines|literal-block|wp-block-code|nohighlight|shadow|box|body|snippet|example|toolbar|theme.*|scroll.*|\d+|js-.*|is-.*|has-.*)$/i

/** Language by the class or data attribute of the block, its code, or what wraps it; empty when none says. */
function languageOf(element: Element): string {
  const inner = findElement(element, ({ tag }) => tag === 'code')
  const candidates = [element, ...(inner ? [inner] : []), ...wrappersOf(element)]
  for (const candidate of candidates) {
    const language = languageNamedBy(candidate, candidate === element || candidate === inner)
    if (language) return language
  }
  return ''
}

/** What holds more nodes holds more than code. */
const MOST_BESIDE = 20

/** Elements around a block that hold nothing else of weight. */
function wrappersOf(element: Element): Element[] {
  const wrappers: Element[] = []
  let around = element.parent
  while (around && wrappers.length < 4 && /^(?:div|figure|span|td|tr|tbody|table|code|section)$/.test(around.tag)) {
    if (around.children.length > MOST_BESIDE) break
    if (childElements(around).filter(({ tag }) => tag === 'pre' || tag === 'p').length > 1) break
    wrappers.push(around)
    around = around.parent
  }
  return wrappers
}

function languageNamedBy({ attributes }: Element, isCode: boolean): string {
  const named =
    attributes['data-lang'] ??
    attributes['data-language'] ??
    attributes['data-code-language'] ??
    (isCode ? attributes.lang : undefined)
  const names = attributes.class ?? ''
  for (const found of [named, LANGUAGE_CLASS.exec(names)?.[1], NAMED_BESIDE.exec(names)?.[1]]) {
    const language = found?.trim().toLowerCase().replace(/;$/, '')
    if (language && /^[\w+#.-]{1,24}$/.test(language) && !NOT_LANGUAGES.test(language)) return language
  }
  return ''
}

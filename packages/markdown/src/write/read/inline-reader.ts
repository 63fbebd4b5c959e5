// Elements within a line: emphasis, code, links, images, formulas.
import type { Element } from '../../tree/node.ts'
import { findElement, hasClass, textContent } from '../../tree/text-content.ts'
import { formulaOf } from './formula.ts'
import { imageSource } from './image-source.ts'
import type { Frame } from './inline-builder.ts'
import type { Reader } from './reader.ts'
import { isHeadingAnchor } from './unwritten.ts'

const SPANS = new Map<string, Frame>([
  ['b', { kind: 'strong' }],
  ['strong', { kind: 'strong' }],
  ['i', { kind: 'emphasis' }],
  ['em', { kind: 'emphasis' }],
  ['del', { kind: 'strike' }],
  ['s', { kind: 'strike' }],
  ['strike', { kind: 'strike' }],
])
const CODE = new Set(['code', 'kbd', 'samp', 'tt'])
const HEADINGS = /^h[1-6]$/

/** Reads an element of text; false when the element is none of those that mean something. */
export function readTextElement(reader: Reader, element: Element): boolean {
  const { tag, attributes } = element
  const { inline } = reader
  const span = SPANS.get(tag) ?? (tag === 'span' ? styledSpan(attributes.style) : undefined)
  if (span) readSpan(reader, element, span)
  else if (CODE.has(tag)) readCode(reader, element)
  else if (tag === 'a') readLink(reader, element)
  else if (tag === 'br') inline.break()
  else if (tag === 'img') readImage(reader, element)
  else if (tag === 'math') readFormula(reader, element)
  else if (tag === 'sup') readSuperscript(reader, element)
  else if (tag === 'q') quoted(reader, element)
  else if (tag === 'rt') parenthesised(reader, element)
  else if (tag === 'iframe') readFrame(reader, element)
  else return tag === 'rp' || tag === 'wbr'
  return true
}

function styledSpan(style: string | undefined): Frame | undefined {
  if (style === undefined) return undefined
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) return { kind: 'strong' }
  return /font-style\s*:\s*italic/i.test(style) ? { kind: 'emphasis' } : undefined
}

function readSpan(reader: Reader, element: Element, frame: Frame): void {
  // A heading is bold by itself; documents pasted from word processors come in a `b` that says it is none.
  const isIdle =
    frame.kind === 'strong' &&
    (reader.isInHeading || /font-weight\s*:\s*(?:normal|400)/i.test(element.attributes.style ?? ''))
  if (!isIdle) reader.inline.open(frame)
  reader.children(element)
  if (!isIdle) reader.inline.close()
}

function readCode(reader: Reader, element: Element): void {
  const [only] = element.children
  if (element.children.length === 1 && only?.kind === 'element' && only.tag === 'a' && reader.options.includeLinks) {
    openLink(reader, only)
    addCode(reader, textContent(only))
    reader.inline.close()
  } else if (findElement(element, ({ tag }) => tag === 'img' || tag === 'pre' || tag === 'p' || tag === 'table'))
    reader.children(element)
  else addCode(reader, textContent(element))
}

function addCode(reader: Reader, text: string): void {
  const words = text.replace(/[\u00ad\u200b\ufeff]/g, '').replace(/\s+/g, ' ')
  const code = words.trim()
  if (words.startsWith(' ')) reader.inline.space()
  if (code !== '') reader.inline.piece({ kind: 'code', text: code })
  if (words.endsWith(' ')) reader.inline.space()
}

function readLink(reader: Reader, element: Element): void {
  if (reader.isInHeading && isHeadingAnchor(element)) return
  const { inline } = reader
  inline.beginApart()
  const heading = findElement(element, ({ tag }) => HEADINGS.test(tag))
  if (heading && !reader.isInHeading) readCard(reader, element, heading)
  else {
    const isOpen = openLink(reader, element)
    reader.children(element)
    if (isOpen) inline.close()
  }
  inline.endApart()
}

/** A link around blocks: the heading among them gets it. */
function readCard(reader: Reader, element: Element, heading: Element): void {
  const link: Element = { ...element, children: heading.children }
  const swapped = swapChild(element, heading, { ...heading, children: [link] })
  reader.children(swapped)
}

/** A copy of `element` in which `inner`, somewhere inside, is another element. */
function swapChild(element: Element, inner: Element, other: Element): Element {
  const children = element.children.map((child) => {
    if (child === inner) return other
    return child.kind === 'element' && findElement(child, (one) => one === inner)
      ? swapChild(child, inner, other)
      : child
  })
  return { ...element, children }
}

/** @returns whether a link was opened, to be closed */
function openLink(reader: Reader, { attributes: { href } }: Element): boolean {
  if (!reader.options.includeLinks || (reader.isInHeading && href?.startsWith('#'))) return false
  const address = reader.addresses.link(href)
  if (address === null) return false
  reader.inline.open({ kind: 'link', href: address })
  return true
}

const SMILEY = /(?:^|[\s_-])(?:emoji|smiley|smilies|emoticon|wp-smiley)(?:$|[\s_-])/i

function readImage(reader: Reader, element: Element): void {
  const alt = (element.attributes.alt ?? '').replace(/\s+/g, ' ').trim()
  if (hasClass(element, SMILEY)) {
    reader.inline.text(alt)
    return
  }
  if (alt !== '' && hasClass(element, /(?:^|\s)(?:latex|tex|math)(?:\s|$)/)) {
    reader.inline.piece({ kind: 'math', text: alt })
    return
  }
  if (!reader.options.includeImages) return
  const src = imageSource(element, reader.addresses)
  if (src !== null) reader.inline.piece({ kind: 'image', src, alt })
}

function readFormula(reader: Reader, element: Element): void {
  const formula = formulaOf(element)
  if (formula !== '') reader.inline.piece({ kind: 'math', text: formula })
  else reader.inline.text(textContent(element))
}

const EXPONENT = /^[+\-−]?(?:\d{1,4}|[a-z])$/i

/** `10<sup>6</sup>` is not 106. */
function readSuperscript(reader: Reader, element: Element): void {
  const text = textContent(element).trim()
  if (findElement(element, ({ tag }) => tag === 'a') === null) {
    if (EXPONENT.test(text) && /[\p{L}\p{N})\]]/u.test(reader.inline.before)) reader.inline.text('^')
  } else if (/^\d+$/.test(text)) {
    // A note's number must not grow into the word before.
    bracketed(reader, element)
    return
  }
  reader.children(element)
}

function bracketed(reader: Reader, element: Element): void {
  reader.inline.text('[')
  reader.children(element)
  reader.inline.text(']')
}

function quoted(reader: Reader, element: Element): void {
  reader.inline.text('“')
  reader.children(element)
  reader.inline.text('”')
}

function parenthesised(reader: Reader, element: Element): void {
  reader.inline.text('(')
  reader.children(element)
  reader.inline.text(')')
}

const PLAYER = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?:embed|player|video|videos)(?:[/?#]|$)/i

/** Films that are shown in a frame stay as a link; all other frames are other pages. */
function readFrame(reader: Reader, { attributes }: Element): void {
  const address = reader.addresses.link(attributes.src ?? attributes['data-src'])
  if (address === null || !PLAYER.test(address)) return
  const title = attributes.title?.trim()
  if (!reader.options.includeLinks) return
  reader.endParagraph()
  reader.inline.open({ kind: 'link', href: address })
  reader.inline.text(title || address)
  reader.inline.close()
  reader.endParagraph()
}

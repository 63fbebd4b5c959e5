// Documents that are text or Markdown already: passed on as they are, cut at a paragraph or line.
import type { MarkdownWishes, PageLink, PageOutcome } from '@kiosk/catalog'

import { countCodePoints, takeCodePoints } from '../write/code-points.ts'

/** Of a line, what is looked at for a title. */
const MAX_TITLE_LINE = 1000

const MAX_LINKS = 500

export interface CutText {
  readonly text: string
  readonly truncated: boolean
}

/** @param text decoded
 * @param answer address that relative links are resolved against, and the language its headers state */
export function convertText(
  text: string,
  wishes: MarkdownWishes,
  answer: { readonly url: string; readonly isMarkdown: boolean; readonly lang: string | null },
): PageOutcome {
  const whole = normalizeText(text)
  if (!/[\p{L}\p{N}]/u.test(whole)) return { kind: 'other-document', type: 'a document without text' }
  const cut = answer.isMarkdown ? cutDocument(whole, wishes.maxChars) : cutText(whole, wishes.maxChars)
  return {
    kind: 'page',
    markdown: cut.text,
    title: answer.isMarkdown ? markdownTitle(whole) : '',
    byline: null,
    excerpt: null,
    lang: answer.lang,
    links: wishes.includeLinks ? linksOf(cut.text, answer) : [],
    charCount: countCodePoints(cut.text),
    truncated: cut.truncated,
    extractor: 'plain-text',
  }
}

/** Line ends as `\n`, no white space at the ends, no mark of a byte order. */
export function normalizeText(text: string): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
  // The first line that says something keeps its indent.
  return lines.slice(lines.lastIndexOf('\n', lines.search(/\S/)) + 1)
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The fence that is still open where a text ends; null when none is. */
function openFence(text: string): string | null {
  let open: string | null = null
  for (const line of text.split('\n')) {
    const fence = FENCE.exec(line)?.[1]
    if (fence === undefined) continue
    if (open === null) open = fence
    else if (fence.startsWith(open) && line.trim() === fence) open = null
  }
  return open
}

/** Longer fences stay open: a reader closes them at the end. */
const CLOSING_CHARS = 6

/** As `cutText`; a block of code that is cut is closed. */
function cutDocument(text: string, maxChars: number): CutText {
  const cut = cutText(text, maxChars)
  if (!cut.truncated || openFence(cut.text) === null) return cut
  const shorter = cutText(text, maxChars - CLOSING_CHARS)
  const fence = openFence(shorter.text)
  const closing = fence === null ? '' : `\n${fence}`
  return closing.length > CLOSING_CHARS ? cut : { text: shorter.text + closing, truncated: true }
}

/** The first `#` heading (or underlined one) of Markdown outside of code fences, without its marks; empty when there is none. */
export function markdownTitle(markdown: string): string {
  const lines = markdown.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)\n/, '').split('\n', 2000)
  let fence: string | null = null
  for (const [index, whole] of lines.entries()) {
    const line = whole.slice(0, MAX_TITLE_LINE)
    const mark = FENCE.exec(line)?.[1]?.slice(0, 3)
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null
    if (fence !== null) continue
    const heading = /^ {0,3}#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.[1]
    const underlined = /^=+[ \t]*$/.test(lines[index + 1] ?? '') && line.trim() !== '' ? line : undefined
    const title = heading ?? underlined
    if (title !== undefined) return withoutMarks(title)
  }
  return ''
}

function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`|\*)(.+?)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()
}

/** At most `maxChars` code points: cut after a paragraph when that keeps half of them, else after a line, else after a word. */
export function cutText(text: string, maxChars: number): CutText {
  const { length: end } = takeCodePoints(text, maxChars)
  if (end >= text.length) return { text, truncated: false }
  const head = text.slice(0, end + 1)
  for (const boundary of [/\n[^\S\n]*\n/g, /\n/g, /\s/g]) {
    const at = lastIndex(head, boundary)
    if (at >= end / 2) return { text: head.slice(0, at).trimEnd(), truncated: true }
  }
  return { text: text.slice(0, end), truncated: true }
}

function lastIndex(text: string, boundary: RegExp): number {
  let last = -1
  for (const { index } of text.matchAll(boundary)) last = index
  return last
}

/** `[text](target)`, or an address that stands in the text, without what ends the sentence around it. */
const LINK =
  /(?<!!)\[([^[\]\n]{0,500})\]\(<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,500}\))?)>?[^()\n]{0,500}\)|(https?:\/\/[^\s<>"`\])]{1,2000})/gi

/** Links of Markdown; of a plain text, the addresses in it. Absolute, each once. */
function linksOf(text: string, { url, isMarkdown }: { url: string; isMarkdown: boolean }): PageLink[] {
  const links = new Map<string, PageLink>()
  for (const [, label = '', target, bare] of text.matchAll(LINK)) {
    const address = (isMarkdown ? target : undefined) ?? bare?.replace(/[.,;:!?'*_]+$/, '')
    const href = address === undefined ? null : (URL.parse(address, url)?.href ?? null)
    if (href === null || !/^https?:/.test(href) || links.has(href)) continue
    links.set(href, { href, text: target === undefined ? href : withoutMarks(label) })
    if (links.size === MAX_LINKS) break
  }
  return [...links.values()]
}

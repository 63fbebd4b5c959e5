// The article that a shell carries as data: linked data, or the state its scripts start from.
import { type JsonObject, textOf as plainTextOf } from '../facts/json-ld.ts'

/** Fewer words are a teaser, no article. */
const MIN_WORDS = 40

/** Limits of the walk through a page's state; beyond them the rest is not looked at. */
const MAX_CHARS = 4_000_000
const MAX_NODES = 100_000
const MAX_DEPTH = 40

/** A part of the state is descended into while it holds this share of all prose. */
const MAIN_SHARE = 0.75

const MIN_PROSE_WORDS = 8

/** A description that is a text of its own, as products have. */
const MIN_DESCRIPTION_WORDS = 80

/** More than this share of the title's longer words must stand in the article: states hold help texts and menus, too. */
const MIN_TITLE_SHARE = 0.5

/** An article as HTML, or null when the page carries none.
 * @param things from `readJsonLd`
 * @param scripts texts of JSON scripts
 * @param title of the page, whose words must stand in what scripts hold */
export function embeddedArticle(
  things: readonly JsonObject[],
  scripts: Iterable<string>,
  title: string,
): string | null {
  const described = describedBy(things)
  if (described !== undefined) return asHtml(described)
  for (const script of scripts) {
    const article = script.length > MAX_CHARS ? null : articleIn(parse(script))
    if (article !== null && isAbout(article, title)) return article
  }
  return null
}

function describedBy(things: readonly JsonObject[]): string | undefined {
  const texts = things.flatMap(({ articleBody, text, reviewBody, description }) => [
    ...[articleBody, text, reviewBody].map((one) => ({ text: one, least: MIN_WORDS })),
    { text: description, least: MIN_DESCRIPTION_WORDS },
  ])
  for (const { text, least } of texts) {
    if (typeof text !== 'string') continue
    const plain = plainTextOf(text)
    // Teasers end in an ellipsis.
    if (words(plain) >= least && !/(?:…|\.\.\.)$/.test(plain)) return text
  }
  return undefined
}

function isAbout(article: string, title: string): boolean {
  const telling = new Set(title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))
  const lower = article.toLowerCase()
  const shared = [...telling].filter((word) => lower.includes(word)).length
  return telling.size === 0 || shared > telling.size * MIN_TITLE_SHARE
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value of the state with the prose below it. */
interface Branch {
  readonly prose: readonly string[]
  readonly words: number
  readonly branches: readonly Branch[]
}

function articleIn(state: unknown): string | null {
  const seen = { nodes: 0, texts: new Set<string>() }
  let branch = measure(state, 0, seen)
  const least = branch.words * MAIN_SHARE
  if (branch.words < MIN_WORDS) return null
  for (;;) {
    const main = branch.branches.find((one) => one.words >= least)
    if (main === undefined) break
    branch = main
  }
  return proseOf(branch).map(asHtml).join('\n')
}

/** @param seen counts the nodes and knows the texts already met: states hold many things twice */
function measure(value: unknown, depth: number, seen: { nodes: number; readonly texts: Set<string> }): Branch {
  seen.nodes += 1
  const nothing = { prose: [], words: 0, branches: [] }
  if (depth > MAX_DEPTH || seen.nodes > MAX_NODES) return nothing
  if (typeof value === 'string') {
    if (!isProse(value) || seen.texts.has(value)) return nothing
    seen.texts.add(value)
    return { prose: [value], words: words(plainTextOf(value)), branches: [] }
  }
  if (value === null || typeof value !== 'object') return nothing
  const branches = Object.values(value)
    .map((part) => measure(part, depth + 1, seen))
    .filter((branch) => branch.words > 0)
  return { prose: [], words: branches.reduce((sum, branch) => sum + branch.words, 0), branches }
}

function proseOf({ prose, branches }: Branch): string[] {
  return [...prose, ...branches.flatMap(proseOf)]
}

/** Sentences, as against names, addresses, keys, style sheets and code. */
function isProse(text: string): boolean {
  if (text.length < 30 || words(text) < MIN_PROSE_WORDS) return false
  if (isMarkup(text)) return !/<script\b|<svg\b|<style\b/i.test(text)
  return /[.!?…。！？:;,]/u.test(text) && !/[{}]|=>|function\s*\(|^\s*[<[]|^\/\//.test(text) && !endsInAddress(text)
}

function endsInAddress(text: string): boolean {
  return /https?:\/\/./.test(text.split(/\s+/).at(-1) ?? '')
}

function isMarkup(text: string): boolean {
  return /<\/?(?:p|div|h[1-6]|ul|ol|li|br|a|strong|em|blockquote|section|article|figure)\b[^<>]*>/i.test(text)
}

/** Markup as it is; the paragraphs of a plain text as markup. */
function asHtml(text: string): string {
  if (isMarkup(text)) return `<div>${text}</div>`
  const escaped = /&(?:#\d+|#x[\da-f]+|\w+);/i.test(text) ? text : text.replaceAll('&', '&amp;')
  const paragraphs = escaped.replaceAll('<', '&lt;').split(/\n\s*\n|\r\n\s*\r\n/)
  return paragraphs.map((part) => `<p>${part.replace(/\r?\n/g, '<br>')}</p>`).join('\n')
}

/** Words of a text; scripts without blanks count two characters as one. */
function words(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/gu)?.length ?? 0
  const spaced = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return dense > 0 ? Math.max(spaced, Math.floor(dense / 2)) : spaced
}

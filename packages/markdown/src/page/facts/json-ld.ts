// Linked data in scripts, read as tolerantly as search engines do.
import { parsePage } from '../../tree/parse.ts'
import { collapse, visibleText } from '../visible-text.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Limits of one page; honest pages are far below. */
const MAX_CHARS = 2_000_000
const MAX_OBJECTS = 500
const MAX_DEPTH = 6

/** Members that hold the thing a page is about, or several things. */
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement', 'item', 'hasPart'] as const

/** Every typed thing that the scripts describe, outer ones first. What is not JSON is left out.
 * @param texts of the scripts, unparsed */
export function readJsonLd(texts: readonly string[]): JsonObject[] {
  const found: JsonObject[] = []
  let chars = 0
  for (const text of texts) {
    chars += text.length
    if (chars > MAX_CHARS) break
    gather(parseTolerantly(text), 0, found)
  }
  return found
}

/** Undefined when there is no reading it. */
function parseTolerantly(text: string): unknown {
  const bare = unwrapped(text)
  // Line breaks inside of strings and a comma too many are the two frequent mistakes.
  return parse(bare) ?? parse(withoutControls(bare)) ?? parse(withoutControls(bare).replace(/, ?([}\]])/g, '$1'))
}

/** What scripts are wrapped in so that old readers of HTML or XML pass over them. */
const OPENERS = ['//', '/*', '<!--', '<![CDATA[', '*/']
const CLOSERS = ['//', '*/', '-->', ']]>', '/*', ';']

function unwrapped(text: string): string {
  let bare = text.trim()
  for (;;) {
    const opener = OPENERS.find((one) => bare.startsWith(one))
    const closer = CLOSERS.find((one) => bare.endsWith(one))
    if (opener === undefined && closer === undefined) return bare
    bare = bare.slice(opener?.length ?? 0, bare.length - (closer?.length ?? 0)).trim()
  }
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to go
  return text.replace(/[\u0000-\u0020]+/g, ' ')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function gather(value: unknown, depth: number, found: JsonObject[]): void {
  if (depth > MAX_DEPTH || found.length >= MAX_OBJECTS) return
  if (Array.isArray(value)) {
    for (const one of value) gather(one, depth + 1, found)
  } else if (isObject(value)) {
    if (value['@type'] !== undefined) found.push(value)
    for (const name of CONTAINERS) if (value[name] !== undefined) gather(value[name], depth + 1, found)
  }
}

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** True when one of a thing's types matches. */
export function isOfType(thing: JsonObject, type: RegExp): boolean {
  return [thing['@type']].flat().some((one) => typeof one === 'string' && type.test(one))
}

/** A piece of writing, as against the site, its publisher or a breadcrumb. */
export const WRITING =
  /(?:Article|Posting|Report|Recipe|HowTo|Review|Course|Book|Dissertation|Chapter|CreativeWork|Guide|Question)$/

/** Text of a member: its markup and entities resolved once, since a script's text comes undecoded. Empty when it has none. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return /[&<]/.test(value) ? visibleText(parsePage(value).body) : collapse(value)
}

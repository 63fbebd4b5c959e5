// Answers made short enough for a model, in the shape that their schema promises: long texts first, then long lists.

export interface Capped {
  readonly value: unknown
  /** One line for each part that was cut, such as `markdown: 18000 of 81234 characters`. */
  readonly cuts: readonly string[]
}

const SHORT_TEXT = 400
const SHORT_LIST = 3
/** An answer whose texts and lists are this many is cut no further. */
const MOST_CUTS = 50

/** @param maxChars of its JSON, about */
export function capped(value: unknown, maxChars: number): Capped {
  const copy: unknown = structuredClone(value)
  const cuts = new Map<string, string>()
  for (let excess = sizeOf(copy) - maxChars; excess > 0 && cuts.size < MOST_CUTS; excess = sizeOf(copy) - maxChars) {
    const part = longestPart(copy, new Set(cuts.keys()))
    if (part === null) break
    cuts.set(part.path, part.shorten(excess))
  }
  return { value: copy, cuts: [...cuts.values()] }
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length
}

interface Part {
  readonly path: string
  readonly size: number
  /** Takes about so many characters away. @returns what is left, in words */
  shorten(excess: number): string
}

function longestPart(root: unknown, done: ReadonlySet<string>): Part | null {
  let longest: Part | null = null
  for (const part of partsOf(root, '')) {
    if (!done.has(part.path) && part.size > (longest?.size ?? 0)) longest = part
  }
  return longest
}

function* partsOf(holder: unknown, at: string): Generator<Part> {
  if (typeof holder !== 'object' || holder === null) return
  for (const [name, member] of Object.entries(holder)) {
    const path = at === '' ? name : `${at}.${name}`
    if (typeof member === 'string' && member.length > SHORT_TEXT) yield textPart(holder, name, member, path)
    if (Array.isArray(member) && member.length > SHORT_LIST) yield listPart(member, path)
    yield* partsOf(member, path)
  }
}

function textPart(holder: object, name: string, text: string, path: string): Part {
  return {
    path,
    size: text.length,
    shorten(excess) {
      const kept = wholeCharacters(text, Math.max(SHORT_TEXT, text.length - excess))
      Reflect.set(holder, name, kept)
      return `${path}: ${kept.length} of ${text.length} characters`
    },
  }
}

function listPart(list: unknown[], path: string): Part {
  const size = sizeOf(list)
  const length = list.length
  return {
    path,
    // A text is cut before a list of the same size: half of a text still reads.
    size: size / 2,
    shorten(excess) {
      const kept = Math.max(SHORT_LIST, Math.floor(length * Math.max(0, 1 - excess / size)))
      list.length = kept
      return `${path}: ${kept} of ${length} items`
    },
  }
}

/** Never half of a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const end = text.charCodeAt(length - 1)
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? length - 1 : length)
}

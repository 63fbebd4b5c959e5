// The words by which authors name their elements: classes, ids, roles, whole and in parts.

import type { AttributeName } from '../../tree/attributes.ts'
import type { Element } from '../../tree/node.ts'
import { characterTables, DIGIT, mix, WORD } from '../blocks/characters.ts'

/** Salts are below this. */
export const NAMING_SALTS = 5

const SEED = 0x811c9dc5
const UNDERSCORE = 95

/** Longest list of names that is read of one attribute; style sheets by utility classes write thousands. */
const MAX_CHARS = 400

/** Attributes that name an element, each with a salt where its words mean something else than a class would. */
const naming: ReadonlyMap<string, number> = new Map<AttributeName, number>([
  ['class', 0],
  ['id', 0],
  ['role', 1],
  ['itemprop', 2],
  ['data-testid', 0],
  ['data-component', 0],
  ['data-section-type', 0],
  ['data-hook', 0],
  ['data-block', 0],
  ['aria-label', 3],
])

/** Calls back with each value that names the element, and its salt. Values repeat from element to element: what is
 * found of one is worth keeping. */
export function forEachNaming({ attributes, tag }: Element, visit: (value: string, salt: number) => void): void {
  for (const name in attributes) {
    const salt = naming.get(name)
    const value = attributes[name as AttributeName]
    if (salt !== undefined && value) visit(value, salt)
  }
  visit(tag, 4)
}

/** Calls back with the hash of each name in a value and of each part of it: `post-body` → `post`, `body`, `post-body`. */
export function forEachNameWord(value: string, salt: number, visit: (hash: number) => void): void {
  const { classes, lower } = characterTables()
  const length = Math.min(value.length, MAX_CHARS)
  let whole = mix(SEED, salt)
  let part = whole
  let partChars = 0
  let parts = 0
  let wasSmall = false
  const endPart = (): void => {
    if (partChars > 1) {
      visit(part)
      parts++
    }
    part = mix(SEED, salt)
    partChars = 0
  }
  for (let at = 0; at <= length; at++) {
    const code = at < length ? value.charCodeAt(at) : 32
    const bits = classes[code] ?? 0
    const small = lower[code] ?? code
    // `postBody` is two parts, as `post-body` is.
    if (wasSmall && small !== code) endPart()
    wasSmall = (bits & WORD) !== 0 && small === code
    if ((bits & WORD) !== 0 && code !== UNDERSCORE) {
      if ((bits & DIGIT) !== 0) continue
      part = mix(part, small)
      whole = mix(whole, small)
      partChars++
      continue
    }
    endPart()
    if (code > 32) {
      whole = mix(whole, code)
      continue
    }
    if (parts > 1) visit(whole)
    whole = mix(SEED, salt)
    parts = 0
  }
}

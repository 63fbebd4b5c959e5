// Classes of UTF-16 code units and lower case, as tables: every character of a page is asked once.

/** Continues a word: a letter, a number or `_`. */
export const WORD = 1
export const DIGIT = 2
export const CAPITAL = 4
/** Ends a sentence, in any script. */
export const STOP = 8
export const COMMA = 16
/** Set prices and legal lines apart from prose. */
export const CURRENCY = 32
/** Bullets, bars and arrows between the entries of menus. */
export const ORNAMENT = 64

/** Chinese, Japanese and the like are written without blanks: this many characters weigh as one word of other scripts. */
export const CHARS_PER_WORD = 6

interface CharacterTables {
  readonly classes: Uint8Array
  readonly lower: Uint16Array
}

let tables: CharacterTables | null = null

/** The tables, built at the first call (about 15 ms). */
export function characterTables(): CharacterTables {
  tables ??= buildTables()
  return tables
}

function buildTables(): CharacterTables {
  const classes = new Uint8Array(65_536)
  const lower = new Uint16Array(65_536)
  for (let code = 0; code < 65_536; code++) {
    const char = String.fromCharCode(code)
    const small = char.toLowerCase()
    lower[code] = small.length === 1 ? small.charCodeAt(0) : code
    let bits = /[\p{L}\p{N}_]/u.test(char) ? WORD : 0
    if (/\p{Nd}/u.test(char)) bits |= DIGIT
    if (/\p{Lu}/u.test(char)) bits |= CAPITAL
    if (/\p{Sc}|[©®™]/u.test(char)) bits |= CURRENCY
    classes[code] = bits
  }
  // Surrogates of the ideographic planes are letters; those of the emoji planes are not.
  classes.fill(WORD, 0xd840, 0xd88f)
  for (const char of '.!?;:。！？；：।؟…') classes[char.charCodeAt(0)] = STOP
  for (const char of ',，、،') classes[char.charCodeAt(0)] = COMMA
  for (const char of '|•·»«›‹→←▸▾▼▲✓✔★☆×+/') classes[char.charCodeAt(0)] = ORNAMENT
  return { classes, lower }
}

const SEED = 0x811c9dc5

/** One more code unit into a 32-bit FNV-1a hash. */
export function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193)
}

/** Hash of a word or a name, in lower case; the same as that of `forEachWord`. */
export function hashOf(text: string): number {
  const { lower } = characterTables()
  let hash = SEED
  for (let at = 0; at < text.length; at++) hash = mix(hash, lower[text.charCodeAt(at)] ?? 0)
  return hash
}

/** Calls back with the hash of each word in lower case: runs of letters, numbers and `_`. */
export function forEachWord(text: string, visit: (hash: number) => void): void {
  const { classes, lower } = characterTables()
  let hash = SEED
  let within = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (((classes[code] ?? 0) & WORD) !== 0) {
      hash = mix(hash, lower[code] ?? code)
      within = true
    } else if (within) {
      visit(hash)
      hash = SEED
      within = false
    }
  }
  if (within) visit(hash)
}

/** Words of a text, by hash. */
export function wordHashes(text: string): number[] {
  const hashes: number[] = []
  forEachWord(text, (hash) => hashes.push(hash))
  return hashes
}

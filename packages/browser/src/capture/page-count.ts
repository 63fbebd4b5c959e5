// How many pages a PDF has, read the way a viewer does: from the end to the table of objects, to the root, to the tree of pages.
// Counting what looks like a page in the text would believe any title that says so.

/** Bytes at the end in which `startxref` stands. */
const TAIL_BYTES = 1024
/** Most of a dictionary that is looked at; those on the way are a line or two. */
const MAX_DICTIONARY_BYTES = 16_384
const MAX_PAGES = 1_000_000

/** The number of pages; null when it cannot be told with certainty. Knows the plain tables that Chromium writes, no streams. */
export function countPages(pdf: Buffer): number | null {
  const tail = pdf.subarray(-TAIL_BYTES).toString('latin1')
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]
  if (start === undefined) return null
  const table = readTable(pdf, Number(start))
  if (table === null) return null
  const root = table.reference(table.trailer.get('Root'))
  const tree = root === null ? null : table.reference(root.get('Pages'))
  if (root?.get('Type') !== '/Catalog' || tree?.get('Type') !== '/Pages') return null
  const count = tree.get('Count') ?? ''
  return /^\d+$/.test(count) && Number(count) > 0 && Number(count) <= MAX_PAGES ? Number(count) : null
}

/** Values as they are written, by name. */
type Dictionary = ReadonlyMap<string, string>

interface ObjectTable {
  readonly trailer: Dictionary
  /** The dictionary that a value such as `13 0 R` leads to. */
  reference(value: string | undefined): Dictionary | null
}

function readTable(pdf: Buffer, at: number): ObjectTable | null {
  const head = /^xref\s+0 (\d+)\s*\n/.exec(pdf.subarray(at, at + 64).toString('latin1'))
  if (head?.[1] === undefined) return null
  const entriesAt = at + head[0].length
  const entryCount = Number(head[1])
  const trailerAt = entriesAt + entryCount * 20
  if (!/^trailer\s/.test(pdf.subarray(trailerAt, trailerAt + 8).toString('latin1'))) return null
  const trailer = readDictionary(pdf, trailerAt + 7)
  if (trailer === null) return null
  return {
    trailer,
    reference(value) {
      const id = /^(\d+) 0 R$/.exec(value ?? '')?.[1]
      if (id === undefined || Number(id) >= entryCount) return null
      const entryAt = entriesAt + Number(id) * 20
      const offset = /^(\d{10}) \d{5} n/.exec(pdf.subarray(entryAt, entryAt + 20).toString('latin1'))?.[1]
      if (offset === undefined) return null
      const object = `${id} 0 obj`
      const objectAt = Number(offset)
      if (pdf.subarray(objectAt, objectAt + object.length).toString('latin1') !== object) return null
      return readDictionary(pdf, objectAt + object.length)
    },
  }
}

/** A name, a reference, a number or word, a string, a hex string, or a bracket; strings are whole, whatever is in them. */
const TOKEN = /\s*(?:(\/[^\s/<>[\]()]*)|(\d+ \d+ R)|([^\s/<>[\]()]+)|(\()|(<<|>>|\[|\])|(<[\dA-Fa-f\s]*>))/y

/** The outermost entries of the dictionary that begins at `at`; null when it is not understood. */
function readDictionary(pdf: Buffer, at: number): Dictionary | null {
  const text = pdf.subarray(at, at + MAX_DICTIONARY_BYTES).toString('latin1')
  const entries = new Map<string, string>()
  let depth = 0
  let name: string | null = null
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [, word, reference, plain, string, bracket] = token
    if (string !== undefined) {
      const end = endOfString(text, TOKEN.lastIndex)
      if (end === null) return null
      TOKEN.lastIndex = end
    }
    if (bracket !== undefined) depth += bracket === '<<' || bracket === '[' ? 1 : -1
    if (depth === 0) return bracket === '>>' ? entries : null
    if (depth > 1 || (depth === 1 && token[0].trim() === '<<' && entries.size === 0 && name === null)) continue
    if (name === null) {
      if (word === undefined) return null
      name = word.slice(1)
    } else {
      entries.set(name, word ?? reference ?? plain ?? '')
      name = null
    }
  }
  return null
}

/** Index after the parenthesis that closes a string; they nest, and a backslash takes the meaning from the next character. */
function endOfString(text: string, at: number): number | null {
  let depth = 1
  for (let index = at; index < text.length; index += 1) {
    const character = text[index]
    if (character === '\\') index += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return null
}

// Text blocks: the longest runs of inline content between the edges of block elements, with what was counted in each.
import { CAPITAL, COMMA, CURRENCY, characterTables, DIGIT, mix, ORNAMENT, STOP, WORD } from './characters.ts'
import type { PageIndex } from './page-index.ts'
import { IN } from './tags.ts'

/** Arrays by block, in document order. A word is a run of letters, numbers and `_`, so a run of ideographs is one. */
export interface Blocks {
  count: number
  /** Place of the first and the last text. */
  readonly first: Int32Array
  readonly last: Int32Array
  /** Place of the element that holds the run. */
  readonly holder: Int32Array
  /** `IN` bits that hold for all of the run; `link` and `strong` where they hold for most of it. */
  readonly context: Int32Array
  readonly words: Float32Array
  /** Code units that are no white space. */
  readonly chars: Float32Array
  readonly linkWords: Float32Array
  readonly strongWords: Float32Array
  readonly numberWords: Float32Array
  readonly capitalWords: Float32Array
  readonly stops: Float32Array
  readonly commas: Float32Array
  readonly ornaments: Float32Array
  readonly currencies: Float32Array
  /** Hash of all words, to find repeats. */
  readonly print: Int32Array
  /** Class bits of the first and the last character that is no white space. */
  readonly firstClass: Uint8Array
  readonly lastClass: Uint8Array
  /** Start of the block's words in `wordHashes`; one more entry than blocks. */
  readonly wordStart: Int32Array
  /** Hashes of all words of the page, in order. */
  wordHashes: Int32Array
}

/** Blocks of a page with at least one word each. */
export function findBlocks(index: PageIndex): Blocks {
  let texts = 0
  let chars = 0
  for (const node of index.nodes)
    if (node.kind === 'text') {
      texts++
      chars += node.data.length
    }
  return new BlockFinder(index, texts, chars).find()
}

class BlockFinder {
  readonly #index: PageIndex
  readonly #blocks: Blocks
  #open = false
  #words = 0
  readonly #tables = characterTables()

  constructor(index: PageIndex, texts: number, chars: number) {
    this.#index = index
    this.#blocks = emptyBlocks(texts, Math.ceil(chars / 2) + texts)
  }

  find(): Blocks {
    const { nodes, holder, context } = this.#index
    let lastHolder = -1
    let breaks = 0
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]
      if (node === undefined) continue
      if (node.kind === 'element') {
        // Code keeps its lines together, whatever highlighters wrap them in.
        const inCode = ((context[at] ?? 0) & IN.code) !== 0 && this.#open && this.#inPre(at)
        if (node.tag === 'br') breaks++
        else if (holder[at] === at && !inCode) this.#close()
        if (breaks > 1 && !inCode) this.#close()
        continue
      }
      if (isBlank(node.data)) continue
      breaks = 0
      const here = this.#preOf(at) ?? holder[at] ?? 0
      if (here !== lastHolder) this.#close()
      lastHolder = here
      this.#add(at, here, node.data)
    }
    this.#close()
    this.#blocks.wordHashes = this.#blocks.wordHashes.subarray(0, this.#words)
    return this.#blocks
  }

  #inPre(at: number): boolean {
    return this.#preOf(at) !== undefined
  }

  /** Place of the `pre` around. */
  #preOf(at: number): number | undefined {
    const { nodes, context, parent } = this.#index
    if (((context[at] ?? 0) & IN.code) === 0) return undefined
    for (let place = at; place >= 0; place = parent[place] ?? -1) {
      const node = nodes[place]
      if (node?.kind === 'element' && node.tag === 'pre') return place
    }
    return undefined
  }

  #close(): void {
    if (!this.#open) return
    this.#open = false
    const b = this.#blocks
    const at = b.count
    const words = b.words[at] ?? 0
    if (words === 0) {
      this.#forget(at)
      return
    }
    let bits = (this.#index.context[b.holder[at] ?? 0] ?? 0) | 0
    if ((b.linkWords[at] ?? 0) > words / 2) bits |= IN.link
    if ((b.strongWords[at] ?? 0) > words / 2) bits |= IN.strong
    b.context[at] = bits
    b.count++
    b.wordStart[b.count] = this.#words
  }

  /** A run without a word is no block; its counts must not stain the next. */
  #forget(at: number): void {
    const b = this.#blocks
    for (const counts of [b.chars, b.ornaments, b.currencies, b.stops, b.commas]) counts[at] = 0
    b.print[at] = 0
    b.firstClass[at] = 0
    b.lastClass[at] = 0
  }

  #add(at: number, holder: number, data: string): void {
    const b = this.#blocks
    if (!this.#open) {
      this.#open = true
      b.first[b.count] = at
      b.holder[b.count] = holder
    }
    b.last[b.count] = at
    const before = this.#words
    this.#scan(data)
    const words = this.#words - before
    const block = b.count
    const bits = this.#index.context[at] ?? 0
    b.words[block] = (b.words[block] ?? 0) + words
    if ((bits & IN.link) !== 0) b.linkWords[block] = (b.linkWords[block] ?? 0) + words
    if ((bits & (IN.strong | IN.heading)) !== 0) b.strongWords[block] = (b.strongWords[block] ?? 0) + words
  }

  #scan(data: string): void {
    const b = this.#blocks
    const block = b.count
    const { classes, lower } = this.#tables
    let [chars, stops, commas, ornaments, currencies, numbers, capitals] = [0, 0, 0, 0, 0, 0, 0]
    let print = b.print[block] ?? 0
    let hash = 0
    let last = 0
    for (let at = 0; at <= data.length; at++) {
      const code = at < data.length ? data.charCodeAt(at) : 32
      const bits = classes[code] ?? 0
      if ((bits & WORD) !== 0) {
        if (hash === 0) {
          hash = 0x811c9dc5
          if ((bits & DIGIT) !== 0) numbers++
          else if ((bits & CAPITAL) !== 0) capitals++
        }
        hash = mix(hash, lower[code] ?? code)
        chars++
        last = bits
      } else {
        if (hash !== 0) {
          b.wordHashes[this.#words++] = hash
          print = mix(print, hash)
          hash = 0
        }
        if (code > 32 && code !== 160) {
          chars++
          last = bits
          if (bits === STOP) stops++
          else if (bits === COMMA) commas++
          else if (bits === ORNAMENT) ornaments++
          else if ((bits & CURRENCY) !== 0) currencies++
        }
      }
      if (last !== 0 && b.firstClass[block] === 0) b.firstClass[block] = last
    }
    b.print[block] = print
    if (last !== 0) b.lastClass[block] = last
    b.chars[block] = (b.chars[block] ?? 0) + chars
    b.stops[block] = (b.stops[block] ?? 0) + stops
    b.commas[block] = (b.commas[block] ?? 0) + commas
    b.ornaments[block] = (b.ornaments[block] ?? 0) + ornaments
    b.currencies[block] = (b.currencies[block] ?? 0) + currencies
    b.numberWords[block] = (b.numberWords[block] ?? 0) + numbers
    b.capitalWords[block] = (b.capitalWords[block] ?? 0) + capitals
  }
}

function emptyBlocks(size: number, words: number): Blocks {
  const floats = (): Float32Array => new Float32Array(size + 1)
  const places = (): Int32Array => new Int32Array(size + 1)
  return {
    count: 0,
    first: places(),
    last: places(),
    holder: places(),
    context: places(),
    words: floats(),
    chars: floats(),
    linkWords: floats(),
    strongWords: floats(),
    numberWords: floats(),
    capitalWords: floats(),
    stops: floats(),
    commas: floats(),
    ornaments: floats(),
    currencies: floats(),
    print: places(),
    firstClass: new Uint8Array(size + 1),
    lastClass: new Uint8Array(size + 1),
    wordStart: places(),
    wordHashes: new Int32Array(words),
  }
}

const INK = /\S/

function isBlank(data: string): boolean {
  return !INK.test(data)
}

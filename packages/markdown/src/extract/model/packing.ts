// Typed arrays as text and back: how the model file carries its numbers.
import { HashTable } from '../blocks/hash-table.ts'
import type { KindTable } from '../kind/page-kind.ts'
import { pageKinds } from '../kind/page-kinds.ts'
import type { Forest } from './forest.ts'

/** Reads numbers off base64, little-endian, each run aligned to its own size. */
export class Unpacker {
  readonly #bytes: Uint8Array<ArrayBuffer>
  #at = 0

  /** Throws when the text is no base64. */
  constructor(base64: string) {
    this.#bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  }

  int32(count: number): Int32Array {
    return new Int32Array(this.#bytes.buffer, this.#take(count, 4), count)
  }

  float32(count: number): Float32Array {
    return new Float32Array(this.#bytes.buffer, this.#take(count, 4), count)
  }

  int16(count: number): Int16Array {
    return new Int16Array(this.#bytes.buffer, this.#take(count, 2), count)
  }

  int8(count: number): Int8Array {
    return new Int8Array(this.#bytes.buffer, this.#take(count, 1), count)
  }

  /** One number for itself. */
  count(): number {
    return this.int32(1)[0] ?? 0
  }

  #take(count: number, size: number): number {
    const start = Math.ceil(this.#at / size) * size
    this.#at = start + count * size
    return start
  }
}

/** The reverse of `Unpacker`. */
export class Packer {
  readonly #bytes: number[] = []

  add(values: Int32Array | Float32Array | Int16Array | Int8Array): this {
    while (this.#bytes.length % values.BYTES_PER_ELEMENT !== 0) this.#bytes.push(0)
    for (const byte of new Uint8Array(values.buffer, values.byteOffset, values.byteLength)) this.#bytes.push(byte)
    return this
  }

  count(value: number): this {
    return this.add(Int32Array.of(value))
  }

  base64(): string {
    return btoa(this.#bytes.map((byte) => String.fromCharCode(byte)).join(''))
  }
}

export function packForests(forests: readonly Forest[]): string {
  const packer = new Packer().count(forests.length)
  for (const { roots, column, value, right } of forests)
    packer.count(roots.length).count(column.length).add(roots).add(value).add(column).add(right)
  return packer.base64()
}

export function unpackForests(base64: string): Forest[] {
  const unpacker = new Unpacker(base64)
  return Array.from({ length: unpacker.count() }, () => {
    const [trees, nodes] = [unpacker.count(), unpacker.count()]
    return {
      roots: unpacker.int32(trees),
      value: unpacker.float32(nodes),
      column: unpacker.int16(nodes),
      right: unpacker.int16(nodes),
    }
  })
}

/** Scores of words are kept in steps of a thirtieth. */
export const WORD_SCORE_STEPS = 30

export function packWords(scores: ReadonlyMap<number, number>): string {
  const packer = new Packer().count(scores.size).add(Int32Array.from(scores.keys()))
  return packer.add(Int8Array.from(scores.values(), (score) => Math.round(score * WORD_SCORE_STEPS))).base64()
}

export function unpackWords(base64: string): HashTable {
  const unpacker = new Unpacker(base64)
  const count = unpacker.count()
  const hashes = unpacker.int32(count)
  const scores = unpacker.int8(count)
  const table = new HashTable(count)
  for (let at = 0; at < count; at++) table.set(hashes[at] ?? 0, (scores[at] ?? 0) / WORD_SCORE_STEPS)
  return table
}

/** @param marks in the order of the weights' rows */
export function packKindTable(marks: readonly number[], weights: Int8Array): string {
  return new Packer().count(marks.length).add(Int32Array.from(marks)).add(weights).base64()
}

export function unpackKindTable(base64: string): KindTable {
  const unpacker = new Unpacker(base64)
  const marks = unpacker.int32(unpacker.count())
  const rows = new HashTable(marks.length)
  for (let row = 0; row < marks.length; row++) rows.set(marks[row] ?? 0, row)
  return { rows, weights: unpacker.int8(marks.length * pageKinds.length) }
}

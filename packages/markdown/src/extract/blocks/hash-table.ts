// A map from 32-bit hashes to small numbers on typed arrays: asked for every word of a page.

export class HashTable {
  readonly #keys: Int32Array
  readonly #values: Float32Array
  readonly #mask: number

  /** @param size most entries there will be */
  constructor(size: number) {
    let slots = 16
    while (slots < size * 2) slots *= 2
    this.#keys = new Int32Array(slots)
    this.#values = new Float32Array(slots).fill(Number.NaN)
    this.#mask = slots - 1
  }

  set(hash: number, value: number): void {
    const slot = this.#slotOf(hash)
    this.#keys[slot] = hash
    this.#values[slot] = value
  }

  /** NaN when there is none. */
  get(hash: number): number {
    return this.#values[this.#slotOf(hash)] ?? Number.NaN
  }

  has(hash: number): boolean {
    return !Number.isNaN(this.get(hash))
  }

  #slotOf(hash: number): number {
    let slot = Math.imul(hash, 0x9e3779b1) >>> 7
    for (slot &= this.#mask; ; slot = (slot + 1) & this.#mask) {
      if (Number.isNaN(this.#values[slot]) || this.#keys[slot] === hash) return slot
    }
  }

  /** A set: every value is 1. */
  static of(hashes: readonly number[]): HashTable {
    const table = new HashTable(hashes.length)
    for (const hash of hashes) table.set(hash, 1)
    return table
  }
}

// A map bounded by bytes that forgets what was not read for longest. All operations take constant time.

interface Entry<T> {
  readonly value: T
  readonly bytes: number
}

export class ByteLru<T> {
  readonly #maxBytes: number
  readonly #onEvict: (key: string, value: T) => void
  readonly #entries = new Map<string, Entry<T>>()
  #bytes = 0

  constructor(maxBytes: number, onEvict: (key: string, value: T) => void = () => {}) {
    this.#maxBytes = maxBytes
    this.#onEvict = onEvict
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    // A Map remembers the order of insertion; putting the entry at the end makes that the order of use.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Keeps `value`; one that is larger than the whole bound is not kept. */
  set(key: string, value: T, bytes: number): void {
    this.delete(key)
    if (bytes > this.#maxBytes) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break
      this.delete(oldest)
      this.#onEvict(oldest, entry.value)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}

/** What an entry costs beyond its texts and bytes: the map's slot and the objects around. */
export const ENTRY_OVERHEAD_BYTES = 250

/** A copy that holds no more memory than it shows: a view would keep the whole buffer it was cut from. */
export function tight(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

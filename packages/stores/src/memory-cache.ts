// The response cache of one process.
import type { CacheEntry, ResponseCache } from '@kiosk/engine'
import { LRUCache } from 'lru-cache'
import { ENTRY_OVERHEAD_BYTES, tight } from './bytes.ts'

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024

export interface MemoryCacheOptions {
  /** Bodies, keys and overhead together; default 64 MiB. What was not read for longest goes first. */
  readonly maxBytes?: number
  readonly now?: () => number
}

export class MemoryCache implements ResponseCache {
  readonly #entries: LRUCache<string, CacheEntry>
  readonly #now: () => number

  constructor(options: MemoryCacheOptions = {}) {
    this.#entries = new LRUCache({ maxSize: options.maxBytes ?? DEFAULT_CACHE_BYTES })
    this.#now = options.now ?? Date.now
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get(key: string): CacheEntry | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined && entry.expiresAt <= this.#now()) {
      this.#entries.delete(key)
      return undefined
    }
    return entry
  }

  set(key: string, entry: CacheEntry): void {
    if (entry.expiresAt <= this.#now()) {
      this.#entries.delete(key)
      return
    }
    const body = tight(entry.body)
    const size = body.byteLength + 2 * key.length + ENTRY_OVERHEAD_BYTES
    this.#entries.set(key, { body, expiresAt: entry.expiresAt }, { size })
  }
}

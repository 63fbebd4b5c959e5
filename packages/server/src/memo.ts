// Short memory per provider, in this process.
import type { Clock, Memo } from '@kiosk/catalog'
import { LRUCache } from 'lru-cache'

const MAX_CHARS = 16 * 1024 * 1024

interface Note {
  readonly value: string
  readonly expiresAt: number
}

/** Memos that share one bound on their size; what was not read for longest goes first. */
export class Memos {
  readonly #notes = new LRUCache<string, Note>({ maxSize: MAX_CHARS })
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The memo of one provider: it sees no other's. */
  of(provider: string): Memo {
    const name = (key: string) => `${provider} ${key}`
    return {
      get: async (key) => this.#get(name(key)),
      set: async (key, value, ttlSec) => {
        const expiresAt = this.#clock.now().getTime() + ttlSec * 1000
        this.#notes.set(name(key), { value, expiresAt }, { size: name(key).length + value.length })
      },
      delete: async (key) => void this.#notes.delete(name(key)),
    }
  }

  #get(name: string): string | undefined {
    const note = this.#notes.get(name)
    if (note === undefined || note.expiresAt > this.#clock.now().getTime()) return note?.value
    this.#notes.delete(name)
    return undefined
  }
}

// Short memory per provider, in this process.
import type { Clock, Memo } from '@kiosk/catalog'

const MAX_CHARS = 16 * 1024 * 1024

interface Note {
  readonly value: string
  readonly expiresAt: number
}

/** Memos that share one bound on their size; the longest unused go first. */
export class Memos {
  readonly #notes = new Map<string, Note>()
  readonly #clock: Clock
  #chars = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The memo of one provider: it sees no other's. */
  of(provider: string): Memo {
    const name = (key: string) => `${provider} ${key}`
    return {
      get: async (key) => this.#get(name(key)),
      set: async (key, value, ttlSec) => this.#set(name(key), value, ttlSec),
      delete: async (key) => this.#delete(name(key)),
    }
  }

  #get(name: string): string | undefined {
    const note = this.#notes.get(name)
    if (note === undefined) return undefined
    this.#notes.delete(name)
    if (note.expiresAt <= this.#clock.now().getTime()) {
      this.#chars -= name.length + note.value.length
      return undefined
    }
    this.#notes.set(name, note)
    return note.value
  }

  #set(name: string, value: string, ttlSec: number): void {
    this.#delete(name)
    this.#notes.set(name, { value, expiresAt: this.#clock.now().getTime() + ttlSec * 1000 })
    this.#chars += name.length + value.length
    for (const oldest of this.#notes.keys()) {
      if (this.#chars <= MAX_CHARS) break
      this.#delete(oldest)
    }
  }

  #delete(name: string): void {
    const note = this.#notes.get(name)
    if (note === undefined) return
    this.#notes.delete(name)
    this.#chars -= name.length + note.value.length
  }
}

// Short cut from a raw body that was validated before to its cache entry, so that a hit needs neither parsing nor validation.

const MAX_BODY_CHARS = 2048
const MAX_CHARS = 8 * 1024 * 1024

/** Raw body → cache key, for bodies that were found valid. Bounded; the oldest go first. */
export class RecentInputs {
  #fresh = new Map<string, string>()
  #old = new Map<string, string>()
  #chars = 0

  /** @param scope slug, and the organization where answers are its own */
  find(scope: string, body: Buffer): string | undefined {
    if (body.length > MAX_BODY_CHARS) return undefined
    const text = scope + body.toString('latin1')
    const key = this.#fresh.get(text)
    if (key !== undefined) return key
    const old = this.#old.get(text)
    if (old !== undefined) this.#put(text, old)
    return old
  }

  remember(scope: string, body: Buffer, key: string): void {
    if (body.length <= MAX_BODY_CHARS) this.#put(scope + body.toString('latin1'), key)
  }

  /** Two generations in place of a linked list: an entry that was not asked for during a whole generation is dropped with it. */
  #put(text: string, key: string): void {
    this.#fresh.set(text, key)
    this.#chars += text.length + key.length
    if (this.#chars < MAX_CHARS / 2) return
    this.#old = this.#fresh
    this.#fresh = new Map()
    this.#chars = 0
  }
}

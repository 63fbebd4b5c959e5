// `req_` and a UUIDv7. Node's own makes 600 bytes of garbage an id, and every response has one.
import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4096
/** Hex digits of randomness in an id: 12 bits and 62 bits beside the version and the variant. */
const DIGITS = 19
const VARIANTS = '89ab'

export class RequestIds {
  #pool = ''
  #at = 0
  #now = Number.NaN
  #prefix = ''

  /** @param now milliseconds since 1970 */
  next(now: number): string {
    if (now !== this.#now) {
      this.#now = now
      const time = now.toString(16).padStart(12, '0')
      this.#prefix = `req_${time.slice(0, 8)}-${time.slice(8)}-7`
    }
    if (this.#at + DIGITS > this.#pool.length) {
      this.#pool = randomBytes(POOL_BYTES).toString('hex')
      this.#at = 0
    }
    const random = this.#pool.slice(this.#at, this.#at + DIGITS)
    this.#at += DIGITS
    const variant = VARIANTS[Number.parseInt(random.charAt(3), 16) & 3] ?? '8'
    return `${this.#prefix}${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7)}`
  }
}

import { OperationError } from '@kiosk/catalog'

/** Ids of tokens that were used, until they expire: a token serves once. */
export class UsedTokens {
  readonly #most: number
  /** Id → expiry, oldest first. */
  readonly #expiries = new Map<string, number>()

  /** @param most ids that are remembered at a time, some 300 bytes each */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#expiries.size
  }

  /** @param expiresAt from then on the token must be refused without asking here; milliseconds since 1970, like `now`
   * @returns false when the token was used before. Throws `OVERLOADED` when no more can be remembered: to forget one would open it
   * again. */
  use(jti: string, expiresAt: number, now: number): boolean {
    this.#forgetExpired(now)
    if (this.#expiries.has(jti)) return false
    if (this.#expiries.size >= this.#most) {
      throw new OperationError('OVERLOADED', 'Too many calls by session within a minute; try again in a moment.')
    }
    this.#expiries.set(jti, expiresAt)
    return true
  }

  /** Tokens come nearly in the order in which they expire; one that is out of order waits for those before it. */
  #forgetExpired(now: number): void {
    for (const [jti, expiresAt] of this.#expiries) {
      if (expiresAt > now) return
      this.#expiries.delete(jti)
    }
  }
}

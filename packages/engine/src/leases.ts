// Keeps the claims of running calls alive, all of them by one timer.
import type { Claim, Idempotency } from './ports.ts'

const RENEW_EVERY_MS = 10_000

export class Leases {
  readonly #idempotency: Idempotency
  readonly #now: () => number
  readonly #held = new Map<Claim, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(idempotency: Idempotency, now: () => number) {
    this.#idempotency = idempotency
    this.#now = now
  }

  /** Renews the claim until it is dropped. */
  hold(claim: Claim, leaseMs: number): void {
    this.#held.set(claim, leaseMs)
    this.#timer ??= setInterval(() => this.#renew(), RENEW_EVERY_MS).unref()
  }

  drop(claim: Claim): void {
    this.#held.delete(claim)
  }

  #renew(): void {
    for (const [claim, leaseMs] of this.#held) this.#idempotency.renew(claim, leaseMs, this.#now())
    if (this.#held.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}

// Requests a second: one token bucket per organization, refilled at the plan's rate.
import { OperationError } from '@kiosk/catalog'
import type { Plan } from './plans.ts'

export interface BurstState {
  readonly capacity: number
  readonly remaining: number
  /** Seconds until the bucket is full again. */
  readonly fullInSec: number
  readonly ratePerSec: number
}

interface Bucket {
  tokens: number
  at: number
}

/** Organizations in one generation. */
const MAX_BUCKETS = 50_000

/** Capacity of a plan's bucket: twice its rate, at least 10. */
export function burstCapacity(ratePerSec: number): number {
  return Math.max(10, 2 * ratePerSec)
}

export class RateLimiter {
  // Two generations: a bucket that nobody asked for while the younger one filled up is full again anyway, so it is dropped.
  #buckets = new Map<string, Bucket>()
  #older = new Map<string, Bucket>()

  /** Takes one token. Throws `RATE_LIMITED` when there is none. @param now monotonic milliseconds */
  take(organizationId: string, plan: Plan, now: number): void {
    if (plan.ratePerSec === null) return
    const bucket = this.#refilled(organizationId, plan.ratePerSec, now)
    if (bucket.tokens < 1) {
      const waitSec = Math.max(1, Math.ceil((1 - bucket.tokens) / plan.ratePerSec))
      throw new OperationError(
        'RATE_LIMITED',
        `The plan ${plan.name} allows ${plan.ratePerSec} requests a second; wait ${waitSec} s.`,
        { retryAfterSec: waitSec, details: { ratePerSec: plan.ratePerSec } },
      )
    }
    bucket.tokens -= 1
  }

  /** State for the headers; null when the plan has no rate. */
  state(organizationId: string, plan: Plan, now: number): BurstState | null {
    const { ratePerSec } = plan
    if (ratePerSec === null) return null
    const capacity = burstCapacity(ratePerSec)
    const { tokens } = this.#refilled(organizationId, ratePerSec, now)
    return {
      capacity,
      ratePerSec,
      remaining: Math.floor(tokens),
      fullInSec: Math.ceil((capacity - tokens) / ratePerSec),
    }
  }

  #refilled(organizationId: string, ratePerSec: number, now: number): Bucket {
    const capacity = burstCapacity(ratePerSec)
    const bucket = this.#bucket(organizationId, capacity, now)
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.at) / 1000) * ratePerSec)
    bucket.at = now
    return bucket
  }

  #bucket(organizationId: string, capacity: number, now: number): Bucket {
    const known = this.#buckets.get(organizationId)
    if (known !== undefined) return known
    const bucket = this.#older.get(organizationId) ?? { tokens: capacity, at: now }
    if (this.#buckets.size >= MAX_BUCKETS) {
      this.#older = this.#buckets
      this.#buckets = new Map()
    }
    this.#buckets.set(organizationId, bucket)
    return bucket
  }
}

// Whether and when a failed attempt is repeated. Every attempt of a call carries the same Idempotency-Key, so that a repeat never
// runs, or costs, a second time what had succeeded.
import type { KioskError } from './errors.ts'

export interface RetryState {
  /** Repeats so far that counted. */
  readonly repeats: number
  readonly maxRetries: number
  /** Whether the operation acts on somebody's account. */
  readonly acts: boolean
  /** 0 up to 1, anew each time. */
  readonly random: number
}

export interface Retry {
  readonly waitMs: number
  /** False while another attempt of the same call still runs: waiting for it is no repeat. */
  readonly counts: boolean
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** A service that asks for more patience is not waited for: the caller decides. */
const MOST_PATIENCE_SEC = 60

/** Null: the error stands. */
export function retryAfter(error: KioskError, { repeats, maxRetries, acts, random }: RetryState): Retry | null {
  const { code, retryAfterSec } = error
  if (code === 'IDEMPOTENCY_IN_FLIGHT') return { waitMs: 1000 * (retryAfterSec ?? 1), counts: false }
  if (repeats >= maxRetries || !isRepeatable(error, acts) || (retryAfterSec ?? 0) > MOST_PATIENCE_SEC) return null
  const backoffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** repeats)
  // Jitter: callers that failed together must not come back together. Never earlier than was asked for.
  return { waitMs: 1000 * (retryAfterSec ?? 0) + backoffMs * (0.5 + random / 2), counts: true }
}

function isRepeatable({ code, status, retryable }: KioskError, acts: boolean): boolean {
  // More units do not come by waiting.
  if (code === 'QUOTA_EXCEEDED') return false
  if (code === 'NO_ANSWER' || code === 'CLIENT_TIMEOUT') return true
  if (code === 'RATE_LIMITED' || code === 'OVERLOADED') return true
  // What was posted may have been, though the answer got lost behind the service, where no key protects it.
  if (acts) return false
  return retryable && (status >= 500 || status === 408 || status === 429)
}

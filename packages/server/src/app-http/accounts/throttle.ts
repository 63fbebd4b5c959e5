// Guesses at passwords, and whatever else is counted as them: few for each account, with growing waits, and a bounded number
// from each address. In memory, so that a guess costs no write; a restart forgets.
import { OperationError } from '@kiosk/catalog'
import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000
/** Failures of an account that cost no wait. */
const FREE_FAILURES = 5
const FIRST_WAIT_MS = MINUTE_MS / 2
const LONGEST_WAIT_MS = 15 * MINUTE_MS
/** After so long without a failure an account starts anew. */
const FORGET_MS = 60 * MINUTE_MS
const FAILURES_PER_ADDRESS = 30
const ADDRESS_WINDOW_MS = 15 * MINUTE_MS
/** Bounds the memory; what was not used for longest is forgotten first. */
const MOST_ENTRIES = 50_000

interface Account {
  failures: number
  /** Attempts that run right now: each may become a failure. */
  running: number
  lastFailureAt: number
}

interface Address {
  failures: number
  running: number
  windowEndsAt: number
}

/** One attempt; exactly one of its functions is called, once. */
export interface Attempt {
  succeeded(): void
  failed(): void
  /** It ended before the password was looked at. */
  abandoned(): void
}

/** @param now milliseconds since 1970 */
export class Throttle {
  readonly #now: () => number
  readonly #perAddress: number
  readonly #accounts = new LRUCache<string, Account>({ max: MOST_ENTRIES })
  readonly #addresses = new LRUCache<string, Address>({ max: MOST_ENTRIES })
  /** Accounts by the addresses from which their owners signed in. */
  readonly #owners = new LRUCache<string, true>({ max: MOST_ENTRIES })

  constructor(now: () => number, { perAddress = FAILURES_PER_ADDRESS } = {}) {
    this.#now = now
    this.#perAddress = perAddress
  }

  /** Throws RATE_LIMITED, whether or not there is such an account.
   * @param email null: the attempt is about no account, and only its address counts */
  begin(email: string | null, address: string): Attempt {
    const from = this.#address(address)
    const account = email === null ? null : this.#account(email, address)
    refuseAddress(from, this.#perAddress, this.#now())
    if (account !== null) refuseAccount(account, this.#now())
    const running = account === null ? [from] : [from, account]
    for (const one of running) one.running += 1
    const end = () => {
      for (const one of running) one.running -= 1
    }
    return {
      succeeded: () => {
        end()
        if (account !== null) account.failures = 0
        if (email !== null) this.#owners.set(ownerKey(email, address), true)
      },
      failed: () => {
        end()
        from.failures += 1
        if (account === null) return
        account.failures += 1
        account.lastFailureAt = this.#now()
      },
      abandoned: end,
    }
  }

  #account(email: string, address: string): Account {
    // Who has signed in from an address is counted by themselves there: else anyone could lock them out by failing.
    const owner = ownerKey(email, address)
    const key = this.#owners.has(owner) ? owner : email
    const known = this.#accounts.get(key)
    if (known !== undefined) {
      if (known.lastFailureAt + FORGET_MS <= this.#now()) known.failures = 0
      return known
    }
    const fresh = { failures: 0, running: 0, lastFailureAt: 0 }
    this.#accounts.set(key, fresh)
    return fresh
  }

  #address(address: string): Address {
    const known = this.#addresses.get(address)
    const windowEndsAt = this.#now() + ADDRESS_WINDOW_MS
    if (known !== undefined) {
      if (known.windowEndsAt <= this.#now()) Object.assign(known, { failures: 0, windowEndsAt })
      return known
    }
    const fresh = { failures: 0, running: 0, windowEndsAt }
    this.#addresses.set(address, fresh)
    return fresh
  }
}

function ownerKey(email: string, address: string): string {
  return `${email} ${address}`
}

function refuseAddress({ failures, running, windowEndsAt }: Address, most: number, now: number): void {
  if (failures >= most) throw tooMany(windowEndsAt - now)
  // What runs at once counts as if it failed, or a hundred guesses at once would all be let through.
  if (failures + running >= most) throw tooMany(0)
}

function refuseAccount({ failures, running, lastFailureAt }: Account, now: number): void {
  if (failures < FREE_FAILURES) {
    if (failures + running >= FREE_FAILURES) throw tooMany(0)
    return
  }
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES))
  const leftMs = lastFailureAt + waitMs - now
  if (leftMs > 0 || running > 0) throw tooMany(leftMs)
}

function tooMany(leftMs: number): OperationError {
  const retryAfterSec = Math.max(1, Math.ceil(leftMs / 1000))
  return new OperationError('RATE_LIMITED', `Too many attempts; try again in ${retryAfterSec} s.`, {
    retryAfterSec,
  })
}

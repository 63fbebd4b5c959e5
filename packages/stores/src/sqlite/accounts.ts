// Counters of units in memory, one per organization and month. This process owns the file, so they are exact.
import type { Balance, Reservation } from '@kiosk/engine'
import type { Reader } from './database/reader.ts'

// Idle accounts beyond this are forgotten and read again when they are needed.
const MOST_ACCOUNTS = 50_000

interface Account {
  readonly organizationId: string
  readonly period: string
  /** Settled and durable. */
  used: number
  reserved: number
  /** `used` may be behind the database: read it before it is trusted. */
  isStale: boolean
}

/** A reservation that this ledger made, and what became of it. */
export class HeldReservation implements Reservation {
  readonly organizationId: string
  readonly period: string
  readonly units: number
  readonly #account: Account
  readonly #refresh: (account: Account) => void
  #state: 'open' | 'settling' | 'closed' = 'open'
  #isGivenUp = false

  constructor(account: Account, units: number, refresh: (account: Account) => void) {
    this.organizationId = account.organizationId
    this.period = account.period
    this.units = units
    this.#account = account
    this.#refresh = refresh
    account.reserved += units
  }

  /** Throws `TypeError` when it was settled or released before: its units are not there twice.
   * Throws `StoreUnavailable` when the account cannot be trusted nor read. */
  startSettling(): void {
    if (this.#state !== 'open') throw new TypeError('This reservation was settled or released before.')
    // Read now or not at all: with this commit under way a reading would count it, and its end would count it again.
    this.#refresh(this.#account)
    this.#state = 'settling'
  }

  settled(): void {
    this.#close()
    this.#account.used += this.units
  }

  notSettled(): void {
    this.#state = 'open'
    if (this.#isGivenUp) this.release()
  }

  /** While a commit is under way nobody knows whether the units are spent: then they are given back when it failed. */
  release(): void {
    if (this.#state === 'settling') this.#isGivenUp = true
    if (this.#state === 'open') this.#close()
  }

  #close(): void {
    this.#state = 'closed'
    this.#account.reserved -= this.units
  }
}

export class Accounts {
  readonly #reader: Reader
  readonly #byPeriod = new Map<string, Map<string, Account>>()
  #size = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** @returns null when the units do not fit. Throws `StoreUnavailable` when the counter cannot be read. */
  reserve(organizationId: string, period: string, units: number, limit: number | null): HeldReservation | null {
    const account = this.#account(organizationId, period)
    if (limit !== null && account.used + account.reserved + units > limit) return null
    return new HeldReservation(account, units, (held) => this.#refresh(held))
  }

  balance(organizationId: string, period: string, limit: number | null): Balance {
    const { used, reserved } = this.#account(organizationId, period)
    return { used: used + reserved, limit }
  }

  /** A commit ended with an unknown outcome: the database knows better than these counters. */
  distrust(): void {
    for (const accounts of this.#byPeriod.values()) {
      for (const account of accounts.values()) account.isStale = true
    }
  }

  #account(organizationId: string, period: string): Account {
    const known = this.#byPeriod.get(period)?.get(organizationId)
    if (known !== undefined) {
      this.#refresh(known)
      return known
    }
    const used = this.#readUsed(organizationId, period)
    this.#makeRoom()
    const account = { organizationId, period, used, reserved: 0, isStale: false }
    const accounts = this.#byPeriod.get(period) ?? new Map<string, Account>()
    this.#byPeriod.set(period, accounts.set(organizationId, account))
    this.#size += 1
    return account
  }

  #refresh(account: Account): void {
    if (!account.isStale) return
    account.used = this.#readUsed(account.organizationId, account.period)
    account.isStale = false
  }

  #readUsed(organizationId: string, period: string): number {
    const row = this.#reader.read((statements) =>
      statements.of('SELECT used FROM usage WHERE organization = ? AND period = ?').get(organizationId, period),
    )
    return Number(row?.used ?? 0)
  }

  #makeRoom(): void {
    if (this.#size < MOST_ACCOUNTS) return
    for (const [period, accounts] of this.#byPeriod) {
      for (const [organizationId, { reserved }] of accounts) {
        if (reserved !== 0) continue
        accounts.delete(organizationId)
        this.#size -= 1
        if (this.#size < MOST_ACCOUNTS) return
      }
      if (accounts.size === 0) this.#byPeriod.delete(period)
    }
  }
}

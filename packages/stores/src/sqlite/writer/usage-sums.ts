// Sums of units and calls, made from request rows: one update per organization, operation and day, whatever the batch holds.
import type { OperationUsage } from '@kiosk/engine'
import type { Statements } from '../database/database.ts'
import { type Cell, REQUEST_CELLS, requestCell } from './messages.ts'

const DAY_MS = 86_400_000

interface OperationSum {
  readonly slug: string
  /** YYYY-MM-DD, within the period. */
  readonly day: string
  calls: number
  units: number
  cacheHits: number
  failures: number
}

interface AccountSum {
  readonly organization: string
  readonly period: string
  used: number
  /** By day and slug. */
  readonly operations: Map<string, OperationSum>
}

export class UsageSums {
  readonly #accounts = new Map<string, AccountSum>()
  #day = { number: Number.NaN, name: '' }

  accounts(): Iterable<AccountSum> {
    return this.#accounts.values()
  }

  /** Adds whole request rows.
   * @param only leaves out the rows of other accounts */
  add(rows: readonly Cell[], only?: { readonly organization: string; readonly period: string }): void {
    for (let at = 0; at < rows.length; at += REQUEST_CELLS) {
      const organization = String(rows[at + requestCell.organization])
      const period = String(rows[at + requestCell.period])
      if (only !== undefined && (only.organization !== organization || only.period !== period)) continue
      const spent = Number(rows[at + requestCell.spent])
      const status = Number(rows[at + requestCell.status])
      const slug = String(rows[at + requestCell.slug])
      const hasRun = rows[at + requestCell.replayed] === 0
      const successful = hasRun && status >= 200 && status < 300
      const failed = hasRun && status >= 400 && slug !== ''
      if (!successful && !failed && spent === 0) continue
      const account = this.#account(organization, period)
      account.used += spent
      const operation = operationOf(account, slug, dayWithin(period, this.#dayAt(Number(rows[at + requestCell.at]))))
      operation.units += spent
      if (failed) operation.failures += 1
      if (successful) operation.calls += 1
      if (successful && rows[at + requestCell.cache] === 'HIT') operation.cacheHits += 1
    }
  }

  #account(organization: string, period: string): AccountSum {
    const id = `${period} ${organization}`
    let account = this.#accounts.get(id)
    if (account === undefined) {
      account = { organization, period, used: 0, operations: new Map() }
      this.#accounts.set(id, account)
    }
    return account
  }

  /** The rows of a batch are nearly all of one day, and writing a date costs as much as the rest of a row's sum. */
  #dayAt(at: number): string {
    const number = Math.floor(at / DAY_MS)
    if (this.#day.number !== number) this.#day = { number, name: new Date(at).toISOString().slice(0, 10) }
    return this.#day.name
  }
}

/** The day itself, or the nearest one of the month that the units are booked in. */
function dayWithin(period: string, day: string): string {
  if (day.startsWith(period)) return day
  if (day < period) return `${period}-01`
  const [year, month] = period.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10)
}

function operationOf(account: AccountSum, slug: string, day: string): OperationSum {
  const id = `${day} ${slug}`
  let operation = account.operations.get(id)
  if (operation === undefined) {
    operation = { slug, day, calls: 0, units: 0, cacheHits: 0, failures: 0 }
    account.operations.set(id, operation)
  }
  return operation
}

function isInUsage({ calls, units }: OperationSum): boolean {
  return calls !== 0 || units !== 0
}

const ADD_USED = `
  INSERT INTO usage (organization, period, used) VALUES (?, ?, ?)
  ON CONFLICT (organization, period) DO UPDATE SET used = used + excluded.used`
const ADD_OPERATION = `
  INSERT INTO operation_usage (organization, period, slug, calls, units, cache_hits) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (organization, period, slug) DO UPDATE SET calls = calls + excluded.calls, units = units + excluded.units,
    cache_hits = cache_hits + excluded.cache_hits`
const ADD_DAY = `
  INSERT INTO daily_usage (organization, day, slug, calls, units, cache_hits, failures) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (organization, day, slug) DO UPDATE SET calls = calls + excluded.calls, units = units + excluded.units,
    cache_hits = cache_hits + excluded.cache_hits, failures = failures + excluded.failures`

/** Adds the sums to the tables; inside the caller's transaction. */
export function addUsage(statements: Statements, sums: UsageSums): void {
  for (const { organization, period, used, operations } of sums.accounts()) {
    if (used !== 0) statements.of(ADD_USED).run(organization, period, used)
    for (const sum of operations.values()) {
      const { slug, day, calls, units, cacheHits, failures } = sum
      if (isInUsage(sum)) statements.of(ADD_OPERATION).run(organization, period, slug, calls, units, cacheHits)
      statements.of(ADD_DAY).run(organization, day, slug, calls, units, cacheHits, failures)
    }
  }
}

/** Calls of a month by operation, as far as they are committed. */
export function readUsage(statements: Statements, organization: string, period: string): OperationUsage[] {
  return statements
    .of('SELECT slug, calls, units, cache_hits FROM operation_usage WHERE organization = ? AND period = ?')
    .all(organization, period)
    .map((row) => ({
      slug: String(row.slug),
      calls: Number(row.calls),
      units: Number(row.units),
      cacheHits: Number(row.cache_hits),
    }))
}

/** Committed usage and sums that are not yet, together: most units first, then most calls. */
export function mergeUsage(committed: readonly OperationUsage[], sums: UsageSums): OperationUsage[] {
  const merged = new Map<string, OperationUsage>(committed.map((usage) => [usage.slug, usage]))
  for (const account of sums.accounts()) {
    for (const sum of account.operations.values()) {
      if (!isInUsage(sum)) continue
      const { slug } = sum
      const before = merged.get(slug) ?? { slug, calls: 0, units: 0, cacheHits: 0 }
      merged.set(slug, {
        slug,
        calls: before.calls + sum.calls,
        units: before.units + sum.units,
        cacheHits: before.cacheHits + sum.cacheHits,
      })
    }
  }
  return [...merged.values()].sort((a, b) => b.units - a.units || b.calls - a.calls || (a.slug < b.slug ? -1 : 1))
}

// Sums of units and calls, made from request rows: one update per organization and operation, whatever the batch holds.
import type { OperationUsage } from '@kiosk/engine'
import type { Statements } from '../database/database.ts'
import { type Cell, REQUEST_CELLS, requestCell } from './messages.ts'

interface OperationSum {
  calls: number
  units: number
  cacheHits: number
}

interface AccountSum {
  readonly organization: string
  readonly period: string
  used: number
  readonly operations: Map<string, OperationSum>
}

export class UsageSums {
  readonly #accounts = new Map<string, AccountSum>()

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
      const successful = status >= 200 && status < 300 && rows[at + requestCell.replayed] === 0
      if (!successful && spent === 0) continue
      const account = this.#account(organization, period)
      account.used += spent
      const operation = operationOf(account, String(rows[at + requestCell.slug]))
      operation.units += spent
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
}

function operationOf(account: AccountSum, slug: string): OperationSum {
  let operation = account.operations.get(slug)
  if (operation === undefined) {
    operation = { calls: 0, units: 0, cacheHits: 0 }
    account.operations.set(slug, operation)
  }
  return operation
}

const ADD_USED = `
  INSERT INTO usage (organization, period, used) VALUES (?, ?, ?)
  ON CONFLICT (organization, period) DO UPDATE SET used = used + excluded.used`
const ADD_OPERATION = `
  INSERT INTO operation_usage (organization, period, slug, calls, units, cache_hits) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (organization, period, slug) DO UPDATE SET calls = calls + excluded.calls, units = units + excluded.units,
    cache_hits = cache_hits + excluded.cache_hits`

/** Adds the sums to the tables; inside the caller's transaction. */
export function addUsage(statements: Statements, sums: UsageSums): void {
  for (const { organization, period, used, operations } of sums.accounts()) {
    if (used !== 0) statements.of(ADD_USED).run(organization, period, used)
    for (const [slug, sum] of operations) {
      statements.of(ADD_OPERATION).run(organization, period, slug, sum.calls, sum.units, sum.cacheHits)
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
    for (const [slug, sum] of account.operations) {
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

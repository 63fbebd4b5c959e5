// The reports on their tables: what runs in the report thread.
import type { DailyUsage, LoggedRequest, OperationHealth, RequestPage, RequestQuery } from '../../reports.ts'
import type { Statements } from '../database/database.ts'
import { readOperationHealth } from './operation-health.ts'
import { readRequest, readRequests } from './request-log.ts'

export class ReportQueries {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  dailyUsage(organizationId: string, from: string, to: string): DailyUsage[] {
    return this.#statements
      .of(`SELECT day, slug, calls, units, cache_hits, failures FROM daily_usage
           WHERE organization = ? AND day BETWEEN ? AND ? ORDER BY day, slug`)
      .all(organizationId, from, to)
      .map((row) => ({
        day: String(row.day),
        slug: String(row.slug),
        calls: Number(row.calls),
        units: Number(row.units),
        cacheHits: Number(row.cache_hits),
        failures: Number(row.failures),
      }))
  }

  spent(organizationId: string, period: string): number {
    const row = this.#statements
      .of('SELECT used FROM usage WHERE organization = ? AND period = ?')
      .get(organizationId, period)
    return Number(row?.used ?? 0)
  }

  requests(organizationId: string, query: RequestQuery): RequestPage {
    return readRequests(this.#statements, organizationId, query)
  }

  request(organizationId: string, requestId: string): LoggedRequest | null {
    return readRequest(this.#statements, organizationId, requestId)
  }

  operationHealth(organizationId: string, sinceMs: number): OperationHealth[] {
    return readOperationHealth(this.#statements, organizationId, sinceMs)
  }
}

export type ReportMethod = keyof ReportQueries

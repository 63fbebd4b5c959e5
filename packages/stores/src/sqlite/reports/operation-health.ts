// How the calls of an organization went, by operation, from its request log.
import type { OperationHealth } from '../../reports.ts'
import type { Statements } from '../database/database.ts'
import type { Row } from '../directory/organization-rows.ts'

const CALLS_SINCE = `
  SELECT slug, status, code, cache, duration_ms, at FROM requests INDEXED BY requests_by_organization
  WHERE organization = ? AND at >= ? AND slug <> '' AND replayed = 0 ORDER BY at`

interface Tally {
  calls: number
  ok: number
  readonly durationsMs: number[]
  readonly failures: Map<string, { count: number; lastAt: number }>
}

export function readOperationHealth(
  statements: Statements,
  organizationId: string,
  sinceMs: number,
): OperationHealth[] {
  const tallies = new Map<string, Tally>()
  for (const row of statements.of(CALLS_SINCE).iterate(organizationId, sinceMs)) {
    const slug = String(row.slug)
    const tally = tallies.get(slug) ?? { calls: 0, ok: 0, durationsMs: [], failures: new Map() }
    tallies.set(slug, tally)
    if (!isRefusal(row)) count(tally, row)
  }
  return [...tallies].map(healthOf).sort((a, b) => b.calls - a.calls || (a.slug < b.slug ? -1 : 1))
}

/** Answered for what the caller sent, or how often, or for what does not exist: that says nothing of the operation. */
function isRefusal({ status }: Row): boolean {
  return Number(status) >= 400 && Number(status) < 500
}

function count(tally: Tally, row: Row): void {
  const status = Number(row.status)
  tally.calls += 1
  // A hit takes no time and would hide how long the operation does.
  if (row.cache !== 'HIT') tally.durationsMs.push(Number(row.duration_ms))
  if (status >= 200 && status < 300) {
    tally.ok += 1
    return
  }
  const code = row.code === null ? 'INTERNAL' : String(row.code)
  const before = tally.failures.get(code)?.count ?? 0
  tally.failures.set(code, { count: before + 1, lastAt: Number(row.at) })
}

function healthOf([slug, { calls, ok, durationsMs, failures }]: readonly [string, Tally]): OperationHealth {
  durationsMs.sort((a, b) => a - b)
  return {
    slug,
    calls,
    ok,
    p50Ms: percentile(durationsMs, 0.5),
    p95Ms: percentile(durationsMs, 0.95),
    failures: [...failures]
      .map(([code, { count, lastAt }]) => ({ code, count, lastAt }))
      .sort((a, b) => b.count - a.count || b.lastAt - a.lastAt),
  }
}

/** By nearest rank: always a duration that was measured. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null
}

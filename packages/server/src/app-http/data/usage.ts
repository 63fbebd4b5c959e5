// What an organization spent this month, by day and by operation, and where that leads.
import { notFound } from '@kiosk/catalog'
import type { usage } from '@kiosk/dashboard'
import { monthAt, type Plans, planOf, unitLimit } from '@kiosk/engine'
import type { DailyUsage, Directory } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { sessionOf } from '../session-scope.ts'
import { alerts, forecast } from './forecast.ts'

type Usage = z.infer<typeof usage>
type Tally = Pick<DailyUsage, 'calls' | 'units' | 'cacheHits' | 'failures'>

const DAY_MS = 86_400_000

export interface UsageRoutesDeps {
  readonly directory: Directory
  readonly plans: Plans
  readonly now: () => number
}

export function addUsageRoutes(scope: FastifyInstance, { directory, plans, now: clock }: UsageRoutesDeps): void {
  scope.get('/api/usage', async (request): Promise<Usage> => {
    const { organizationId } = sessionOf(request)
    const now = clock()
    const month = monthAt(now)
    const days = daysUpTo(now, month.startsAt)
    const [organization, used, rows] = await Promise.all([
      directory.organizationById(organizationId),
      directory.spent(organizationId, month.period),
      directory.dailyUsage(organizationId, dayOf(month.startsAt), dayOf(now)),
    ])
    if (organization === null) throw notFound('This organization is gone.')
    const limit = unitLimit(planOf(plans, organization), organization)
    return {
      period: month.period,
      quota: {
        limit,
        used,
        remaining: limit === null ? null : Math.max(0, limit - used),
        resetsAt: month.resetsAt,
      },
      forecast: forecast(used, limit, month, now),
      days: days.map((day) => ({ day, ...sumOf(rows.filter((row) => row.day === day)) })),
      operations: byOperation(rows),
      alerts: alerts(used, limit),
    }
  })
}

function daysUpTo(now: number, startsAt: number): string[] {
  const count = Math.floor((now - startsAt) / DAY_MS) + 1
  return Array.from({ length: count }, (_, at) => dayOf(startsAt + at * DAY_MS))
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Most units first. */
function byOperation(rows: readonly DailyUsage[]): Usage['operations'] {
  const groups = Object.entries(Object.groupBy(rows, ({ slug }) => slug))
  return groups
    .map(([slug, own = []]) => ({ slug, ...sumOf(own) }))
    .sort((a, b) => b.units - a.units || b.calls - a.calls || (a.slug < b.slug ? -1 : 1))
}

function sumOf(rows: readonly Tally[]): Tally {
  const sum = { calls: 0, units: 0, cacheHits: 0, failures: 0 }
  for (const { calls, units, cacheHits, failures } of rows) {
    sum.calls += calls
    sum.units += units
    sum.cacheHits += cacheHits
    sum.failures += failures
  }
  return sum
}

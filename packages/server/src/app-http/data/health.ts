import type { operationHealth } from '@kiosk/dashboard'
import type { Directory } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { sessionOf } from '../session-scope.ts'

const DAY_MS = 86_400_000

export interface HealthRoutesDeps {
  readonly directory: Directory
  readonly now: () => number
}

/** How the organization's own calls of the last 24 hours went. */
export function addHealthRoutes(scope: FastifyInstance, { directory, now }: HealthRoutesDeps): void {
  scope.get('/api/health', async (request): Promise<z.infer<typeof operationHealth>> => {
    const rows = await directory.operationHealth(sessionOf(request).organizationId, now() - DAY_MS)
    const operations = rows.map(({ slug, calls, ok, p50Ms, p95Ms, failures }) => ({
      slug,
      calls,
      successRate: calls === 0 ? null : ok / calls,
      p50Ms,
      p95Ms,
      failures: failures.map(({ code, count, lastAt }) => ({ code, count, lastAt: new Date(lastAt).toISOString() })),
    }))
    return { operations }
  })
}

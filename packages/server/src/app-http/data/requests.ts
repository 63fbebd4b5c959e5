// The request log of an organization: pages, one request, and all as a table file.
import { Readable } from 'node:stream'
import { notFound } from '@kiosk/catalog'
import { type requestPage, requestQuery } from '@kiosk/dashboard'
import type { Directory, LoggedRequest, RequestQuery } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseInput } from '../input.ts'
import { sessionOf } from '../session-scope.ts'
import { CSV_PAGE_ROWS, requestCsv } from './requests-csv.ts'

type RequestPage = z.infer<typeof requestPage>

export interface RequestRoutesDeps {
  readonly directory: Directory
  readonly now: () => number
}

export function addRequestRoutes(scope: FastifyInstance, { directory, now }: RequestRoutesDeps): void {
  scope.get('/api/requests', async (request): Promise<RequestPage> => {
    const { organizationId } = sessionOf(request)
    const page = await directory.requests(organizationId, queryOf(parseInput(requestQuery, request.query, 'query')))
    return { requests: page.requests.map(shown), next: page.next }
  })

  scope.get('/api/requests.csv', async (request, reply) => {
    const { organizationId } = sessionOf(request)
    const { cursor: _, ...filters } = parseInput(requestQuery, request.query, 'query')
    const query = queryOf({ ...filters, limit: CSV_PAGE_ROWS })
    // The first page comes before the headers: an outage is then a refusal, not half a file.
    const first = await directory.requests(organizationId, query)
    const next = (cursor: string) => directory.requests(organizationId, { ...query, cursor })
    const day = new Date(now()).toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="kiosk-requests-${day}.csv"`)
      .send(Readable.from(requestCsv(first, next)))
  })

  scope.get('/api/requests/:requestId', async (request) => {
    const { organizationId } = sessionOf(request)
    const { requestId } = parseInput(z.object({ requestId: z.string() }), request.params, 'path')
    const found = await directory.request(organizationId, requestId)
    if (found === null) throw notFound('The log has no such request; it keeps them for 30 days.')
    return shown(found)
  })
}

function queryOf(query: z.output<typeof requestQuery>): RequestQuery {
  const { operation, status, code, key, from, to, cursor, limit } = query
  return {
    limit,
    ...(operation !== undefined && { slug: operation }),
    ...(status !== undefined && { status: status.endsWith('xx') ? { class: Number(status[0]) } : Number(status) }),
    ...(code !== undefined && { code }),
    ...(key !== undefined && { keyId: key }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
    ...(cursor !== undefined && { cursor }),
  }
}

function shown({ organizationId: _, at, ...row }: LoggedRequest): RequestPage['requests'][number] {
  return { ...row, at: new Date(at).toISOString() }
}

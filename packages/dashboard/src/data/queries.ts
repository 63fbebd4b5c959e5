// What the pages read, with how long each stays fresh. One key for each route.
import { infiniteQueryOptions, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { api, type RequestFilters } from '../api/client.ts'
import type { Me } from '../api/schemas.ts'
import { chooseOrganization, hasChosenOrganization } from './organization-choice.ts'

const SECOND = 1000

export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  queryFn: ({ signal }) => api.instance(signal),
  staleTime: 300 * SECOND,
})

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: readMe,
  staleTime: 60 * SECOND,
})

/** The remembered organization may be gone, or no longer ours: then the server chooses, and what was read for it goes. */
async function readMe({ signal, client }: QueryFunctionContext): Promise<Me> {
  try {
    return await api.me(signal)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404 || !hasChosenOrganization()) throw error
    chooseOrganization(null)
    const me = await api.me(signal)
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    return me
  }
}

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => api.keys(signal) })

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => api.usage(signal),
  staleTime: 15 * SECOND,
})

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api.health(signal),
  staleTime: 30 * SECOND,
})

/** Asks again each minute while the document is degraded, so that its banner goes by itself. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => api.catalog(signal),
  staleTime: 300 * SECOND,
  refetchInterval: (query) => (query.state.data?.degraded ? 60 * SECOND : false),
})

export const membersQuery = queryOptions({ queryKey: ['members'], queryFn: ({ signal }) => api.members(signal) })

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => readSessions(signal) })

async function readSessions(signal: AbortSignal) {
  const [sessions, current] = await Promise.all([api.sessions(signal), api.currentSession(signal)])
  return sessions.map((session) => ({ ...session, isCurrent: session.id === current?.session.id }))
}

/** @param filters without `cursor`, which the pages of the query set */
export function requestsQuery(filters: Omit<RequestFilters, 'cursor'>) {
  return infiniteQueryOptions({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam, signal }) => api.requests({ ...filters, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
}

export function requestQuery(requestId: string) {
  return queryOptions({ queryKey: ['request', requestId], queryFn: ({ signal }) => api.request(requestId, signal) })
}

export function invitationQuery(id: string) {
  return queryOptions({ queryKey: ['invitation', id], queryFn: ({ signal }) => api.invitation(id, signal) })
}

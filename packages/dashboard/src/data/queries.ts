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

/** Asked again by itself: a window that is left open tells of a quota that runs out, too. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => api.usage(signal),
  staleTime: 15 * SECOND,
  refetchInterval: 60 * SECOND,
})

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api.health(signal),
  staleTime: 30 * SECOND,
})

/** Asked again by itself, so that the banner of a degraded document comes and goes without a reload. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => api.catalog(signal),
  staleTime: 30 * SECOND,
  refetchInterval: (query) => (query.state.data?.degraded ? 5 : 15) * SECOND,
})

export const membersQuery = queryOptions({ queryKey: ['members'], queryFn: ({ signal }) => api.members(signal) })

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => api.sessions(signal) })

export const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: ({ signal }) => api.passkeys(signal) })

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

// The two small looks into the request log that the overview takes.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { LoggedRequest } from '../../parts/api-types.ts'

const SHOWN = 6

export const recentErrorsQuery = queryOptions({
  queryKey: ['requests', 'recent-errors'],
  queryFn: async ({ signal }) => {
    // The log filters by one class of status at a time.
    const pages = await Promise.all(
      (['4xx', '5xx'] as const).map((status) => api.requests({ status, limit: SHOWN }, signal)),
    )
    return newest(pages.flatMap(({ requests }) => requests))
  },
})

export function newest(requests: readonly LoggedRequest[]): LoggedRequest[] {
  return [...requests].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN)
}

/** Whether the log holds any call; the log keeps 30 days. */
export const anyCallQuery = queryOptions({
  queryKey: ['requests', 'any'],
  queryFn: async ({ signal }) => (await api.requests({ limit: 1 }, signal)).requests.length > 0,
})

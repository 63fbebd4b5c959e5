import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, mayPass } from '../api/api-error.ts'

const MOST_RETRIES = 2

/** @param onSessionEnd called when any call, of a query or a mutation, is refused for want of a session */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  const onError = (error: Error, meta: Record<string, unknown> | undefined) => {
    if (error instanceof ApiError && error.status === 401 && !meta?.signsIn) onSessionEnd()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => onError(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        retry: (count, error) => count < MOST_RETRIES && mayPass(error),
        retryDelay: (count, error) => 1000 * Math.min(waitOf(error) ?? 2 ** count, 10),
        refetchOnWindowFocus: true,
        staleTime: 10_000,
      },
      // A call that changes something is never sent twice by itself.
      mutations: { retry: false },
    },
  })
}

function waitOf(error: Error): number | undefined {
  return error instanceof ApiError ? error.retryAfterSec : undefined
}

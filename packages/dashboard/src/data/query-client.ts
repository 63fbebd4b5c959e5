import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, mayPass } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { createHealer } from './healer.ts'

/** Unseen; after them a failure is told, and what failed is asked again once the service is back. */
const MOST_RETRIES = 1

/** @param onSessionEnd called when any call, of a query or a mutation, is refused for want of a session */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  const onError = (error: Error, meta: Record<string, unknown> | undefined) => {
    if (error instanceof ApiError && error.status === 401 && !meta?.signsIn) onSessionEnd()
  }
  const onAway = createHealer(
    looksBack,
    () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
  )
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error, query.meta)
        if (mayPass(error)) onAway()
      },
    }),
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
  return client
}

/** Rejects while the service, or its store of sessions, is away. */
async function looksBack(): Promise<void> {
  try {
    await api.me()
  } catch (error) {
    // Any other refusal is an answer, which the queries will get as well.
    if (mayPass(error)) throw error
  }
}

function waitOf(error: Error): number | undefined {
  return error instanceof ApiError ? error.retryAfterSec : undefined
}

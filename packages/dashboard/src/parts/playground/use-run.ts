import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, unexpectedAnswer } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { receiptOf } from '../answers/receipt.ts'
import type { Body } from '../schema-form/form-value.ts'
import type { Outcome } from './run.ts'

/** Within this time every call stands in the log: those that cost nothing are written a moment after their answer. */
const LOGGED_MS = 600

export interface RunRequest {
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
}

export interface Runner {
  readonly start: (request: RunRequest) => void
  readonly cancel: () => void
  readonly isRunning: boolean
  readonly outcome: Outcome | null
  /** The body that the outcome is about. */
  readonly sent: Body | null
}

/** Runs an operation through the app. A page that is left ends its run. */
export function useRun(slug: string): Runner {
  const queries = useQueryClient()
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: (request: RunRequest) => {
      controller.current = new AbortController()
      return outcomeOf(slug, request, controller.current.signal)
    },
    // Units were spent and a line was logged, whatever came of it.
    onSettled: (outcome) => {
      const isAway = outcome?.kind === 'refusal' && outcome.error.code === 'SERVICE_UNAVAILABLE'
      const touched = ['usage', 'requests', 'health', ...(isAway ? ['catalog'] : [])]
      const readAnew = () => {
        for (const name of touched) void queries.invalidateQueries({ queryKey: [name] })
      }
      readAnew()
      setTimeout(readAnew, LOGGED_MS)
    },
  })
  return {
    start: mutation.mutate,
    cancel: () => {
      controller.current?.abort()
      mutation.reset()
    },
    isRunning: mutation.isPending,
    outcome: mutation.data ?? null,
    sent: mutation.variables?.body ?? null,
  }
}

/** Throws only when the session has ended, or the run was cancelled. */
async function outcomeOf(slug: string, { body, headers }: RunRequest, signal: AbortSignal): Promise<Outcome> {
  const startedAt = performance.now()
  try {
    const response = await api.play(slug, JSON.stringify(body), { signal, headers })
    const answer: unknown = await response.json().catch(() => {
      throw unexpectedAnswer(response, slug)
    })
    return { kind: 'answer', answer, receipt: receiptOf(response.headers, performance.now() - startedAt) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { kind: 'refusal', error, receipt: receiptOf(error.headers, performance.now() - startedAt) }
  }
}

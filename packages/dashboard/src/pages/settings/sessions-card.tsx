import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { sentenceOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { OwnSession } from '../../api/schemas.ts'
import { browserName } from '../../data/browser-name.ts'
import { formatInstant } from '../../data/format.ts'
import { sessionsQuery } from '../../data/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'

export function SessionsCard() {
  const list = useQuery(sessionsQuery)
  const signOutOthers = useEnding(api.signOutOthers, 'You are signed out everywhere but here.')
  return (
    <Card flush title="Sessions" description="Where you are signed in.">
      {list.data ? (
        <>
          <ul className="divide-y divide-line border-t border-line">
            {list.data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <div className="border-t border-line px-4 py-3 sm:px-5">
            <Button
              busy={signOutOthers.isPending}
              disabled={list.data.sessions.every((session) => session.isCurrent)}
              onClick={() => signOutOthers.mutate()}
            >
              Sign out everywhere else
            </Button>
          </div>
        </>
      ) : list.error ? (
        <ErrorState
          error={list.error}
          title="The sessions could not be loaded"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <SkeletonLines lines={2} label="Loading the sessions" />
      )}
    </Card>
  )
}

function SessionRow({ session }: { readonly session: OwnSession }) {
  const browser = browserName(session.userAgent ?? '')
  const since = `since ${formatInstant(session.createdAt)}`
  const end = useEnding(() => api.endSession(session.id), `${browser} is signed out.`)
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
      <Monitor aria-hidden className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{browser}</span>
          {session.isCurrent && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="truncate text-[13px] text-muted">
          {session.ipAddress ? `${session.ipAddress}, ` : ''}
          {since}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Sign out ${browser}, ${since}`}
          busy={end.isPending}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** Ends sessions, says so, and reads what is left. */
function useEnding(run: () => Promise<void>, says: string) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: run,
    onSuccess: () => toasts.done(says),
    onError: (error) => toasts.failed(sentenceOf(error)),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { sentenceOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { AuthSession } from '../../api/outside-schemas.ts'
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
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const signOutOthers = useMutation({
    mutationFn: api.signOutOthers,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toasts.done('You are signed out everywhere but here.')
    },
    onError: (error) => toasts.failed(sentenceOf(error)),
  })
  return (
    <Card flush title="Sessions" description="Where you are signed in.">
      {list.data ? (
        <>
          <ul className="divide-y divide-line border-t border-line">
            {list.data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <div className="border-t border-line px-4 py-3 sm:px-5">
            <Button
              busy={signOutOthers.isPending}
              disabled={list.data.length < 2}
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

function SessionRow({ session }: { readonly session: AuthSession & { readonly isCurrent: boolean } }) {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
      <Monitor aria-hidden className="size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{browserName(session.userAgent ?? '')}</span>
          {session.isCurrent && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="truncate text-[13px] text-muted">
          {session.ipAddress ? `${session.ipAddress}, ` : ''}since {formatInstant(session.createdAt)}
        </p>
      </div>
    </li>
  )
}

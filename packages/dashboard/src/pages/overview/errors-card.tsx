import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { LoggedRequest } from '../../parts/api-types.ts'
import { Instant } from '../../parts/texts/instant.tsx'
import { StatusBadge } from '../../parts/texts/status-badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { recentErrorsQuery } from './log-queries.ts'

export function ErrorsCard() {
  const { data, error, isFetching, refetch } = useQuery(recentErrorsQuery)
  return (
    <Card
      title="Recent errors"
      flush
      actions={
        <Link to="/requests" className="link text-[13px]">
          All requests
        </Link>
      }
    >
      {data ? (
        <Errors requests={data} />
      ) : error ? (
        <ErrorState
          error={error}
          title="The errors could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  )
}

function Errors({ requests }: { readonly requests: readonly LoggedRequest[] }) {
  if (requests.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="No errors">
        Nothing failed in the last 30 days.
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {requests.map(({ requestId, at, slug, status, code }) => (
        <li key={requestId} className="relative px-4 py-2.5 hover:bg-sunken sm:px-5">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <Link
              to="/requests"
              search={{ request: requestId }}
              className="min-w-0 wrap-anywhere after:absolute after:inset-0"
            >
              {slug}
            </Link>
            <StatusBadge status={status} code={code} />
          </div>
          <p className="text-[13px] text-muted">
            <Instant at={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { requestsQuery } from '../../data/queries.ts'
import type { LoggedRequest } from '../../parts/api-types.ts'
import { StaleNotice } from '../../parts/stale-notice.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { ExportButton } from './export-button.tsx'
import { filtersOf, type LogFilters } from './filters.ts'
import { useIsAtTop } from './live.ts'
import { RequestFilters } from './request-filters.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestTable } from './request-table.tsx'

const route = getRouteApi('/app/requests')
const LIVE_MS = 3000

export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isLive, setLive] = useState(true)
  const isAtTop = useIsAtTop()
  const filters = filtersOf(search)
  const log = useInfiniteQuery({
    ...requestsQuery(filters),
    // Only the first page is asked again: what was loaded below would otherwise be fetched anew each time. Hidden windows rest.
    refetchInterval: ({ state }) => isLive && isAtTop && (state.data?.pages.length ?? 0) <= 1 && LIVE_MS,
  })
  const requests = log.data?.pages.flatMap((page) => page.requests)
  const show = (next: LogFilters) => void navigate({ search: next, replace: true, resetScroll: false })
  const openId = search.request ?? null
  return (
    <>
      <PageHeader
        title="Requests"
        description="Every call of the last 30 days, newest first."
        actions={
          <>
            <Checkbox
              label="Live"
              checked={isLive}
              onChange={({ currentTarget }) => setLive(currentTarget.checked)}
              className="mr-2"
            />
            <ExportButton filters={filters} />
          </>
        }
      />
      <Card className="mb-5">
        <RequestFilters filters={filters} onChange={show} />
      </Card>
      {requests && <StaleNotice error={log.error} />}
      <Card flush>
        {requests ? (
          <Log requests={requests} isFiltered={Object.keys(filters).length > 0} onClear={() => show({})} />
        ) : log.error ? (
          <ErrorState
            error={log.error}
            title="The log could not be loaded"
            onRetry={() => void log.refetch()}
            retrying={log.isFetching}
          />
        ) : (
          <SkeletonLines lines={9} label="Loading the log" />
        )}
      </Card>
      {log.hasNextPage && (
        <p className="mt-4 text-center">
          <Button onClick={() => void log.fetchNextPage()} busy={log.isFetchingNextPage}>
            Load more
          </Button>
        </p>
      )}
      <RequestPanel
        requestId={openId}
        known={requests?.find(({ requestId }) => requestId === openId)}
        onClose={() => show(filters)}
        onFilter={show}
      />
    </>
  )
}

interface LogProps {
  readonly requests: readonly LoggedRequest[]
  readonly isFiltered: boolean
  readonly onClear: () => void
}

function Log({ requests, isFiltered, onClear }: LogProps) {
  if (requests.length > 0) return <RequestTable requests={requests} />
  if (isFiltered) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No request matches"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        Widen the time or take a filter away.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No calls yet"
      action={
        <Link to="/catalog" className={buttonClass('primary')}>
          Try an operation
        </Link>
      }
    >
      Calls appear here within seconds, whether by key or from the catalog.
    </EmptyState>
  )
}

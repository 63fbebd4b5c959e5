import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity, RefreshCw } from 'lucide-react'
import { formatCount, formatNumber } from '../../data/format.ts'
import { healthQuery } from '../../data/queries.ts'
import type { OperationHealth } from '../../parts/api-types.ts'
import { ShareBar } from '../../parts/charts/share-bar.tsx'
import { StaleNotice } from '../../parts/stale-notice.tsx'
import { Instant } from '../../parts/texts/instant.tsx'
import { durationText, percentText } from '../../parts/texts/numbers.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { byTrouble, type Condition, conditionOf, summaryOf } from './trouble.ts'

const REFRESH_MS = 30_000

export function StatusPage() {
  const { data, error, isFetching, refetch } = useQuery({ ...healthQuery, refetchInterval: REFRESH_MS })
  return (
    <>
      <PageHeader
        title="Status"
        description="How operations did in your own calls of the last 24 hours. Answers about what was sent (4xx), such as a wrong field or a page that does not exist, do not count."
        actions={
          <Button onClick={() => void refetch()} busy={isFetching}>
            {!isFetching && <RefreshCw aria-hidden />}
            Refresh
          </Button>
        }
      />
      {data && <StaleNotice error={error} />}
      <Card flush title={data && data.operations.length > 0 ? summaryOf(data.operations) : undefined}>
        {data ? (
          <Health operations={data.operations} />
        ) : error ? (
          <ErrorState
            error={error}
            title="The status could not be loaded"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonLines lines={6} label="Loading the status" />
        )}
      </Card>
    </>
  )
}

function Health({ operations }: { readonly operations: readonly OperationHealth[] }) {
  if (operations.length === 0) {
    return (
      <EmptyState
        icon={Activity}
        title="No calls in the last 24 hours"
        action={
          <Link to="/catalog" className={buttonClass('secondary')}>
            Open the catalog
          </Link>
        }
      >
        Success rates and durations are made from your own calls. Call something, and it appears here.
      </EmptyState>
    )
  }
  return (
    <Table
      caption="Operations, those with trouble first"
      head={
        <tr>
          <Th>Operation</Th>
          <Th>Success</Th>
          <Th numeric className="max-sm:hidden">
            Calls
          </Th>
          <Th numeric className="max-sm:hidden">
            Half within
          </Th>
          <Th numeric className="max-sm:hidden">
            95 % within
          </Th>
          <Th className="max-sm:hidden">Last failures</Th>
        </tr>
      }
    >
      {byTrouble(operations).map((health) => (
        <HealthRow key={health.slug} health={health} />
      ))}
    </Table>
  )
}

const looks: Readonly<Record<Condition, { tone: Tone; label: string; bar: string }>> = {
  failing: { tone: 'bad', label: 'failing', bar: 'text-bad' },
  troubled: { tone: 'warn', label: 'trouble', bar: 'text-warn' },
  well: { tone: 'good', label: 'well', bar: 'text-good' },
  unknown: { tone: 'neutral', label: 'no verdict', bar: 'text-muted' },
}

function HealthRow({ health }: { readonly health: OperationHealth }) {
  const { slug, calls, successRate, p50Ms, p95Ms } = health
  const look = looks[conditionOf(health)]
  return (
    <tr>
      <Td className="sm:min-w-44">
        <Link to="/catalog/$slug" params={{ slug }} className="break-words hover:underline max-sm:wrap-anywhere">
          {slug}
        </Link>
        {health.failures.length > 0 && (
          <div className="mt-1 sm:hidden">
            <Failures health={health} />
          </div>
        )}
      </Td>
      <Td className="w-36 sm:w-auto sm:min-w-40">
        <div className="flex items-center justify-between gap-2">
          <span className="whitespace-nowrap">{successRate === null ? '–' : percentText(successRate)}</span>
          <Badge tone={look.tone}>{look.label}</Badge>
        </div>
        <ShareBar share={successRate ?? 0} className={`mt-1 h-1 w-full ${look.bar}`} />
      </Td>
      <Td numeric className="max-sm:hidden">
        {formatNumber(calls)}
      </Td>
      <Td numeric className="whitespace-nowrap max-sm:hidden">
        {p50Ms === null ? '–' : durationText(p50Ms)}
      </Td>
      <Td numeric className="whitespace-nowrap max-sm:hidden">
        {p95Ms === null ? '–' : durationText(p95Ms)}
      </Td>
      <Td className="min-w-64 max-sm:hidden">
        <Failures health={health} />
      </Td>
    </tr>
  )
}

function Failures({ health: { slug, failures } }: { readonly health: OperationHealth }) {
  if (failures.length === 0) return <span className="text-muted">none</span>
  return (
    <ul className="space-y-1">
      {failures.map(({ code, count, lastAt }) => (
        <li key={code} className="text-[13px]">
          <Link to="/requests" search={{ operation: slug, code }} className="link font-mono">
            {code}
          </Link>{' '}
          <span className="text-muted">
            {formatCount(count, 'time')}, last <Instant at={lastAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

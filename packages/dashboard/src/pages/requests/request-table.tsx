import { getRouteApi, Link } from '@tanstack/react-router'
import { formatNumber } from '../../data/format.ts'
import type { LoggedRequest } from '../../parts/api-types.ts'
import { Instant } from '../../parts/texts/instant.tsx'
import { durationText } from '../../parts/texts/numbers.ts'
import { StatusBadge } from '../../parts/texts/status-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { useKeyNames } from './key-names.ts'

const route = getRouteApi('/app/requests')

/** Phones show what a line is about; the rest is in its detail. */
export function RequestTable({ requests }: { readonly requests: readonly LoggedRequest[] }) {
  const names = useKeyNames()
  return (
    <Table
      caption="Requests, newest first"
      head={
        <tr>
          <Th className="max-sm:hidden">Time</Th>
          <Th>Operation</Th>
          <Th className="max-sm:hidden">Status</Th>
          <Th numeric className="max-sm:hidden">
            Units
          </Th>
          <Th className="max-sm:hidden">Cache</Th>
          <Th numeric className="max-sm:hidden">
            Duration
          </Th>
          <Th className="max-sm:hidden">Key</Th>
        </tr>
      }
    >
      {requests.map((request) => (
        <RequestRow key={request.requestId} request={request} keyName={names.get(request.keyId ?? '') ?? null} />
      ))}
    </Table>
  )
}

interface RequestRowProps {
  readonly request: LoggedRequest
  /** Null for sessions, and for keys that are gone. */
  readonly keyName: string | null
}

function RequestRow({ request, keyName }: RequestRowProps) {
  const { requestId, at, slug, status, code, units, durationMs, label } = request
  const { request: open } = route.useSearch()
  return (
    <tr className={`relative hover:bg-sunken ${open === requestId ? 'bg-accent-soft' : ''}`}>
      <Td className="text-muted max-sm:hidden">
        <Instant at={at} />
      </Td>
      <Td className="min-w-40">
        <Link
          from="/requests"
          search={(before) => ({ ...before, request: requestId })}
          resetScroll={false}
          className="wrap-anywhere -outline-offset-2 after:absolute after:inset-0"
        >
          {slug}
        </Link>
        <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-[13px] text-muted sm:hidden">
          <Instant at={at} />
          <StatusBadge status={status} code={code} />
        </span>
      </Td>
      <Td className="max-sm:hidden">
        <StatusBadge status={status} code={code} />
      </Td>
      <Td numeric className="max-sm:hidden">
        {formatNumber(units)}
      </Td>
      <Td className="max-sm:hidden">
        <CacheMark request={request} />
      </Td>
      <Td numeric className="whitespace-nowrap max-sm:hidden">
        {durationText(durationMs)}
      </Td>
      <Td className="max-w-48 truncate max-sm:hidden" title={label}>
        {keyName ?? label}
      </Td>
    </tr>
  )
}

/** A replay says more than the cache of the call it repeats. */
export function CacheMark({ request: { cache, replayed } }: { readonly request: LoggedRequest }) {
  if (replayed) return <Badge tone="accent">replayed</Badge>
  if (cache === null) return <span className="text-muted">–</span>
  return cache === 'HIT' ? <Badge tone="good">HIT</Badge> : <span className="text-[13px] text-muted">MISS</span>
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../data/format.ts'
import { requestQuery } from '../../data/queries.ts'
import type { LoggedRequest } from '../../parts/api-types.ts'
import { adviceOf } from '../../parts/texts/advice.ts'
import { Instant } from '../../parts/texts/instant.tsx'
import { durationText } from '../../parts/texts/numbers.ts'
import { StatusBadge } from '../../parts/texts/status-badge.tsx'
import { CopyButton } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import type { LogFilters } from './filters.ts'
import { useKeyNames } from './key-names.ts'
import { CacheMark } from './request-table.tsx'

export interface RequestPanelProps {
  /** Null: closed. */
  readonly requestId: string | null
  /** From the list, shown until the log has answered. */
  readonly known: LoggedRequest | undefined
  readonly onClose: () => void
  readonly onFilter: (filters: LogFilters) => void
}

/** One line of the log with all that it holds. */
export function RequestPanel({ requestId, known, onClose, onFilter }: RequestPanelProps) {
  return (
    <Dialog
      open={requestId !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Request"
      description="Bodies, cookies and queries are never logged."
      shape="panel"
    >
      {requestId !== null && <Detail requestId={requestId} known={known} onFilter={onFilter} />}
    </Dialog>
  )
}

function Detail({
  requestId,
  known,
  onFilter,
}: Pick<RequestPanelProps, 'known' | 'onFilter'> & { readonly requestId: string }) {
  const { data = known, error, isFetching, refetch } = useQuery(requestQuery(requestId))
  if (data) return <Facts request={data} onFilter={onFilter} />
  if (!error) return <SkeletonLines lines={6} label="Loading the request" />
  return (
    <ErrorState
      error={error}
      title="This request could not be shown"
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

function Facts({
  request,
  onFilter,
}: {
  readonly request: LoggedRequest
  readonly onFilter: (filters: LogFilters) => void
}) {
  const { requestId, at, slug, status, code, units, durationMs, label, keyId } = request
  const keyName = useKeyNames().get(keyId ?? '')
  return (
    <>
      <dl className="divide-y divide-line">
        <Fact name="Request id">
          <span className="flex items-center gap-1">
            <span className="font-mono text-[13px] break-all">{requestId}</span>
            <CopyButton text={requestId} label="Copy the request id" compact variant="quiet" className="-my-2" />
          </span>
        </Fact>
        <Fact name="Time">
          <Instant at={at} />
          <span className="block font-mono text-[12px] text-muted">{at}</span>
        </Fact>
        <Fact name="Operation">
          <Link to="/catalog/$slug" params={{ slug }} className="link break-all">
            {slug}
          </Link>
        </Fact>
        <Fact name="Status">
          <StatusBadge status={status} code={code} />
        </Fact>
        <Fact name="Units">{formatCount(units, 'unit')}</Fact>
        <Fact name="Cache">
          <CacheMark request={request} />
        </Fact>
        <Fact name="Duration">{durationText(durationMs)}</Fact>
        <Fact name={keyId === null ? 'Called by' : 'Key'}>
          {keyName === undefined ? label : `${keyName} (${label}…)`}
        </Fact>
      </dl>
      {code !== null && (
        <p className="mt-4 rounded-lg bg-sunken p-3">
          <span className="font-semibold">What to do: </span>
          {adviceOf(code)}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
        <FilterButton onClick={() => onFilter({ operation: slug })}>All of this operation</FilterButton>
        {code !== null && <FilterButton onClick={() => onFilter({ code })}>All with this code</FilterButton>}
        {keyId !== null && <FilterButton onClick={() => onFilter({ key: keyId })}>All with this key</FilterButton>}
      </div>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 py-2">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function FilterButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className="link" onClick={onClick}>
      {children}
    </button>
  )
}

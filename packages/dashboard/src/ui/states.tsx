// What stands in place of data: none yet, not yet here, or refused.
import { CircleAlert, CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { asApiError } from '../api/api-error.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { CopyButton } from './code-block.tsx'

export interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  readonly error: unknown
  /** What could not be done, such as «The keys could not be loaded». */
  readonly title?: string
  readonly onRetry?: () => void
  readonly retrying?: boolean
}

/** Says what failed and what to do, with the request id for the operator. */
export function ErrorState({ error, title = 'This could not be loaded', onRetry, retrying = false }: ErrorStateProps) {
  const { code, message, requestId } = asApiError(error)
  const Icon = code === 'UNREACHABLE' ? CloudOff : CircleAlert
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-10 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-bad-soft text-bad-text">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-md wrap-anywhere text-muted">{message}</p>
      <p className="mt-2 flex flex-wrap items-center justify-center gap-x-2 font-mono text-[12px] text-muted">
        {code}
        {requestId && (
          <>
            <span className="wrap-anywhere">{requestId}</span>
            <CopyButton text={requestId} label="Copy the request id" compact variant="quiet" />
          </>
        )}
      </p>
      {onRetry && (
        <Button className="mt-4" onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** A grey place for what is loading; give it its size by `className`. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-md bg-sunken', className ?? 'h-4 w-full')} />
}

/** Some lines of a list or a paragraph, announced once. */
export function SkeletonLines({ lines = 4, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  return (
    <div role="status" className="space-y-3 p-4 sm:p-5">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never change
        <Skeleton key={line} className={classNames('h-5', line % 3 === 2 ? 'w-2/3' : 'w-full')} />
      ))}
    </div>
  )
}

import { ApiError, asApiError } from '../api/api-error.ts'
import { PageTitle } from '../ui/page-header.tsx'
import { ErrorState } from '../ui/states.tsx'
import { BrandMark } from './brand.tsx'

interface OutageProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly retrying: boolean
}

/** In place of the dashboard while nobody can say who is signed in. It goes by itself when the service is back. */
export function Outage({ error, onRetry, retrying }: OutageProps) {
  const passing = error instanceof ApiError && (error.code === 'AUTH_UNAVAILABLE' || error.code === 'UNREACHABLE')
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center px-4">
      <PageTitle>Not available</PageTitle>
      <BrandMark />
      <h1 className="sr-only">The dashboard is not available</h1>
      <ErrorState error={error} title={titleOf(asApiError(error).code)} onRetry={onRetry} retrying={retrying} />
      {passing && (
        <p className="max-w-md text-center text-muted">
          You stay signed in, and API keys are not affected by this page. It tries again every few seconds.
        </p>
      )}
    </main>
  )
}

function titleOf(code: string): string {
  if (code === 'AUTH_UNAVAILABLE') return 'Sessions cannot be checked right now'
  if (code === 'UNREACHABLE') return 'The service cannot be reached'
  return 'The dashboard could not be loaded'
}

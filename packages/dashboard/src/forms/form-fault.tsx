import { type ApiError, sentenceOf } from '../api/api-error.ts'
import { Banner } from '../ui/banner.tsx'

/** The refusal of a form that belongs to none of its fields. */
export function FormFault({ fault }: { readonly fault: ApiError | null }) {
  if (!fault) return null
  const wait = fault.retryAfterSec
  return (
    <Banner tone="bad">
      {sentenceOf(fault)}
      {fault.code === 'RATE_LIMITED' && wait ? ` Try again in ${waitText(wait)}.` : ''}
      {fault.status >= 500 && fault.requestId ? ` (${fault.requestId})` : ''}
    </Banner>
  )
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  return `${Math.ceil(seconds / 60)} minutes`
}

import { asApiError } from '../api/api-error.ts'
import { Banner } from '../ui/banner.tsx'

/** Above figures that are still shown although asking for newer ones failed.
 * @param error of the last asking; null: it went well */
export function StaleNotice({ error }: { readonly error: unknown }) {
  if (error === null) return null
  return (
    <Banner tone="warn" title="These figures are not the newest" className="mb-5">
      {asApiError(error).message} They are asked for again by themselves.
    </Banner>
  )
}

// One text for equal inputs: schemas emit members in their own order and fill defaults, so JSON of the parsed input is canonical.
import { hash } from 'node:crypto'
import { Secret } from '@kiosk/catalog'

export interface CacheKeyParts {
  readonly slug: string
  /** Set when the answer belongs to one organization alone. */
  readonly organizationId: string | null
  readonly proxy: Secret | null
  /** Validated input. */
  readonly input: unknown
}

/** Key of a cached answer. @param pepper makes hashes of secrets useless to whoever reads the cache alone */
export function cacheKey(pepper: string, parts: CacheKeyParts): string {
  const text = JSON.stringify([
    parts.slug,
    parts.organizationId,
    parts.proxy && reveal(parts.proxy),
    canonical(parts.input),
  ])
  return hash('sha256', pepper + text, 'base64url')
}

/** JSON of an input with its secrets in clear: only ever hashed, never kept. */
export function canonical(input: unknown): string {
  return JSON.stringify(input, function (this: Record<string, unknown>, name, value) {
    // `toJSON` has already hidden the secret in `value`; the holder still has it.
    const original = name === '' ? value : this[name]
    return original instanceof Secret ? reveal(original) : value
  })
}

function reveal(secret: Secret): { secret: string } {
  return { secret: secret.reveal() }
}

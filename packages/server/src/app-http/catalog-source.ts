// The catalog as the app serves it: the engine's while it answers, else the last good copy, else the mirror in the build.
import { type CatalogDocument, catalogDocumentSchema } from '@kiosk/catalog'

const FRESH_MS = 30_000
const RETRY_MS = 2_000
const TIMEOUT_MS = 3_000

export interface CatalogSource {
  current(): Promise<CatalogDocument>
}

export interface CatalogSourceOptions {
  readonly engineUrl: string
  /** Seeded mirror; asked for once, and only when the engine never answered. */
  readonly mirror: () => CatalogDocument
  readonly monotonicMs: () => number
}

export function createCatalogSource({ engineUrl, mirror, monotonicMs }: CatalogSourceOptions): CatalogSource {
  let known: CatalogDocument | null = null
  let askAgainAt = 0
  let isDegraded = true
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      known = await fetchCatalog(engineUrl)
      isDegraded = false
      askAgainAt = monotonicMs() + FRESH_MS
    } catch {
      isDegraded = true
      askAgainAt = monotonicMs() + RETRY_MS
    } finally {
      asking = null
    }
  }

  return {
    async current() {
      if (monotonicMs() >= askAgainAt) {
        asking ??= ask()
        await asking
      }
      known ??= mirror()
      return { ...known, degraded: isDegraded }
    },
  }
}

async function fetchCatalog(engineUrl: string): Promise<CatalogDocument> {
  const response = await fetch(`${engineUrl}/catalog`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`the engine answered ${response.status}`)
  return catalogDocumentSchema.parse(await response.json())
}

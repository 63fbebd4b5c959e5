// The catalog as the app serves it: the engine's while it answers, else the last good copy, else the mirror in the build.
import { setTimeout as after } from 'node:timers/promises'
import { type CatalogDocument, catalogDocumentSchema } from '@kiosk/catalog'

/** Asking costs little, since what did not change is not read again; and an engine that went away is soon told of. */
const FRESH_MS = 5_000
const RETRY_MS = 2_000
const TIMEOUT_MS = 3_000
/** How long an engine that hangs is waited for while there is a copy to give. */
const PATIENCE_MS = 1_000
const MAX_BYTES = 16 * 1024 * 1024

export interface CatalogSource {
  /** The same object for as long as nothing in it changes. */
  current(): Promise<CatalogDocument>
}

export interface CatalogSourceOptions {
  readonly engineUrl: string
  /** Seeded mirror; asked for once, and only when the engine never answered. */
  readonly mirror: () => CatalogDocument
  readonly monotonicMs: () => number
}

/** One content, as it is told while the engine answers and while it does not. */
interface Known {
  /** What the engine sent; null: the mirror. */
  readonly text: string | null
  readonly fresh: CatalogDocument
  readonly stale: CatalogDocument
}

export function createCatalogSource({ engineUrl, mirror, monotonicMs }: CatalogSourceOptions): CatalogSource {
  let known: Known | null = null
  let askAgainAt = 0
  let isDegraded = true
  let asking: { readonly answered: Promise<void>; readonly patience: Promise<void> } | null = null

  async function ask(): Promise<void> {
    try {
      const text = await fetchCatalog(engineUrl)
      if (known?.text !== text) known = knownOf(catalogDocumentSchema.parse(JSON.parse(text)), text)
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
        asking ??= { answered: ask(), patience: after(PATIENCE_MS, undefined, { ref: false }) }
        await (known === null ? asking.answered : Promise.race([asking.answered, asking.patience]))
      }
      known ??= knownOf(mirror(), null)
      // Who is still waited for may be away.
      return isDegraded || asking !== null ? known.stale : known.fresh
    },
  }
}

function knownOf(catalog: CatalogDocument, text: string | null): Known {
  return { text, fresh: { ...catalog, degraded: false }, stale: { ...catalog, degraded: true } }
}

async function fetchCatalog(engineUrl: string): Promise<string> {
  const response = await fetch(`${engineUrl}/catalog`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new Error(`the engine answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('the engine answered more than any catalog holds')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

// The engine's wiring, by hand and top to bottom.
import { readFileSync } from 'node:fs'
import { catalogDocument, type ExampleOutputs, type Operation } from '@kiosk/catalog'
import { createAllowList, createEgress } from '@kiosk/egress'
import { createSealer, deriveKey, Engine, Lanes, SessionVerifier } from '@kiosk/engine'
import type { EmbeddedStore } from '@kiosk/stores'
import type { Logger } from 'pino'
import { type Config, version } from './config.ts'
import { createContexts, systemClock } from './contexts.ts'
import { createMetrics } from './engine-http/metrics.ts'
import { defectFacts } from './logger.ts'
import { masterSecret } from './master-secret.ts'
import { Memos } from './memo.ts'
import { createPageReaders } from './page-readers.ts'
import { createRendering } from './rendering.ts'
import type { Sandbox } from './sandbox/stand-in.ts'

export interface EngineParts {
  readonly config: Config
  readonly store: EmbeddedStore
  readonly operations: readonly Operation[]
  readonly logger: Logger
  readonly sandbox: Sandbox | null
  /** Public address of the app, once it is known. */
  readonly appUrl: () => string
}

/** Operations that this installation offers. */
export function published(operations: Iterable<Operation>, config: Pick<Config, 'providersDisabled'>): Operation[] {
  return [...operations].filter((operation) => !config.providersDisabled.includes(operation.provider.name))
}

export async function composeEngine(parts: EngineParts) {
  const { config, store, operations, logger, sandbox } = parts
  const secret = await masterSecret(config.secret, config.dataDir)
  const egress = createEgress({
    allow: createAllowList(config.egressAllow),
    overrides: (provider, upstream) => config.upstreams[provider]?.[upstream] ?? null,
    userAgent: config.userAgent,
    operatorProxies: { datacenter: config.proxyDatacenter, residential: config.proxyResidential },
    ...(sandbox !== null && { route: sandbox.route }),
  })
  const pages = createPageReaders({
    onDefect: (error) => logger.error(defectFacts(error), 'a thread that reads pages ended in a defect'),
  })
  const rendering = createRendering({ config, egress, logger, isSandbox: sandbox !== null })
  const contexts = createContexts({
    egress,
    pages,
    rendering,
    memos: new Memos(systemClock),
    claims: store.claims,
    clock: systemClock,
    logger,
    settings: config.providerSettings,
  })
  const lanes = new Lanes()
  const metrics = createMetrics(lanes)
  const engine = new Engine({
    registry: new Map(operations.map((operation) => [operation.slug, operation])),
    plans: config.plans,
    keys: store.keys,
    sessions: new SessionVerifier(secret, config.secretPrevious, Date.now()),
    ledger: store.ledger,
    idempotency: store.idempotency,
    cache: store.cache,
    contexts,
    lanes,
    sealer: createSealer('stored answers', secret, config.secretPrevious),
    pepper: deriveKey(secret, 'cache keys').toString('base64'),
    clock: { now: Date.now, monotonicMs: () => performance.now() },
    docsBase: () => `${parts.appUrl()}/docs/errors`,
    idempotencyTtlMs: config.idempotencyTtlSec * 1000,
    observe: metrics.observe,
    onDefect: (requestId, slug, error) =>
      logger.error({ requestId, slug, ...defectFacts(error) }, 'a call ended in a defect'),
  })
  return {
    engine,
    metrics,
    /** Ends what reaches out: browsers, threads, connections. */
    async close() {
      await Promise.all([rendering.close(), pages.close()])
      await egress.close()
    },
  }
}

/** The catalog document of the operations as JSON, made on first use: making the schemas takes a while and they never change. */
export function catalogBytes(operations: readonly Operation[], baseUrl: () => string): () => Uint8Array {
  let made: Uint8Array | null = null
  return () => {
    made ??= Buffer.from(JSON.stringify(catalogOf(operations, baseUrl(), false)))
    return made
  }
}

/** @param degraded true for the mirror that stands in while the engine is away */
export function catalogOf(operations: readonly Operation[], baseUrl: string, degraded: boolean) {
  return catalogDocument({
    operations,
    baseUrl,
    version,
    degraded,
    generatedAt: new Date(),
    outputs: exampleOutputs(),
  })
}

function exampleOutputs(): ExampleOutputs {
  const file = new URL('./examples.generated.json', import.meta.resolve('@kiosk/operations'))
  return JSON.parse(readFileSync(file, 'utf8')) as ExampleOutputs
}

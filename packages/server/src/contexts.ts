// What an operation gets: exactly the capabilities that it names.
import { randomInt } from 'node:crypto'
import type { Capabilities, Claims, Clock, Operation, Random, Secret } from '@kiosk/catalog'
import type { Egress } from '@kiosk/egress'
import type { Contexts } from '@kiosk/engine'
import type { Logger } from 'pino'
import type { Memos } from './memo.ts'
import type { PageReaders } from './page-readers.ts'
import type { Rendering } from './rendering.ts'

export interface ContextDeps {
  readonly egress: Egress
  readonly memos: Memos
  readonly claims: Claims
  readonly pages: PageReaders
  readonly rendering: Rendering
  readonly clock: Clock
  readonly logger: Logger
  /** Provider → setting → value. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A clock that runs. */
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }

const random: Random = {
  text: (length, alphabet) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
}

export function createContexts(deps: ContextDeps): Contexts {
  return {
    checkProxy: (proxy, field, signal) => deps.egress.checkProxy(proxy, field, signal),
    make(operation, signal, proxy) {
      const capabilities = Object.fromEntries(
        operation.needs.map((need) => [need, capability(deps, operation, signal, proxy, need)]),
      )
      return {
        signal,
        clock: deps.clock,
        log: {
          warn: (message, facts) => deps.logger.warn({ slug: operation.slug, ...facts }, message),
        },
        setting: (name) => deps.settings[operation.provider.name]?.[name],
        // Only those that `needs` names are there; operations are typed by their own `needs`, the engine by all of them.
        ...(capabilities as unknown as Capabilities),
      }
    },
  }
}

function capability(
  deps: ContextDeps,
  operation: Operation,
  signal: AbortSignal,
  proxy: Secret | null,
  need: keyof Capabilities,
): Capabilities[keyof Capabilities] {
  switch (need) {
    case 'http':
      return deps.egress.http(operation.provider, { signal, proxy })
    case 'memo':
      return deps.memos.of(operation.provider.name)
    case 'claims':
      return deps.claims
    case 'random':
      return random
    case 'pages':
      return deps.pages.forCall(signal)
    case 'browser':
      return deps.rendering.forCall({ signal, proxy })
  }
}

// From a body to an answer: input, cache, a run that identical calls share. What it returns is not recorded yet.
import { invalidInput, type Operation, proxyUrl, Secret } from '@kiosk/catalog'
import { type Account, reserve } from './account.ts'
import { type CallRequest, JSON_TYPE, type Outcome } from './call.ts'
import { cacheKey } from './canonical.ts'
import { Flights, type Passenger } from './flights.ts'
import type { Lanes } from './lanes.ts'
import type { CacheEntry, Contexts, Ledger, ResponseCache } from './ports.ts'
import { RecentInputs } from './recent-inputs.ts'
import { execute } from './steps/execute.ts'
import { requireJson, validate } from './steps/validate.ts'

export interface ProductionDeps {
  readonly cache: ResponseCache
  readonly contexts: Contexts
  readonly ledger: Ledger
  readonly lanes: Lanes
  readonly clock: { now(): number }
  /** Secret text that goes into every cache key. */
  readonly pepper: string
}

/** One call up to here: who asks for what. */
export interface Order {
  readonly account: Account
  readonly operation: Operation
  readonly request: CallRequest
  readonly body: Buffer
  /** True when the call carries an Idempotency-Key. */
  readonly isKeyed: boolean
}

interface Proxy {
  readonly value: Secret
  /** Where it was given. */
  readonly field: string
}

export class Production {
  readonly #deps: ProductionDeps
  readonly #recent = new RecentInputs()
  readonly #flights: Flights

  constructor(deps: ProductionDeps) {
    this.#deps = deps
    this.#flights = new Flights({
      precheck: async ({ proxy }, signal) => {
        if (proxy !== null) await deps.contexts.checkProxy(proxy.value, proxy.field, signal)
      },
      execute: ({ operation, input, proxy }, signal) => execute(deps, operation, input, proxy?.value ?? null, signal),
    })
  }

  /** Throws errors for the caller; a fresh answer holds the units that it costs until it is recorded. */
  async produce(order: Order): Promise<Outcome> {
    const { account, operation, request, body } = order
    requireJson(request.contentType, request.contentEncoding)
    const isCached = operation.cacheSec > 0
    const scope = recentScope(order)
    if (isCached && request.proxyUrl === null) {
      const known = this.#recent.find(scope, body)
      const found = known === undefined ? undefined : this.#deps.cache.get(known)
      const entry = found instanceof Promise ? await found : found
      if (entry !== undefined && this.#isFresh(entry)) return hit(entry.body)
    }
    const input = validate(operation, body)
    const proxy = effectiveProxy(operation, input, request.proxyUrl)
    const organizationId = operation.takesSecrets || proxy !== null ? account.caller.organization.id : null
    const parts = { slug: operation.slug, organizationId, proxy: proxy?.value ?? null, input }
    const key = isCached ? cacheKey(this.#deps.pepper, parts) : null
    const remember = () => {
      if (key !== null && proxy === null) this.#recent.remember(scope, body, key)
    }
    const entry = key === null ? undefined : await this.#deps.cache.get(key)
    if (entry !== undefined && this.#isFresh(entry)) {
      remember()
      return hit(entry.body)
    }
    const landing = await this.#flights.board(key, { operation, input, proxy }, this.#passenger(order))
    if (!landing.paid) return hit(landing.body)
    return {
      status: 200,
      headers: { 'content-type': JSON_TYPE, ...(isCached && { 'x-kiosk-cache': 'MISS' }) },
      body: landing.body,
      code: null,
      cache: isCached ? 'MISS' : null,
      reservation: landing.reservation,
      recorded: (error) => {
        if (error === null && key !== null) {
          this.#keep(key, landing.body, operation)
          remember()
        }
        landing.recorded(error)
      },
    }
  }

  #passenger({ account, operation, request, isKeyed }: Order): Passenger {
    const { clock, ledger } = this.#deps
    return {
      reserve: () => reserve(ledger, account, operation.units, clock.now()),
      release: (reservation) => ledger.release(reservation),
      stays: isKeyed || operation.access === 'account',
      onGone: (listener) => request.onGone(listener),
    }
  }

  #keep(key: string, body: Uint8Array, operation: Operation): void {
    this.#deps.cache.set(key, { body, expiresAt: this.#deps.clock.now() + operation.cacheSec * 1000 })
  }

  #isFresh(entry: CacheEntry): boolean {
    return entry.expiresAt > this.#deps.clock.now()
  }
}

const HIT_HEADERS = { 'content-type': JSON_TYPE, 'x-kiosk-cache': 'HIT' } as const

function hit(body: Uint8Array): Outcome {
  return { status: 200, headers: HIT_HEADERS, body, code: null, cache: 'HIT', reservation: null }
}

/** Where a raw body means the same: the operation, and the organization where answers are its own. */
function recentScope({ account, operation }: Order): string {
  return `${operation.slug}\n${operation.takesSecrets ? account.caller.organization.id : ''}\n`
}

/** The proxy of a run: the body's wins, being the more specific. Operations without traffic have none. */
function effectiveProxy(operation: Operation, input: unknown, header: string | null): Proxy | null {
  if (!operation.needs.includes('http')) return null
  const own = (input as { proxyUrl?: unknown }).proxyUrl
  if (own instanceof Secret) return { value: own, field: 'proxyUrl' }
  if (header === null) return null
  const parsed = proxyUrl.safeParse(header)
  if (!parsed.success || parsed.data === undefined)
    throw invalidInput('x-proxy-url', 'expected one http, https or socks5 URL')
  return { value: parsed.data, field: 'x-proxy-url' }
}

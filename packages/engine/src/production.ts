// From a body to an answer: input, cache, a run that identical calls share. What it returns is not recorded yet.
import { type CapabilityName, invalidInput, type Operation, proxyUrl, Secret } from '@kiosk/catalog'
import { type Account, reserve } from './account.ts'
import { type CallRequest, JSON_TYPE, type Outcome } from './call.ts'
import { cacheKey } from './canonical.ts'
import { Flights, type Passenger } from './flights.ts'
import type { Lanes } from './lanes.ts'
import type { CacheEntry, Contexts, Ledger, Reservation, ResponseCache } from './ports.ts'
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
      execute: ({ operation, input, proxy }, signal, untilStopped) =>
        execute(deps, operation, input, proxy?.value ?? null, signal, untilStopped),
    })
  }

  /** Throws errors for the caller; a fresh answer holds the units that it costs until it is recorded. */
  produce(order: Order): Outcome | Promise<Outcome> {
    const { operation, request, body } = order
    requireJson(request.contentType, request.contentEncoding)
    if (!isSharable(order) || request.proxyUrl !== null) return this.#produceAnew(order)
    // A body that was found valid before needs neither parsing nor validation to find its entry.
    const known = this.#recent.find(operation, body)
    const found = known === undefined ? undefined : this.#deps.cache.get(known)
    if (found instanceof Promise) return found.then((entry) => this.#hit(entry) ?? this.#produceAnew(order))
    return this.#hit(found) ?? this.#produceAnew(order)
  }

  async #produceAnew(order: Order): Promise<Outcome> {
    const { account, operation, request, body } = order
    const input = validate(operation, body)
    const proxy = effectiveProxy(operation, input, request.proxyUrl)
    const key = operation.cacheSec > 0 ? this.#cacheKey(account, operation, input, proxy) : null
    const remember = () => {
      if (key !== null && proxy === null && isSharable(order)) this.#recent.remember(operation, body, key)
    }
    const cached = key === null ? null : this.#hit(await this.#deps.cache.get(key))
    if (cached !== null) {
      remember()
      return cached
    }
    const passenger = new OrderPassenger(order, this.#deps)
    const landing = await this.#flights.board(key, { operation, input, proxy }, passenger)
    if (!landing.paid) return hit(landing.body)
    return {
      status: 200,
      headers: key === null ? RUN_HEADERS : MISS_HEADERS,
      body: landing.body,
      code: null,
      cache: key === null ? null : 'MISS',
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

  /** Answers that took a credential or a proxy are the organization's own. */
  #cacheKey(account: Account, operation: Operation, input: unknown, proxy: Proxy | null): string {
    const organizationId = operation.takesSecrets || proxy !== null ? account.caller.organization.id : null
    // The proxy that counts is a part of its own, wherever it was given.
    const { proxyUrl: _, ...rest } = input as Record<string, unknown>
    return cacheKey(this.#deps.pepper, {
      slug: operation.slug,
      organizationId,
      proxy: proxy?.value ?? null,
      input: rest,
    })
  }

  #hit(entry: CacheEntry | undefined): Outcome | null {
    return entry !== undefined && entry.expiresAt > this.#deps.clock.now() ? hit(entry.body) : null
  }

  #keep(key: string, body: Uint8Array, operation: Operation): void {
    this.#deps.cache.set(key, { body, expiresAt: this.#deps.clock.now() + operation.cacheSec * 1000 })
  }
}

/** One call that waits for a run. */
class OrderPassenger implements Passenger {
  readonly #order: Order
  readonly #deps: ProductionDeps

  constructor(order: Order, deps: ProductionDeps) {
    this.#order = order
    this.#deps = deps
  }

  get stays(): boolean {
    return this.#order.isKeyed || this.#order.operation.access === 'account'
  }

  reserve(): Reservation | Promise<Reservation> {
    const { account, operation } = this.#order
    return reserve(this.#deps.ledger, account, operation.units, this.#deps.clock.now())
  }

  release(reservation: Reservation): void {
    this.#deps.ledger.release(reservation)
  }

  onGone(listener: () => void): void {
    this.#order.request.onGone(listener)
  }
}

const RUN_HEADERS = { 'content-type': JSON_TYPE } as const
const MISS_HEADERS = { 'content-type': JSON_TYPE, 'x-kiosk-cache': 'MISS' } as const
const HIT_HEADERS = { 'content-type': JSON_TYPE, 'x-kiosk-cache': 'HIT' } as const

function hit(body: Uint8Array): Outcome {
  return { status: 200, headers: HIT_HEADERS, body, code: null, cache: 'HIT', reservation: null }
}

/** True when equal bodies have equal answers, whoever sends them. */
function isSharable({ operation }: Order): boolean {
  return operation.cacheSec > 0 && !operation.takesSecrets
}

/** Capabilities that reach out. */
const TRAFFIC: ReadonlySet<CapabilityName> = new Set<CapabilityName>(['http', 'browser'])

/** The proxy of a run: the body's wins, being the more specific. Operations without traffic have none. */
function effectiveProxy(operation: Operation, input: unknown, header: string | null): Proxy | null {
  if (!operation.needs.some((need) => TRAFFIC.has(need))) return null
  const own = (input as { proxyUrl?: unknown }).proxyUrl
  if (own instanceof Secret) return { value: own, field: 'proxyUrl' }
  if (header === null) return null
  const parsed = proxyUrl.safeParse(header)
  if (!parsed.success || parsed.data === undefined)
    throw invalidInput('x-proxy-url', 'expected one http, https or socks5 URL')
  return { value: parsed.data, field: 'x-proxy-url' }
}

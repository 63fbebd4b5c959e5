// One call's trip, step by step in the order that callers rely on: key, rate, operation, plan, size, idempotency, input, cache, units, run, record.
import { randomUUIDv7 } from 'node:crypto'
import { invalidInput, type Operation, proxyUrl, Secret } from '@kiosk/catalog'
import { type Account, quotaHeaders, reserve } from './account.ts'
import { type CallRequest, type CallResponse, JSON_TYPE, type Outcome, type Trip } from './call.ts'
import { cacheKey } from './canonical.ts'
import { errorOutcome, toOperationError } from './envelope.ts'
import { CallerGone, Flights, type Passenger } from './flights.ts'
import { Lanes } from './lanes.ts'
import { monthAt } from './month.ts'
import { type Plans, planOf, unitLimit } from './plans.ts'
import type { CacheEntry, Claim, Contexts, Idempotency, Keys, Ledger, LogRow, ResponseCache } from './ports.ts'
import { RateLimiter } from './rate.ts'
import { RecentInputs } from './recent-inputs.ts'
import type { Sealer } from './sealer.ts'
import { authenticate } from './steps/authenticate.ts'
import { authorize, type Registry } from './steps/authorize.ts'
import { execute } from './steps/execute.ts'
import { claim, idempotencyKey, isKept, keepLease, sealed } from './steps/idempotent.ts'
import { requireJson, validate } from './steps/validate.ts'
import { usageDocument } from './usage.ts'

/** Status in the log of a call whose caller hung up; never sent. */
const CALLER_GONE_STATUS = 499

/** Facts of one finished call, for metrics: never who called. */
export interface CallFacts extends Pick<LogRow, 'status' | 'code' | 'units' | 'cache' | 'replayed' | 'durationMs'> {
  /** null where the call did not reach an operation. */
  readonly slug: string | null
}

export interface EngineDeps {
  readonly registry: Registry
  readonly plans: Plans
  readonly keys: Keys
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly cache: ResponseCache
  readonly contexts: Contexts
  readonly sealer: Sealer
  /** Secret text that goes into every cache key. */
  readonly pepper: string
  readonly lanes?: Lanes
  readonly clock: { now(): number; monotonicMs(): number }
  /** Address of the page that explains the error codes. */
  readonly docsBase: string
  readonly idempotencyTtlMs: number
  readonly observe: (facts: CallFacts) => void
  /** A thrown error that has no code: a defect. */
  readonly onDefect: (requestId: string, slug: string | null, error: unknown) => void
}

interface Recorded {
  readonly outcome: Outcome
  readonly operation: Operation | null
  readonly replayed: boolean
}

export class Engine {
  readonly lanes: Lanes
  readonly #deps: EngineDeps
  readonly #rate = new RateLimiter()
  readonly #recent = new RecentInputs()
  readonly #flights: Flights
  readonly #idleListeners: (() => void)[] = []
  #running = 0

  constructor(deps: EngineDeps) {
    this.#deps = deps
    this.lanes = deps.lanes ?? new Lanes()
    const executeDeps = { lanes: this.lanes, contexts: deps.contexts }
    this.#flights = new Flights({
      precheck: async ({ proxy }, signal) => {
        if (proxy !== null) await deps.contexts.checkProxy(proxy.value, proxy.field, signal)
      },
      execute: ({ operation, input, proxy }, signal) =>
        execute(executeDeps, operation, input, proxy?.value ?? null, signal),
    })
  }

  /** Answers one call to an operation. Never throws. */
  async handle(request: CallRequest): Promise<CallResponse> {
    const trip = this.#begin()
    let account: Account
    try {
      account = await this.#account(request.apiKey)
    } catch (error) {
      return this.#refuse(trip, error)
    }
    this.#running += 1
    try {
      const recorded = await this.#trip(trip, account, request)
      return await this.#respond(trip, account, recorded)
    } finally {
      this.#running -= 1
      if (this.#running === 0) for (const wake of this.#idleListeners.splice(0)) wake()
    }
  }

  /** Resolves when no call runs, those included whose caller has left. */
  drained(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idleListeners.push(resolve))
  }

  /** Answers `GET /usage`: costs nothing and does not count against the rate. Never throws. */
  async usage(apiKey: string | null): Promise<CallResponse> {
    const trip = this.#begin()
    try {
      const account = await this.#account(apiKey)
      const { balance, document } = await usageDocument(this.#deps.ledger, account)
      const headers = quotaHeaders(account, balance, this.#burst(account), null, this.#deps.clock.now())
      return {
        requestId: trip.requestId,
        status: 200,
        headers: { 'content-type': JSON_TYPE, ...headers },
        body: document,
      }
    } catch (error) {
      return this.#refuse(trip, error)
    }
  }

  /** An answer to what never became a call, such as an unknown path or a request that does not parse. */
  refusal(error: unknown): CallResponse {
    return this.#refuse(this.#begin(), error)
  }

  /** `req_` and a UUIDv7. */
  newRequestId(): string {
    return `req_${randomUUIDv7()}`
  }

  #begin(): Trip {
    return { requestId: this.newRequestId(), startedAt: this.#deps.clock.monotonicMs() }
  }

  async #account(apiKey: string | null): Promise<Account> {
    const { keys, plans, clock } = this.#deps
    const now = clock.now()
    const caller = await authenticate(keys, apiKey, now)
    const plan = planOf(plans, caller.organization)
    return { caller, plan, limit: unitLimit(plan, caller.organization), month: monthAt(now) }
  }

  async #trip(trip: Trip, account: Account, request: CallRequest): Promise<Recorded> {
    const { registry, clock } = this.#deps
    let operation: Operation | null = null
    try {
      this.#rate.take(account.caller.organization.id, account.plan, clock.monotonicMs())
      operation = authorize(registry, account.caller, account.plan, request.method, request.slug)
      const body = await request.readBody(operation.maxBodyBytes)
      const key = idempotencyKey(request.idempotencyKeys)
      if (key !== null) return await this.#once(trip, account, operation, request, body, key)
      const outcome = await this.#produce(account, operation, request, body, false)
      await this.#record(trip, account, operation, outcome, null)
      return { outcome, operation, replayed: false }
    } catch (error) {
      return { outcome: this.#fail(trip, account, operation, error), operation, replayed: false }
    }
  }

  /** The part of the trip under an Idempotency-Key: replay, or run and keep the answer. */
  async #once(
    trip: Trip,
    account: Account,
    operation: Operation,
    request: CallRequest,
    body: Buffer,
    key: string,
  ): Promise<Recorded> {
    const { clock, idempotency, ledger } = this.#deps
    const held = await claim(this.#deps, account.caller, operation, key, body, clock.now())
    if ('replay' in held) {
      const { status, headers, body: stored } = held.replay
      const outcome: Outcome = { status, headers, body: stored, code: null, cache: null, reservation: null }
      ledger.note(this.#row(trip, account, operation, outcome, true))
      return { outcome, operation, replayed: true }
    }
    const stop = keepLease(idempotency, held, clock.now)
    try {
      const outcome = await this.#produce(account, operation, request, body, true).catch((error: unknown) =>
        this.#errorOutcome(trip, operation, error),
      )
      await this.#record(trip, account, operation, outcome, held.claim)
      return { outcome, operation, replayed: false }
    } finally {
      stop()
    }
  }

  /** Input, cache, units, run. Throws errors for the caller. */
  async #produce(
    account: Account,
    operation: Operation,
    request: CallRequest,
    body: Buffer,
    keyed: boolean,
  ): Promise<Outcome> {
    const { cache, clock, pepper } = this.#deps
    requireJson(request.contentType, request.contentEncoding)
    const isCached = operation.cacheSec > 0
    const organizationId = account.caller.organization.id
    const scope = `${operation.slug}\n${operation.takesSecrets ? organizationId : ''}\n`
    if (isCached && request.proxyUrl === null) {
      const known = this.#recent.find(scope, body)
      const entry = known === undefined ? undefined : await this.#fresh(known)
      if (entry !== undefined) return hit(entry.body)
    }
    const input = validate(operation, body)
    const proxy = effectiveProxy(operation, input, request.proxyUrl)
    const own = operation.takesSecrets || proxy !== null
    const key = isCached
      ? cacheKey(pepper, {
          slug: operation.slug,
          organizationId: own ? organizationId : null,
          proxy: proxy?.value ?? null,
          input,
        })
      : null
    const remember = () => {
      if (key !== null && proxy === null) this.#recent.remember(scope, body, key)
    }
    if (key !== null) {
      const entry = await this.#fresh(key)
      if (entry !== undefined) {
        remember()
        return hit(entry.body)
      }
    }
    const landing = await this.#flights.board(
      key,
      { operation, input, proxy },
      this.#passenger(account, operation, request, keyed),
    )
    if (!landing.paid) return hit(landing.body)
    const recorded = (error: unknown) => {
      if (error === null && key !== null) {
        cache.set(key, { body: landing.body, expiresAt: clock.now() + operation.cacheSec * 1000 })
        remember()
      }
      landing.recorded(error)
    }
    const headers = { 'content-type': JSON_TYPE, ...(isCached && { 'x-kiosk-cache': 'MISS' }) }
    return {
      status: 200,
      headers,
      body: landing.body,
      code: null,
      cache: isCached ? 'MISS' : null,
      reservation: landing.reservation,
      recorded,
    }
  }

  #passenger(account: Account, operation: Operation, request: CallRequest, keyed: boolean): Passenger {
    const { clock, ledger } = this.#deps
    return {
      reserve: () => reserve(ledger, account, operation.units, clock.now()),
      release: (reservation) => ledger.release(reservation),
      stays: keyed || operation.access === 'account',
      onGone: (listener) => request.onGone(listener),
    }
  }

  async #fresh(key: string): Promise<CacheEntry | undefined> {
    const entry = await this.#deps.cache.get(key)
    return entry !== undefined && entry.expiresAt > this.#deps.clock.now() ? entry : undefined
  }

  /** Makes the end of a call durable where something depends on it, else notes it. Throws `StoreUnavailable`; then nothing was spent. */
  async #record(
    trip: Trip,
    account: Account,
    operation: Operation,
    outcome: Outcome,
    held: Claim | null,
  ): Promise<void> {
    const { clock, idempotency, idempotencyTtlMs, ledger, sealer } = this.#deps
    const { reservation, status, headers, body } = outcome
    const row = this.#row(trip, account, operation, outcome, false)
    const answer =
      held !== null && isKept(status, body)
        ? {
            claim: held,
            stored: sealed(sealer, operation, { status, headers, body }),
            expiresAt: clock.now() + idempotencyTtlMs,
          }
        : null
    if (reservation === null && answer === null) {
      ledger.note(row)
    } else {
      try {
        await ledger.settle({ reservation, log: row, answer })
      } catch (error) {
        if (reservation !== null) ledger.release(reservation)
        if (held !== null) await idempotency.release(held)
        outcome.recorded?.(error)
        throw error
      }
      outcome.recorded?.(null)
    }
    if (held !== null && answer === null) await idempotency.release(held)
  }

  #fail(trip: Trip, account: Account, operation: Operation | null, error: unknown): Outcome {
    const outcome = this.#errorOutcome(trip, operation, error)
    this.#deps.ledger.note(this.#row(trip, account, operation, outcome, false))
    return outcome
  }

  #errorOutcome(trip: Trip, operation: Operation | null, error: unknown): Outcome {
    if (error instanceof CallerGone) {
      return {
        status: CALLER_GONE_STATUS,
        headers: {},
        body: new Uint8Array(),
        code: null,
        cache: null,
        reservation: null,
      }
    }
    const forCaller = toOperationError(error)
    if (forCaller.code === 'INTERNAL') this.#deps.onDefect(trip.requestId, operation?.slug ?? null, error)
    return errorOutcome(forCaller, trip.requestId, this.#deps.docsBase)
  }

  #row(trip: Trip, account: Account, operation: Operation | null, outcome: Outcome, replayed: boolean): LogRow {
    const { caller } = account
    return {
      requestId: trip.requestId,
      organizationId: caller.organization.id,
      label: caller.label,
      keyId: caller.keyId,
      slug: operation?.slug ?? '',
      status: outcome.status,
      code: outcome.code,
      units: outcome.reservation?.units ?? 0,
      cache: outcome.cache,
      replayed,
      durationMs: Math.round(this.#deps.clock.monotonicMs() - trip.startedAt),
      at: this.#deps.clock.now(),
    }
  }

  async #respond(trip: Trip, account: Account, { outcome, operation, replayed }: Recorded): Promise<CallResponse> {
    const units = outcome.reservation?.units ?? 0
    this.#observe(trip, outcome, operation?.slug ?? null, units, replayed)
    const { requestId } = trip
    const { status, body } = outcome
    if (replayed) return { requestId, status, headers: { ...outcome.headers, 'idempotency-replayed': 'true' }, body }
    const quota = await this.#quota(account, units)
    return { requestId, status, headers: { ...outcome.headers, ...quota }, body }
  }

  /** Quota headers; none while the store cannot tell, since a wrong figure would be worse. */
  async #quota(account: Account, cost: number): Promise<Record<string, string>> {
    const { clock, ledger } = this.#deps
    try {
      const balance = await ledger.balance(account.caller.organization, account.limit, account.month.period)
      return quotaHeaders(account, balance, this.#burst(account), cost, clock.now())
    } catch {
      return {}
    }
  }

  #burst(account: Account) {
    return this.#rate.state(account.caller.organization.id, account.plan, this.#deps.clock.monotonicMs())
  }

  #refuse(trip: Trip, error: unknown): CallResponse {
    const outcome = this.#errorOutcome(trip, null, error)
    this.#observe(trip, outcome, null, 0, false)
    return { requestId: trip.requestId, status: outcome.status, headers: outcome.headers, body: outcome.body }
  }

  #observe(trip: Trip, outcome: Outcome, slug: string | null, units: number, replayed: boolean): void {
    const durationMs = this.#deps.clock.monotonicMs() - trip.startedAt
    this.#deps.observe({
      slug,
      status: outcome.status,
      code: outcome.code,
      units,
      cache: outcome.cache,
      replayed,
      durationMs,
    })
  }
}

const HIT_HEADERS = { 'content-type': JSON_TYPE, 'x-kiosk-cache': 'HIT' } as const

function hit(body: Uint8Array): Outcome {
  return { status: 200, headers: HIT_HEADERS, body, code: null, cache: 'HIT', reservation: null }
}

/** The proxy of a run: the body's wins, being the more specific. Operations without traffic have none. */
function effectiveProxy(
  operation: Operation,
  input: unknown,
  header: string | null,
): { value: Secret; field: string } | null {
  const isNetworked = operation.needs.some((need) => need === 'http')
  if (!isNetworked) return null
  const own = (input as { proxyUrl?: unknown }).proxyUrl
  if (own instanceof Secret) return { value: own, field: 'proxyUrl' }
  if (header === null) return null
  const parsed = proxyUrl.safeParse(header)
  if (!parsed.success || parsed.data === undefined)
    throw invalidInput('x-proxy-url', 'expected one http, https or socks5 URL')
  return { value: parsed.data, field: 'x-proxy-url' }
}

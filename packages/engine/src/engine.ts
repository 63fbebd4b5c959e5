// One call's trip, step by step in the order that callers rely on: key or session, rate, operation, plan, size, idempotency, input, cache, units, run, record.
import type { Operation } from '@kiosk/catalog'
import { type Account, Accounts, quotaHeaders } from './account.ts'
import { type CallRequest, type CallResponse, type Credentials, JSON_TYPE, type Outcome, type Trip } from './call.ts'
import { errorOutcome, toOperationError } from './envelope.ts'
import { CallerGone } from './flights.ts'
import { Lanes } from './lanes.ts'
import { Leases } from './leases.ts'
import type { Plans } from './plans.ts'
import type { Balance, Contexts, Idempotency, Keys, Ledger, LogRow, ResponseCache } from './ports.ts'
import { type Order, Production } from './production.ts'
import { RateLimiter } from './rate.ts'
import { type Ending, logRow, record } from './recording.ts'
import { RequestIds } from './request-ids.ts'
import type { Sealer } from './sealer.ts'
import { requireSignedBody, type SessionVerifier } from './session/session-verifier.ts'
import { authenticate } from './steps/authenticate.ts'
import { authorize, type Registry } from './steps/authorize.ts'
import { claim, idempotencyKey } from './steps/idempotent.ts'
import { usageDocument } from './usage.ts'

/** Status in the log of a call whose caller hung up; never sent. */
const CALLER_GONE_STATUS = 499

const NO_BODY = new Uint8Array()

/** Facts of one finished call, for metrics: never who called. */
export interface CallFacts extends Pick<LogRow, 'status' | 'code' | 'units' | 'cache' | 'replayed' | 'durationMs'> {
  /** null where the call did not reach an operation. */
  readonly slug: string | null
}

export interface EngineDeps {
  readonly registry: Registry
  readonly plans: Plans
  readonly keys: Keys
  readonly sessions: SessionVerifier
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly cache: ResponseCache
  readonly contexts: Contexts
  readonly sealer: Sealer
  /** Secret text that goes into every cache key. */
  readonly pepper: string
  readonly lanes?: Lanes
  readonly clock: { now(): number; monotonicMs(): number }
  /** Address of the page that explains the error codes; asked for each time, since a free port is known late. */
  readonly docsBase: () => string
  readonly idempotencyTtlMs: number
  readonly observe: (facts: CallFacts) => void
  /** A thrown error that has no code: a defect. */
  readonly onDefect: (requestId: string, slug: string | null, error: unknown) => void
}

export class Engine {
  readonly lanes: Lanes
  readonly #deps: EngineDeps
  readonly #production: Production
  readonly #accounts: Accounts
  readonly #leases: Leases
  readonly #rate = new RateLimiter()
  readonly #requestIds = new RequestIds()
  readonly #idleListeners: (() => void)[] = []
  #running = 0

  constructor(deps: EngineDeps) {
    this.#deps = deps
    this.lanes = deps.lanes ?? new Lanes()
    this.#production = new Production({ ...deps, lanes: this.lanes })
    this.#accounts = new Accounts(deps.plans)
    this.#leases = new Leases(deps.idempotency, deps.clock.now)
  }

  // Ports of an embedded store answer at once. On the path of a call their answers are awaited only where they must be: a hit
  // has little else to do than to wait for turns of the microtask queue, and to make garbage of promises.

  /** Answers one call to an operation. Never rejects. */
  handle(request: CallRequest): Promise<CallResponse> {
    const trip = this.#begin()
    try {
      const account = this.#account(request)
      if (!(account instanceof Promise)) return this.#answer(trip, account, request)
      return account.then(
        (found) => this.#answer(trip, found, request),
        (error: unknown) => this.#refuse(trip, error),
      )
    } catch (error) {
      return Promise.resolve(this.#refuse(trip, error))
    }
  }

  #answer(trip: Trip, account: Account, request: CallRequest): Promise<CallResponse> {
    this.#running += 1
    return this.#trip(trip, account, request).then((ending) => {
      this.#running -= 1
      if (this.#running === 0) for (const wake of this.#idleListeners.splice(0)) wake()
      return this.#respond(ending)
    })
  }

  /** Resolves when no call runs, those included whose caller has left. */
  drained(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idleListeners.push(resolve))
  }

  /** Answers `GET /usage`: costs nothing and does not count against the rate. Never throws. */
  async usage(credentials: Credentials): Promise<CallResponse> {
    const trip = this.#begin()
    try {
      const account = await this.#account(credentials)
      if (credentials.sessionToken !== null) requireSignedBody(credentials.sessionToken, NO_BODY)
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

  newRequestId(): string {
    return this.#requestIds.next(this.#deps.clock.now())
  }

  #begin(): Trip {
    return { requestId: this.newRequestId(), startedAt: this.#deps.clock.monotonicMs() }
  }

  #account(credentials: Credentials): Account | Promise<Account> {
    const now = this.#deps.clock.now()
    const caller = authenticate(this.#deps, credentials, now)
    return caller instanceof Promise
      ? caller.then((found) => this.#accounts.of(found, now))
      : this.#accounts.of(caller, now)
  }

  async #trip(trip: Trip, account: Account, request: CallRequest): Promise<Ending> {
    const { clock, ledger, registry } = this.#deps
    let operation: Operation | null = null
    try {
      this.#rate.take(account.caller.organization.id, account.plan, clock.monotonicMs())
      operation = authorize(registry, account.caller, account.plan, request.method, request.slug)
      const body = await request.readBody(operation.maxBodyBytes)
      if (request.sessionToken !== null) requireSignedBody(request.sessionToken, body)
      const key = idempotencyKey(request.idempotencyKeys)
      if (key !== null) return await this.#once(trip, { account, operation, request, body, isKeyed: true }, key)
      const produced = this.#production.produce({ account, operation, request, body, isKeyed: false })
      const outcome = produced instanceof Promise ? await produced : produced
      const ending = { trip, account, operation, outcome, replayed: false }
      const recorded = record(this.#deps, ending, null)
      if (recorded !== undefined) await recorded
      return ending
    } catch (error) {
      const outcome = this.#errorOutcome(trip, operation, error)
      const ending = { trip, account, operation, outcome, replayed: false }
      ledger.note(logRow(clock, ending))
      return ending
    }
  }

  /** The part of the trip under an Idempotency-Key: replay, or run and keep the answer. */
  async #once(trip: Trip, order: Order, key: string): Promise<Ending> {
    const { clock, ledger } = this.#deps
    const { account, operation, body } = order
    const held = await claim(this.#deps, account.caller, operation, key, body, clock.now())
    if ('replay' in held) {
      const outcome: Outcome = { ...held.replay, code: null, cache: null, reservation: null }
      const ending = { trip, account, operation, outcome, replayed: true }
      ledger.note(logRow(clock, ending))
      return ending
    }
    this.#leases.hold(held.claim, held.leaseMs)
    try {
      const outcome = await this.#produceOrFail(trip, order)
      const ending = { trip, account, operation, outcome, replayed: false }
      await record(this.#deps, ending, held.claim)
      return ending
    } finally {
      this.#leases.drop(held.claim)
    }
  }

  async #produceOrFail(trip: Trip, order: Order): Promise<Outcome> {
    try {
      return await this.#production.produce(order)
    } catch (error) {
      return this.#errorOutcome(trip, order.operation, error)
    }
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
    return errorOutcome(forCaller, trip.requestId, this.#deps.docsBase())
  }

  #respond(ending: Ending): CallResponse | Promise<CallResponse> {
    const { trip, account, operation, outcome, replayed } = ending
    this.#observe(trip, outcome, operation?.slug ?? null, replayed)
    const { requestId } = trip
    const { status, body } = outcome
    if (replayed) return { requestId, status, headers: { ...outcome.headers, 'idempotency-replayed': 'true' }, body }
    try {
      const balance = this.#deps.ledger.balance(account.caller.organization, account.limit, account.month.period)
      if (!(balance instanceof Promise)) return this.#withQuota(ending, balance)
      return balance.then((read) => this.#withQuota(ending, read)).catch(() => this.#withQuota(ending, null))
    } catch {
      return this.#withQuota(ending, null)
    }
  }

  /** Puts the quota headers on; none while the store cannot tell, since a wrong figure would be worse. */
  #withQuota({ trip, account, outcome }: Ending, balance: Balance | null): CallResponse {
    const { status, body } = outcome
    const cost = outcome.reservation?.units ?? 0
    if (balance === null) return { requestId: trip.requestId, status, headers: outcome.headers, body }
    const quota = quotaHeaders(account, balance, this.#burst(account), cost, this.#deps.clock.now())
    return { requestId: trip.requestId, status, headers: Object.assign(quota, outcome.headers), body }
  }

  #burst(account: Account) {
    return this.#rate.state(account.caller.organization.id, account.plan, this.#deps.clock.monotonicMs())
  }

  #refuse(trip: Trip, error: unknown): CallResponse {
    const outcome = this.#errorOutcome(trip, null, error)
    this.#observe(trip, outcome, null, false)
    return { requestId: trip.requestId, status: outcome.status, headers: outcome.headers, body: outcome.body }
  }

  #observe(trip: Trip, outcome: Outcome, slug: string | null, replayed: boolean): void {
    const { status, code, cache, reservation } = outcome
    const durationMs = this.#deps.clock.monotonicMs() - trip.startedAt
    this.#deps.observe({ slug, status, code, units: reservation?.units ?? 0, cache, replayed, durationMs })
  }
}

// An engine on toys: stores in memory, a clock that is moved by hand, operations whose runs the test opens like gates.
import { defineOperation, defineProvider, type Operation, OperationError, Secret, secret } from '@kiosk/catalog'
import { z } from 'zod'
import { Engine, type EngineDeps } from '../src/engine.ts'
import {
  type Caller,
  type CallFacts,
  type CallRequest,
  type Claim,
  type ClaimRequest,
  type ClaimResult,
  type Credentials,
  createSealer,
  generateKey,
  hashKey,
  type LogRow,
  type Organization,
  type Plan,
  type Reservation,
  type ReserveResult,
  SessionVerifier,
  type Settlement,
  type StoredAnswer,
  StoreUnavailable,
} from '../src/index.ts'

export const provider = defineProvider({
  name: 'toy',
  title: 'Toy',
  upstreams: { main: 'https://toy.example.test' },
  hosts: 'own',
})

const base = {
  provider,
  title: 'Toy',
  description: 'A toy.',
  category: 'developer',
  tags: [],
  units: 3,
  timeoutSec: 5,
  cacheSec: 0,
  access: 'public',
  needs: [],
} as const

export const echoOutput = z.object({ said: z.string(), runs: z.int() })

/** Controls of the toy operations of one engine. */
export class Stage {
  runs = 0
  /** Set: runs wait for `open()`. */
  gated = false
  fail: (() => unknown) | null = null
  /** Set: what a run waits for before it ends. */
  wait: (() => Promise<void>) | null = null
  readonly signals: AbortSignal[] = []
  readonly proxies: (Secret | null)[] = []
  #gates: (() => void)[] = []
  #arrivals: (() => void)[] = []

  async run(input: { say: string }, signal: AbortSignal) {
    this.runs += 1
    this.signals.push(signal)
    for (const arrive of this.#arrivals.splice(0)) arrive()
    if (this.gated) {
      await new Promise<void>((resolve, reject) => {
        this.#gates.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    }
    if (this.wait !== null) await this.wait()
    if (this.fail !== null) throw this.fail()
    return { said: input.say, runs: this.runs }
  }

  /** Resolves when the next run has begun. */
  arrival(): Promise<void> {
    return new Promise((resolve) => this.#arrivals.push(resolve))
  }

  open(): void {
    this.gated = false
    for (const gate of this.#gates.splice(0)) gate()
  }
}

const input = z.strictObject({ say: z.string().min(1).max(200_000), mood: z.enum(['calm', 'loud']).default('calm') })

export function toyOperations(stage: Stage): Operation[] {
  const examples = [{ title: 'Hello', input: { say: 'hello' } }] as const
  return [
    defineOperation({
      ...base,
      slug: 'toy-echo.get',
      id: 'toy.echo',
      input,
      output: echoOutput,
      examples,
      run: (ctx, value) => stage.run(value, ctx.signal),
    }),
    defineOperation({
      ...base,
      slug: 'toy-cached.get',
      id: 'toy.cached',
      cacheSec: 60,
      input,
      output: echoOutput,
      examples,
      run: (ctx, value) => stage.run(value, ctx.signal),
    }),
    defineOperation({
      ...base,
      slug: 'toy-act.post',
      id: 'toy.act',
      timeoutSec: 60,
      access: 'account',
      input,
      output: echoOutput,
      examples,
      run: (ctx, value) => stage.run(value, ctx.signal),
    }),
    defineOperation({
      ...base,
      slug: 'toy-private.get',
      id: 'toy.private',
      cacheSec: 60,
      access: 'credentials',
      input: z.strictObject({ token: secret(z.string().min(1).max(100)) }),
      output: echoOutput,
      examples: [{ title: 'With a token', input: { token: 'invented' } }],
      run: (ctx, value) => stage.run({ say: value.token.reveal().length.toString() }, ctx.signal),
    }),
    defineOperation({
      ...base,
      slug: 'toy-fetch.get',
      id: 'toy.fetch',
      cacheSec: 60,
      needs: ['http'],
      input,
      output: echoOutput,
      examples,
      run: (ctx, value) => stage.run(value, ctx.signal),
    }),
    defineOperation({
      ...base,
      slug: 'toy-wrong.get',
      id: 'toy.wrong',
      input,
      output: echoOutput,
      examples,
      run: async () => ({ said: 7, runs: 1 }) as unknown as { said: string; runs: number },
    }),
  ]
}

/** When a store answers: at once as an embedded one, or later as one over a network. */
export type Pace = <T>(make: () => T) => T | Promise<T>

const atOnce: Pace = (make) => make()
const aTurnLater: Pace = (make) => Promise.resolve().then(make)

/** Ports in memory. */
export class Memory {
  readonly used = new Map<string, number>()
  readonly reserved = new Map<string, number>()
  readonly rows: LogRow[] = []
  readonly answers = new Map<
    string,
    { request: ClaimRequest; token: string; stored: StoredAnswer | null; expiresAt: number }
  >()
  readonly callers = new Map<string, Caller>()
  readonly cached = new Map<string, { body: Uint8Array; expiresAt: number }>()
  down = false
  settleFails = false
  #tokens = 0
  readonly #pace: Pace

  constructor(pace: Pace) {
    this.#pace = pace
  }

  #soon<T>(make: () => T): T | Promise<T> {
    if (this.down) throw new StoreUnavailable('the toy store is down')
    return this.#pace(make)
  }

  readonly keys = {
    find: (hash: string) => this.#soon(() => this.callers.get(hash) ?? null),
    organization: (id: string) =>
      this.#soon(
        () => [...this.callers.values()].find(({ organization }) => organization.id === id)?.organization ?? null,
      ),
  }

  readonly ledger = {
    reserve: (organization: Organization, limit: number | null, period: string, units: number) =>
      this.#soon((): ReserveResult => {
        const key = `${organization.id} ${period}`
        const used = this.total(key)
        if (limit !== null && used + units > limit) return { granted: false, balance: { used, limit } }
        this.reserved.set(key, (this.reserved.get(key) ?? 0) + units)
        return {
          granted: true,
          reservation: { organizationId: organization.id, period, units },
          balance: { used: used + units, limit },
        }
      }),
    release: (reservation: Reservation) => {
      const key = `${reservation.organizationId} ${reservation.period}`
      this.reserved.set(key, (this.reserved.get(key) ?? 0) - reservation.units)
    },
    settle: async (settlement: Settlement) => {
      await this.#pace(() => undefined)
      if (this.down || this.settleFails) throw new StoreUnavailable('the toy store is down')
      const { reservation, answer, log } = settlement
      if (reservation !== null) {
        this.ledger.release(reservation)
        const key = `${reservation.organizationId} ${reservation.period}`
        this.used.set(key, (this.used.get(key) ?? 0) + reservation.units)
      }
      this.rows.push(log)
      const held = answer && this.answers.get(`${answer.claim.organizationId} ${answer.claim.key}`)
      if (answer && held && held.token === answer.claim.token) {
        held.stored = answer.stored
        held.expiresAt = answer.expiresAt
      }
    },
    note: (row: LogRow) => void this.rows.push(row),
    balance: (organization: Organization, limit: number | null, period: string) =>
      this.#soon(() => ({ used: this.total(`${organization.id} ${period}`), limit })),
    usage: async () => {
      const ok = this.rows.filter((row) => row.status < 300 && !row.replayed)
      return [...new Set(ok.map((row) => row.slug))].map((slug) => {
        const own = ok.filter((row) => row.slug === slug)
        return {
          slug,
          calls: own.length,
          units: own.reduce((sum, row) => sum + row.units, 0),
          cacheHits: own.filter((row) => row.cache === 'HIT').length,
        }
      })
    },
  }

  readonly idempotency = {
    claim: (request: ClaimRequest) =>
      this.#soon((): ClaimResult => {
        const id = `${request.organizationId} ${request.key}`
        const held = this.answers.get(id)
        if (held !== undefined && request.now < held.expiresAt) {
          if (held.request.slug !== request.slug || held.request.bodyHash !== request.bodyHash)
            return { state: 'reused' }
          return held.stored === null ? { state: 'inFlight' } : { state: 'stored', answer: held.stored }
        }
        const token = String(++this.#tokens)
        this.answers.set(id, { request, token, stored: null, expiresAt: request.now + request.leaseMs })
        return { state: 'claimed', claim: { organizationId: request.organizationId, key: request.key, token } }
      }),
    renew: () => {},
    release: (claim: Claim) => void this.answers.delete(`${claim.organizationId} ${claim.key}`),
  }

  readonly cache = {
    get: (key: string) => this.#soon(() => this.cached.get(key)),
    set: (key: string, entry: { body: Uint8Array; expiresAt: number }) => void this.cached.set(key, entry),
  }

  total(key: string): number {
    return (this.used.get(key) ?? 0) + (this.reserved.get(key) ?? 0)
  }

  reservedUnits(): number {
    return [...this.reserved.values()].reduce((sum, units) => sum + units, 0)
  }

  usedUnits(): number {
    return [...this.used.values()].reduce((sum, units) => sum + units, 0)
  }
}

export const toySecret = new Secret('toy secret')

const plans: Plan[] = [
  { name: 'guest', units: 200, ratePerSec: 2, publicOnly: true },
  { name: 'free', units: 1000, ratePerSec: 1000, publicOnly: false },
  { name: 'slow', units: 1000, ratePerSec: 1, publicOnly: false },
  { name: 'unlimited', units: null, ratePerSec: null, publicOnly: false },
]

export interface ToyOptions {
  readonly later?: boolean
  readonly pace?: Pace
  readonly deps?: Partial<EngineDeps>
}

/** A gateway on toys. */
export function createToys(options: ToyOptions = {}) {
  const memory = new Memory(options.pace ?? (options.later ? aTurnLater : atOnce))
  const stage = new Stage()
  const time = { now: Date.parse('2026-03-14T09:30:00Z'), mono: 0 }
  const facts: CallFacts[] = []
  const defects: unknown[] = []
  const engine = new Engine({
    registry: new Map(toyOperations(stage).map((operation) => [operation.slug, operation])),
    plans: new Map(plans.map((plan) => [plan.name, plan])),
    keys: memory.keys,
    sessions: new SessionVerifier(toySecret, null, time.now),
    ledger: memory.ledger,
    idempotency: memory.idempotency,
    cache: memory.cache,
    contexts: {
      checkProxy: async (proxy, field) => {
        if (proxy.reveal().includes('10.0.0.1')) throw new OperationError('DESTINATION_REFUSED', `${field}: not public`)
      },
      make: (_operation, signal, proxy) => {
        stage.proxies.push(proxy)
        return { signal } as never
      },
    },
    sealer: createSealer('answers', toySecret),
    pepper: 'pepper',
    clock: { now: () => time.now, monotonicMs: () => time.mono },
    docsBase: () => 'http://app.example.test/docs/errors',
    idempotencyTtlMs: 86_400_000,
    observe: (row) => facts.push(row),
    onDefect: (_id, _slug, error) => defects.push(error),
    ...options.deps,
  })

  function addOrganization(
    plan: string,
    more: Partial<Organization> = {},
  ): { key: string; organization: Organization } {
    const id = `org_${memory.callers.size + 1}`
    const organization: Organization = {
      id,
      name: id,
      slug: id,
      plan,
      quotaOverride: null,
      withheld: [],
      expiresAt: null,
      ...more,
    }
    const key = generateKey()
    memory.callers.set(hashKey(key), { organization, keyId: `key_${id}`, label: key.slice(0, 12) })
    return { key, organization }
  }

  /** One call; `leave` hangs up. */
  function call(slug: string, key: string | null, body: unknown, more: Partial<CallRequest> = {}) {
    let gone: (() => void) | null = null
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    const answer = engine
      .handle({
        method: 'POST',
        slug,
        apiKey: key,
        sessionToken: null,
        idempotencyKeys: [],
        proxyUrl: null,
        contentType: 'application/json',
        contentEncoding: null,
        readBody: async (maxBytes) => {
          if (bytes.length > maxBytes) throw new OperationError('PAYLOAD_TOO_LARGE', 'too large')
          return bytes
        },
        onGone: (listener) => {
          gone = listener
        },
        ...more,
      })
      .then(({ status, headers, body: raw, requestId }) => ({
        status,
        headers,
        requestId,
        raw: Buffer.from(raw),
        json: raw.length > 0 ? JSON.parse(Buffer.from(raw).toString()) : null,
      }))
    return Object.assign(answer, { leave: () => gone?.() })
  }

  /** `GET /usage`. */
  function usage(key: string | null, more: Partial<Credentials> = {}) {
    const request = { method: 'GET', slug: 'usage', sessionToken: null, idempotencyKeys: [], proxyUrl: null }
    return engine.usage({ ...request, apiKey: key, ...more })
  }

  return { engine, memory, stage, time, facts, defects, addOrganization, call, usage }
}

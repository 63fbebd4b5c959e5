// Random schedules of calls, crashes and time against a simple model of quota and idempotency.
import type { Claim, ClaimResult, Reservation } from '@kiosk/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inThreadWriter } from './in-thread-writer.ts'
import { anOrganization, claimRequest, everyByte, logRow, PERIOD, START, sha256 } from './samples.ts'
import { type SqliteSite, sqliteSite } from './sqlite-site.ts'

const LIMIT = 12
const LEASE_MS = 1_000
const KEPT_MS = 5_000
const organization = anOrganization()

type Step =
  | {
      readonly do: 'call'
      readonly key: number
      readonly body: number
      readonly units: number
      readonly durable: boolean
    }
  | { readonly do: 'settle' | 'fail'; readonly pick: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'wait' | 'crash' | 'restart' }

const pick = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      key: fc.integer({ min: 1, max: 3 }),
      body: fc.integer({ min: 1, max: 2 }),
      units: fc.integer({ min: 1, max: 4 }),
      durable: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('settle' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fail' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 400, 1_000, 5_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('crash' as const, 'restart' as const) }) },
)

/** What the model knows of a key. `unsure`: its process died while the answer was on its way. */
interface KnownKey {
  state: 'running' | 'settling' | 'stored' | 'unsure'
  readonly body: number
  readonly durable: boolean
  readonly token: string
  readonly leaseUntil: number
  readonly expiresAt: number
}

interface Running {
  readonly claim: Claim
  readonly key: number
  readonly reservation: Reservation
  readonly units: number
}

class Simulation {
  readonly #site: SqliteSite
  readonly #clock: { now: number }
  readonly #keys = new Map<number, KnownKey>()
  #running: Running[] = []
  #settling: { readonly done: Promise<void>; readonly units: number }[] = []
  /** Units that are settled for certain. */
  #spent = 0

  constructor(site: SqliteSite, clock: { now: number }) {
    this.#site = site
    this.#clock = clock
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'call':
        return this.#call(step)
      case 'settle':
        return this.#settle(step.pick)
      case 'fail':
        return this.#fail(step.pick)
      case 'pass':
        this.#clock.now += step.ms
        return
      case 'wait':
        return this.wait()
      case 'crash':
        return this.#crash()
      case 'restart':
        await this.wait()
        await this.#crash()
        return
    }
  }

  async wait(): Promise<void> {
    const settling = this.#settling
    await Promise.all(settling.map(({ done }) => done))
    await this.#checkBalance()
  }

  #taken(): number {
    const units = [...this.#running, ...this.#settling].map((each) => each.units)
    return units.reduce((sum, each) => sum + each, this.#spent)
  }

  async #checkBalance(): Promise<void> {
    const balance = await this.#site.store.ledger.balance(organization, LIMIT, PERIOD)
    expect(balance).toEqual({ used: this.#taken(), limit: LIMIT })
    expect(balance.used).toBeLessThanOrEqual(LIMIT)
  }

  /** States that the store may answer with. */
  #expected(key: number, body: number): ClaimResult['state'][] {
    const { now } = this.#clock
    const known = this.#keys.get(key)
    if (known === undefined) return ['claimed']
    const same = known.body === body
    switch (known.state) {
      case 'running':
        if (known.leaseUntil <= now) return ['claimed']
        return same ? ['inFlight'] : ['reused']
      case 'settling':
        return same ? ['inFlight'] : ['reused']
      case 'stored':
        if (known.expiresAt <= now) return ['claimed']
        return same ? ['stored'] : ['reused']
      case 'unsure':
        if (known.durable && known.leaseUntil > now) return same ? ['stored', 'inFlight'] : ['reused']
        if (known.expiresAt <= now) return ['claimed']
        return same ? ['stored', 'claimed'] : ['reused', 'claimed']
    }
  }

  async #call({ key, body, units, durable }: Extract<Step, { do: 'call' }>): Promise<void> {
    const { idempotency, ledger } = this.#site.store
    const expected = this.#expected(key, body)
    const request = claimRequest({
      key: `a-key-of-thirty-six-characters-0000${key}`,
      bodyHash: sha256(`${body}`),
      leaseMs: LEASE_MS,
      durable,
      now: this.#clock.now,
    })
    const result = await idempotency.claim(request)
    expect(expected).toContain(result.state)
    if (result.state === 'stored') expect(result.answer).toEqual({ ...everyByte, status: 200 + body })
    if (result.state !== 'claimed') return
    const room = this.#taken() + units <= LIMIT
    const reserved = await ledger.reserve(organization, LIMIT, PERIOD, units)
    expect(reserved.granted).toBe(room)
    if (!reserved.granted) {
      await idempotency.release(result.claim)
      this.#keys.delete(key)
      return
    }
    this.#keys.set(key, {
      state: 'running',
      body,
      durable,
      token: result.claim.token,
      leaseUntil: request.now + LEASE_MS,
      expiresAt: request.now + KEPT_MS,
    })
    this.#running.push({ claim: result.claim, key, reservation: reserved.reservation, units })
  }

  #take(pick: number): Running | undefined {
    return this.#running.splice(pick % Math.max(this.#running.length, 1), 1)[0]
  }

  /** Its key, unless another run took it over. */
  #owned(running: Running): KnownKey | undefined {
    const known = this.#keys.get(running.key)
    return known?.token === running.claim.token ? known : undefined
  }

  #settle(pick: number): void {
    const running = this.#take(pick)
    if (running === undefined) return
    const { claim, reservation, units } = running
    const known = this.#owned(running)
    if (known !== undefined) known.state = 'settling'
    const stored = { ...everyByte, status: 200 + (known?.body ?? 99) }
    const answer = { claim, stored, expiresAt: known?.expiresAt ?? START + KEPT_MS }
    const settling = {
      units,
      done: this.#site.store.ledger.settle({ reservation, log: logRow({ units }), answer }).then(
        () => {
          this.#settling = this.#settling.filter((each) => each !== settling)
          this.#spent += units
          if (known !== undefined) known.state = 'stored'
        },
        // Only a crash refuses here; what it leaves is looked at there.
        () => {},
      ),
    }
    this.#settling.push(settling)
  }

  async #fail(pick: number): Promise<void> {
    const running = this.#take(pick)
    if (running === undefined) return
    this.#site.store.ledger.release(running.reservation)
    if (this.#owned(running) !== undefined) this.#keys.delete(running.key)
    await this.#site.store.idempotency.release(running.claim)
  }

  async #crash(): Promise<void> {
    await this.#site.crash()
    const unsure = this.#settling.reduce((sum, { units }) => sum + units, 0)
    const { used } = await this.#site.store.ledger.balance(organization, LIMIT, PERIOD)
    expect(used).toBeGreaterThanOrEqual(this.#spent)
    expect(used).toBeLessThanOrEqual(this.#spent + unsure)
    this.#spent = used
    this.#running = []
    this.#settling = []
    for (const [key, known] of this.#keys) {
      if (known.state === 'running' && !known.durable) this.#keys.delete(key)
      if (known.state === 'settling') known.state = 'unsure'
    }
  }
}

describe('random schedules', () => {
  it('never spend past the limit, lose a settled unit, or run a key twice', { timeout: 90_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const clock = { now: START }
        const site = await sqliteSite(() => clock.now, { start: inThreadWriter().start })
        try {
          const simulation = new Simulation(site, clock)
          for (const step of steps) await simulation.run(step)
          await simulation.wait()
        } finally {
          await site.dispose()
        }
      }),
      // A failure prints the seed and the shortest schedule that still fails.
      { numRuns: 40 },
    )
  })
})

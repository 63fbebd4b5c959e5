// One storm of calls that ends with the death of the gateway, and the books that are kept of it.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Answer, expectError, expectOk } from './answer.ts'
import type { Gateway, Tenant } from './gateway.ts'
import { ADDRESS, ARTICLE, fresh, keyed } from './operations.ts'
import type { Random } from './random.ts'
import type { Upstream } from './upstream.ts'

const CALLERS = 32
/** The kill comes at a random instant within this time after the first answer. */
const KILL_WITHIN_MS = 250

/** What an organization was told it has spent. Every call costs 1. */
export class Bill {
  readonly tenant: Tenant
  readonly quota: number | null
  /** Fresh 200s. */
  acknowledged = 0
  /** Calls without a key that got no answer: each was billed or was not. */
  unknown = 0
  /** Acknowledged answers by their Idempotency-Key. */
  readonly answers = new Map<string, string>()

  constructor(tenant: Tenant, quota: number | null) {
    this.tenant = tenant
    this.quota = quota
  }

  /** Compares with what the gateway remembers. @param uncertain keyed calls without an answer that were not retried yet */
  async check(gateway: Gateway, uncertain = 0): Promise<number> {
    const used = await gateway.used(this.tenant.key)
    expect(used, 'units lost').toBeGreaterThanOrEqual(this.acknowledged)
    expect(used, 'units invented').toBeLessThanOrEqual(this.acknowledged + this.unknown + uncertain)
    if (this.quota !== null) expect(used, 'quota').toBeLessThanOrEqual(this.quota)
    return used
  }

  /** After a restart what was spent is certain: nothing of it may stand as a guess in the next round. */
  async close(gateway: Gateway): Promise<void> {
    this.acknowledged = await this.check(gateway)
    this.unknown = 0
  }

  /** The stored answer comes back byte for byte. */
  async expectReplay(gateway: Gateway, key: string): Promise<void> {
    const replay = expectOk(await gateway.call(ADDRESS, this.tenant.key, {}, keyed(key)))
    expect([key, replay.isReplay, replay.text]).toEqual([key, true, this.answers.get(key)])
  }

  /** Some of all rounds' answers. */
  async replaySample(gateway: Gateway, random: Random, count: number): Promise<void> {
    const keys = [...this.answers.keys()]
    for (let i = 0; i < count && keys.length > 0; i++) {
      await this.expectReplay(gateway, keys[random.below(keys.length)] ?? '')
    }
  }
}

export interface Storm {
  readonly acknowledged: number
  readonly unknown: number
  /** Every keyed answer of this storm is replayed and billed once. */
  replayAll(): Promise<void>
  /** Every keyed call without an answer is free to be sent again, and is billed once in the end. */
  retryUnknown(): Promise<void>
}

/** Lets callers loose, kills the gateway in their midst and waits until they all know.
 * @param allKeyed every call carries an Idempotency-Key, so that in the end not one unit is in doubt */
export async function stormUntilKilled(
  gateway: Gateway,
  upstream: Upstream,
  bill: Bill,
  random: Random,
  allKeyed: boolean,
): Promise<Storm> {
  const before = { acknowledged: bill.acknowledged, unknown: bill.unknown }
  const answered: string[] = []
  const unanswered: string[] = []
  const { key } = bill.tenant
  let over = false
  let onFirst = () => {}
  const first = new Promise<void>((resolve) => {
    onFirst = resolve
  })

  const note = (answer: Answer, idempotencyKey: string | null) => {
    onFirst()
    if (answer.status !== 200) {
      expectError(answer, 'QUOTA_EXCEEDED')
      expect(bill.quota, 'refused without a quota').not.toBeNull()
      return
    }
    bill.acknowledged += 1
    if (idempotencyKey === null) return
    answered.push(idempotencyKey)
    bill.answers.set(idempotencyKey, answer.text)
  }
  const caller = async (number: number) => {
    while (!over) {
      const idempotencyKey = allKeyed || number % 2 === 0 ? randomUUID() : null
      const headers = idempotencyKey === null ? {} : keyed(idempotencyKey)
      const answer = await gateway.call(ADDRESS, key, {}, headers).catch(() => null)
      if (answer !== null) note(answer, idempotencyKey)
      else if (idempotencyKey === null) bill.unknown += 1
      else unanswered.push(idempotencyKey)
    }
  }

  // One that hangs in its upstream at the moment of the kill, with units taken and its key claimed.
  const title = fresh('Hanging')
  const hanging = bill.quota === null ? { title, headers: keyed(), gate: upstream.hold(title) } : null
  if (hanging !== null) {
    void gateway.call(ARTICLE, key, { title }, hanging.headers).catch(() => {})
    await hanging.gate.arrived()
  }
  const callers = Array.from({ length: CALLERS }, (_, number) => caller(number))
  await first
  await pause(random.next() * KILL_WITHIN_MS)
  const dead = gateway.kill9()
  over = true
  await Promise.all([dead, ...callers])
  hanging?.gate.open()

  return {
    acknowledged: bill.acknowledged - before.acknowledged,
    unknown: bill.unknown - before.unknown + unanswered.length,
    async replayAll() {
      const used = await bill.check(gateway, unanswered.length)
      await Promise.all(answered.map((idempotencyKey) => bill.expectReplay(gateway, idempotencyKey)))
      expect(await gateway.used(key), 'replays are billed').toBe(used)
    },
    async retryUnknown() {
      for (const idempotencyKey of unanswered) {
        // Replayed: it was billed before the kill. Fresh: it is billed now. Refused: it never was, and no unit is left.
        note(await gateway.call(ADDRESS, key, {}, keyed(idempotencyKey)), idempotencyKey)
      }
      if (hanging === null) return
      const retry = expectOk(await gateway.call(ARTICLE, key, { title }, hanging.headers))
      expect([retry.isReplay, retry.cost], 'the call that hung').toEqual([false, 1])
      bill.acknowledged += 1
    },
  }
}

/** Spends to the last unit: what the dead had reserved is free again, and not one unit more is given out. */
export async function spendTheRest(gateway: Gateway, bill: Bill): Promise<void> {
  const limit = bill.quota ?? 0
  const before = await gateway.used(bill.tenant.key)
  const answers = await Promise.all(
    Array.from({ length: limit - before + CALLERS }, () => gateway.call(ADDRESS, bill.tenant.key)),
  )
  const granted = answers.filter(({ status }) => status === 200).length
  for (const answer of answers) if (answer.status !== 200) expectError(answer, 'QUOTA_EXCEEDED')
  expect([granted, await gateway.used(bill.tenant.key)]).toEqual([limit - before, limit])
  bill.acknowledged += granted
}

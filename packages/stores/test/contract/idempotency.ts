import type { Claim, ClaimRequest, ClaimResult } from '@kiosk/engine'
import { describe, expect, it } from 'vitest'
import type { MakeSite } from '../contract.ts'
import { claimRequest, DAY_MS, everyByte, PERIOD, reserve as reserveOn, settleAnswer, sha256 } from '../samples.ts'
import { clockedSite } from './clocked-site.ts'

const otherBody = { bodyHash: sha256('{"title":"Oslo"}') }
const otherSlug = { slug: 'currency-rates.get' }

export function idempotencyContract(makeSite: MakeSite): void {
  describe.each([{ durable: false }, { durable: true }])('idempotency, durable claims: $durable', ({ durable }) => {
    const { site, organization, now, pass } = clockedSite(makeSite)
    const ledger = () => site().store.ledger
    const ask = async (request: Partial<ClaimRequest> = {}): Promise<ClaimResult> =>
      site().store.idempotency.claim(
        claimRequest({ organizationId: organization().id, durable, now: now(), ...request }),
      )
    const reserve = (units: number) => reserveOn(ledger(), units, { organization: organization() })
    const claim = async (request: Partial<ClaimRequest> = {}): Promise<Claim> => {
      const result = await ask(request)
      if (result.state !== 'claimed') throw new Error(`expected a claim, got ${result.state}`)
      return result.claim
    }

    it('gives a key to one of 100 that ask at once', async () => {
      const results = await Promise.all(Array.from({ length: 100 }, () => ask()))
      expect(results.filter(({ state }) => state === 'claimed')).toHaveLength(1)
      expect(results.filter(({ state }) => state === 'inFlight')).toHaveLength(99)
    })

    it('tells another body or operation apart while the first runs', async () => {
      await claim()
      expect(await ask()).toEqual({ state: 'inFlight' })
      expect(await ask(otherBody)).toEqual({ state: 'reused' })
      expect(await ask(otherSlug)).toEqual({ state: 'reused' })
    })

    it('replays the stored answer byte for byte, also after a restart', async () => {
      await settleAnswer(ledger(), await claim())
      expect(await ask()).toEqual({ state: 'stored', answer: everyByte })
      await site().reopen()
      const replay = await ask()
      expect(replay).toEqual({ state: 'stored', answer: everyByte })
      expect(await ask(), 'from memory again').toEqual(replay)
    })

    it('replays after a crash what was settled, to the last byte of 100 KB', async () => {
      const stored = { ...everyByte, status: 404, body: Buffer.alloc(102_400, 'Grüße ') }
      await settleAnswer(ledger(), await claim(), { stored })
      await site().crash()
      const replay = await ask()
      if (replay.state !== 'stored') throw new Error(`expected the answer, got ${replay.state}`)
      expect(Buffer.from(replay.answer.body).equals(stored.body)).toBe(true)
      expect(replay.answer.status).toBe(404)
    })

    it('keeps the answer as it was when its buffer is used again', async () => {
      const buffer = Buffer.from('--answer--')
      await settleAnswer(ledger(), await claim(), { stored: { ...everyByte, body: buffer.subarray(2, 8) } })
      buffer.fill('x')
      expect(await ask()).toMatchObject({ answer: { body: new Uint8Array(Buffer.from('answer')) } })
    })

    it('refuses a stored key with another body or operation', async () => {
      await settleAnswer(ledger(), await claim())
      expect(await ask(otherBody)).toEqual({ state: 'reused' })
      expect(await ask(otherSlug)).toEqual({ state: 'reused' })
      await site().reopen()
      expect(await ask(otherBody)).toEqual({ state: 'reused' })
      expect(await ask(otherSlug)).toEqual({ state: 'reused' })
    })

    it('keeps the keys of organizations apart', async () => {
      await settleAnswer(ledger(), await claim())
      expect(await ask({ organizationId: `${organization().id}_b` })).toMatchObject({ state: 'claimed' })
    })

    it.each([{ restart: false }, { restart: true }])('forgets an answer when its time is over', async ({ restart }) => {
      await settleAnswer(ledger(), await claim(), { expiresAt: now() + DAY_MS })
      pass(DAY_MS - 1)
      if (restart) await site().reopen()
      expect(await ask()).toMatchObject({ state: 'stored' })
      pass(1)
      if (restart) await site().reopen()
      expect(await ask(otherBody)).toMatchObject({ state: 'claimed' })
    })

    it('frees a released key for any request', async () => {
      await site().store.idempotency.release(await claim())
      const second = await claim(otherBody)
      await site().store.idempotency.release(second)
      await site().crash()
      expect(await ask()).toMatchObject({ state: 'claimed' })
    })

    it('counts a key as in flight until its answer is durable', async () => {
      const settled = settleAnswer(ledger(), await claim())
      expect(await ask()).toEqual({ state: 'inFlight' })
      expect(await ask(otherBody)).toEqual({ state: 'reused' })
      pass(DAY_MS / 2)
      expect(await ask(), 'whatever its lease says').toEqual({ state: 'inFlight' })
      await settled
      expect(await ask()).toMatchObject({ state: 'stored' })
    })

    it('frees a key whose lease ended, and not a moment before', async () => {
      await claim({ leaseMs: 1_000 })
      pass(999)
      expect(await ask()).toEqual({ state: 'inFlight' })
      pass(1)
      expect(await ask(otherBody)).toMatchObject({ state: 'claimed' })
      expect(await ask(), 'the key is the new one’s').toEqual({ state: 'reused' })
    })

    it('holds a key whose lease was renewed', async () => {
      const held = await claim({ leaseMs: 1_000 })
      pass(900)
      site().store.idempotency.renew(held, 1_000, now())
      pass(900)
      expect(await ask()).toEqual({ state: 'inFlight' })
      pass(100)
      expect(await ask()).toMatchObject({ state: 'claimed' })
    })

    it('bills a late finisher that lost its key, and keeps nothing of it', async () => {
      const late = await claim({ leaseMs: 1_000 })
      const reservation = await reserve(3)
      pass(1_000)
      const second = await claim(otherBody)
      site().store.idempotency.renew(late, 60_000, now())
      await site().store.idempotency.release(late)
      await settleAnswer(ledger(), late, { reservation })
      expect(await ask(otherBody), 'the second one runs on').toEqual({ state: 'inFlight' })
      expect(await ledger().balance(organization(), null, PERIOD)).toMatchObject({ used: 3 })
      await settleAnswer(ledger(), second, { stored: { ...everyByte, status: 201 } })
      await site().reopen()
      expect(await ask(otherBody)).toMatchObject({ state: 'stored', answer: { status: 201 } })
      expect(await ledger().balance(organization(), null, PERIOD)).toMatchObject({ used: 3 })
    })

    it('stores the answer of a finisher whose lease ended when nobody took the key', async () => {
      const late = await claim({ leaseMs: 1_000 })
      pass(5_000)
      await settleAnswer(ledger(), late)
      expect(await ask()).toMatchObject({ state: 'stored' })
    })

    it('after a crash holds a durable claim until its lease ends, and frees any other', async () => {
      const held = await claim({ leaseMs: 10_000 })
      site().store.idempotency.renew(held, 20_000, now())
      await site().store.drain()
      await site().crash()
      if (durable) {
        pass(19_999)
        expect(await ask()).toEqual({ state: 'inFlight' })
        expect(await ask(otherBody)).toEqual({ state: 'reused' })
        pass(1)
      }
      expect(await ask(otherBody)).toMatchObject({ state: 'claimed' })
    })

    it('settles answers and their units in one commit, each with its own', async () => {
      const claims = await Promise.all(
        Array.from({ length: 30 }, (_, i) => claim({ key: `a-key-of-thirty-six-characters-1${10_000 + i}` })),
      )
      const answers = claims.map((each, i) => ({
        claim: each,
        // Of several lengths, the empty one among them.
        stored: { status: 200 + i, headers: { 'x-kiosk-cache': `${i}` }, body: new Uint8Array(i * 7).fill(i) },
      }))
      await Promise.all(
        answers.map(async ({ claim: each, stored }) =>
          settleAnswer(ledger(), each, { stored, reservation: await reserve(2) }),
        ),
      )
      await site().crash()
      for (const { claim: each, stored } of answers) {
        expect(await ask({ key: each.key })).toEqual({ state: 'stored', answer: stored })
      }
      expect(await ledger().balance(organization(), null, PERIOD)).toMatchObject({ used: 60 })
    })
  })
}

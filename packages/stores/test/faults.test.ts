// Disks and threads that fail: refused in time, nothing lost or spent twice, and well again without a restart.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from '@kiosk/engine'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToWriter } from '../src/sqlite/writer/messages.ts'
import { type StartWriter, startWriterThread, type WriterLink } from '../src/sqlite/writer/writer-link.ts'
import { WriterService } from '../src/sqlite/writer/writer-service.ts'
import { inThreadWriter } from './in-thread-writer.ts'
import { addKey, anOrganization, bill, claimRequest, logRow, PERIOD, reserve, START, settleAnswer } from './samples.ts'
import { type SqliteSite, sqliteSite } from './sqlite-site.ts'

const organization = anOrganization()
let site: SqliteSite | null = null

afterEach(async () => {
  await site?.dispose()
  site = null
})

async function open(writer: Parameters<typeof sqliteSite>[1] = {}): Promise<SqliteSite> {
  site = await sqliteSite(() => START, writer)
  return site
}

const used = async ({ store }: SqliteSite) => (await store.ledger.balance(organization, null, PERIOD)).used

describe('a database that another process holds', () => {
  it('refuses writes within seconds and takes them again afterwards', async () => {
    const { dataDir, store } = await open()
    const { id } = await store.directory.createOrganization({ name: 'Grey Pier', plan: 'free' })
    const { hash } = await addKey(store.directory, id)
    const holder = new DatabaseSync(join(dataDir, 'kiosk.db'), { timeout: 5_000 })
    holder.exec('BEGIN IMMEDIATE')
    const reservation = await reserve(store.ledger, 3)
    const claimed = await store.idempotency.claim(claimRequest())
    if (claimed.state !== 'claimed') throw new Error(claimed.state)
    const since = performance.now()
    const settled = settleAnswer(store.ledger, claimed.claim, { reservation })
    expect(await store.keys.find(hash), 'reading goes on').not.toBeNull()
    await expect(settled).rejects.toThrow(StoreUnavailable)
    expect(performance.now() - since).toBeLessThan(10_000)
    expect(await store.health()).toMatchObject({ ok: false, reason: expect.stringContaining('locked') })
    store.ledger.release(reservation)
    await store.idempotency.release(claimed.claim)
    holder.exec('ROLLBACK')
    holder.close()
    expect(await store.health()).toEqual({ ok: true })
    expect(await store.idempotency.claim(claimRequest())).toMatchObject({ state: 'claimed' })
    await bill(store.ledger, 4)
    expect((await store.ledger.balance(organization, null, PERIOD)).used).toBe(4)
  })
})

describe('a database file that is gone', () => {
  it('is noticed by health, refused, and served again once it is back', async () => {
    const { dataDir, store } = await open()
    await bill(store.ledger, 3)
    const [file, elsewhere] = [join(dataDir, 'kiosk.db'), join(dataDir, 'elsewhere.db')]
    renameSync(file, elsewhere)
    expect(await store.health()).toMatchObject({ ok: false, reason: expect.stringContaining('removed or replaced') })
    const reservation = await reserve(store.ledger, 3)
    await expect(store.ledger.settle({ reservation, log: logRow(), answer: null })).rejects.toThrow(StoreUnavailable)
    store.ledger.release(reservation)
    renameSync(elsewhere, file)
    expect(await store.health()).toEqual({ ok: true })
    await bill(store.ledger, 3)
    await site?.reopen()
    expect(await used(await current())).toBe(6)
  })
})

async function current(): Promise<SqliteSite> {
  if (site === null) throw new Error('no site is open')
  return site
}

describe('a full disk', () => {
  it('refuses what does not fit, keeps the counters, and goes on when there is room', async () => {
    const { start, service } = inThreadWriter()
    const { store } = await open({ start })
    await bill(store.ledger, 3)
    const { db } = service().statements
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
    db.exec(`PRAGMA max_page_count = ${pages}`)
    const claimed = await store.idempotency.claim(claimRequest())
    if (claimed.state !== 'claimed') throw new Error(claimed.state)
    const reservation = await reserve(store.ledger, 5)
    store.ledger.note(logRow({ cache: 'HIT' }))
    const stored = { status: 200, headers: {}, body: new Uint8Array(100_000) }
    const settled = settleAnswer(store.ledger, claimed.claim, { reservation, stored })
    await expect(settled).rejects.toThrow(/full/)
    await expect(settled).rejects.toBeInstanceOf(StoreUnavailable)
    store.ledger.release(reservation)
    await store.idempotency.release(claimed.claim)
    expect((await store.ledger.balance(organization, 8, PERIOD)).used).toBe(3)
    // The connection was closed by the failure, and the limit of the test with it.
    await bill(store.ledger, 5)
    await store.drain()
    expect(await store.ledger.usage('org_one', PERIOD), 'the note was kept for later').toEqual([
      { slug: 'encyclopedia-article.get', calls: 3, units: 8, cacheHits: 1 },
    ])
  })

  it('ends a drain with an error instead of waiting for ever', async () => {
    const { start, service } = inThreadWriter()
    const { store } = await open({ start })
    service().statements.db.close()
    store.ledger.note(logRow())
    await expect(store.drain()).rejects.toThrow(StoreUnavailable)
    await store.drain()
  })
})

/** A writer behind a gate that a test can close. */
function gated(startWriter: StartWriter): { start: StartWriter; links: WriterLink[]; shut(): void; open(): void } {
  const links: WriterLink[] = []
  let isShut = false
  let held: (() => void)[] = []
  const start: StartWriter = (file, events) => {
    const link = startWriter(file, events)
    links.push(link)
    const send = (message: ToWriter) => {
      if (isShut) held.push(() => link.send(message))
      else link.send(message)
    }
    return { send, terminate: () => link.terminate() }
  }
  return {
    start,
    links,
    shut() {
      isShut = true
    },
    open() {
      isShut = false
      for (const send of held) send()
      held = []
    },
  }
}

describe('a writer that does not answer', () => {
  it('is not waited for, and its late commit is counted', async () => {
    const gate = gated(inThreadWriter().start)
    const { store } = await open({ start: gate.start, overdueMs: 100 })
    await bill(store.ledger, 1)
    gate.shut()
    const claimed = await store.idempotency.claim(claimRequest())
    if (claimed.state !== 'claimed') throw new Error(claimed.state)
    const reservation = await reserve(store.ledger, 3)
    await expect(settleAnswer(store.ledger, claimed.claim, { reservation })).rejects.toThrow('does not answer in time')
    store.ledger.release(reservation)
    await store.idempotency.release(claimed.claim)
    expect(await used(await current()), 'nobody knows yet whether they are spent').toBe(4)
    expect(await store.idempotency.claim(claimRequest())).toEqual({ state: 'inFlight' })
    await expect(bill(store.ledger, 1), 'the next is refused at once').rejects.toThrow(StoreUnavailable)
    await expect(store.claims.claim('mailbox', 'x')).rejects.toThrow(StoreUnavailable)
    gate.open()
    await vi.waitFor(async () => expect(await store.health()).toEqual({ ok: true }))
    expect(await store.idempotency.claim(claimRequest())).toMatchObject({ state: 'stored' })
    expect(await store.ledger.usage('org_one', PERIOD)).toMatchObject([{ calls: 2, units: 4 }])
  })

  it('is late also when it is asked again and again', async () => {
    const gate = gated(inThreadWriter().start)
    const { store } = await open({ start: gate.start, overdueMs: 100 })
    gate.shut()
    const settled = bill(store.ledger, 1)
    const asking = setInterval(() => void store.health(), 20)
    await expect(settled)
      .rejects.toThrow('does not answer in time')
      .finally(() => clearInterval(asking))
    gate.open()
  })

  it('is not blamed for a main thread that stood still', async () => {
    const { store } = await open({ overdueMs: 2_000 })
    const settled = bill(store.ledger, 1)
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_600)
    await settled
  })

  it('releases a durable claim that nobody waited for any more', async () => {
    const gate = gated(inThreadWriter().start)
    const { store } = await open({ start: gate.start, overdueMs: 100 })
    gate.shut()
    const request = claimRequest({ durable: true })
    await expect((async () => store.idempotency.claim(request))()).rejects.toThrow(StoreUnavailable)
    gate.open()
    await vi.waitFor(async () => expect(await store.idempotency.claim(request)).toMatchObject({ state: 'claimed' }))
  })
})

describe('a writer thread that dies', () => {
  it('after a commit that nobody was told of leaves counters that know of it', async () => {
    let diesAfterCommit = false
    const start: StartWriter = (file, events) => {
      const service = new WriterService(file)
      const send = (message: ToWriter) => {
        const answer = service.answer(message)
        setImmediate(() => (diesAfterCommit ? events.gone(new Error('out of memory')) : events.message(answer)))
      }
      return { send, terminate: async () => service.close() }
    }
    const { store } = await open({ start })
    await bill(store.ledger, 1)
    const claimed = await store.idempotency.claim(claimRequest())
    if (claimed.state !== 'claimed') throw new Error(claimed.state)
    const reservation = await reserve(store.ledger, 3)
    diesAfterCommit = true
    await expect(settleAnswer(store.ledger, claimed.claim, { reservation })).rejects.toThrow(StoreUnavailable)
    diesAfterCommit = false
    store.ledger.release(reservation)
    await store.idempotency.release(claimed.claim)
    expect(await used(await current()), 'the three units are on disk').toBe(4)
    expect(await store.idempotency.claim(claimRequest()), 'and so is the answer').toMatchObject({ state: 'stored' })
  })

  it('and cannot be started refuses, until it can', async () => {
    const inThread = inThreadWriter()
    let isExhausted = false
    const links: { gone(): void }[] = []
    const start: StartWriter = (file, events) => {
      if (isExhausted) throw new Error('no more threads')
      links.push({ gone: () => events.gone(new Error('out of memory')) })
      return inThread.start(file, events)
    }
    const { store } = await open({ start })
    isExhausted = true
    links[0]?.gone()
    await expect(bill(store.ledger, 1)).rejects.toThrow(StoreUnavailable)
    expect(await store.health()).toMatchObject({ ok: false })
    store.ledger.note(logRow())
    await expect(store.drain(), 'and keeps no stop waiting').rejects.toThrow(StoreUnavailable)
    isExhausted = false
    await bill(store.ledger, 1)
    expect(await store.health()).toEqual({ ok: true })
  })

  it('is started again, and the counters are read anew', async () => {
    const gate = gated(startWriterThread)
    const { store } = await open({ start: gate.start })
    await bill(store.ledger, 1)
    const calls = Promise.allSettled(Array.from({ length: 20 }, () => bill(store.ledger, 2)))
    await new Promise(setImmediate)
    await gate.links[0]?.terminate()
    const settled = (await calls).filter(({ status }) => status === 'fulfilled').length
    await bill(store.ledger, 1)
    expect(gate.links).toHaveLength(2)
    const [usage] = await store.ledger.usage('org_one', PERIOD)
    expect(usage?.units).toBeGreaterThanOrEqual(2 + 2 * settled)
    // 20 reservations of 2 were never released, as a caller that was told of the failure would.
    const stillReserved = 2 * (20 - settled)
    expect(await used(await current())).toBe((usage?.units ?? 0) + stillReserved)
  })
})

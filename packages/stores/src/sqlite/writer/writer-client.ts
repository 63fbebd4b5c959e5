// The main thread's side of all writes: group commit without a timer, and calls to the writer thread.
import { StoreUnavailable } from '@kiosk/engine'
import { errorOf } from './failures.ts'
import type { Cell, Failure, FromWriter, ToWriter } from './messages.ts'
import { DeferredRows, type DurableWrite, PendingBatch, rowsOf, type TakenRows, type Waiter } from './pending-batch.ts'
import { Watchdog } from './watchdog.ts'
import { type StartWriter, startWriterThread, type WriterLink } from './writer-link.ts'
import type { WriterCalls, WriterMethod } from './writer-service.ts'

/** Rows that nobody waits for are written at the latest after this. */
export const NOTE_DELAY_MS = 250
const OVERDUE_MS = 5_000
// A thread that is just being started, on a machine that is busy with starting everything else.
const START_MS = 30_000

export interface WriterOptions {
  /** The thread is gone and what it had not answered may be on disk or not: what was derived from it must be read anew. */
  readonly onUncertain: () => void
  readonly start?: StartWriter
  /** After this a writer that does not answer counts as unavailable; default 5 s. */
  readonly overdueMs?: number
}

interface InFlight {
  readonly id: number
  readonly batch: PendingBatch
  readonly taken: TakenRows
}

interface PendingCall {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export class Writer {
  readonly #file: string
  readonly #options: WriterOptions
  readonly #deferred = new DeferredRows()
  readonly #calls = new Map<number, PendingCall>()
  readonly #watchdog = new Watchdog(() => this.#onOverdue())
  #link: WriterLink | null = null
  #batch = new PendingBatch()
  #inFlight: InFlight | null = null
  #lastId = 0
  #flushScheduled = false
  #deferredTimer: NodeJS.Timeout | null = null
  #isStarting = false
  #isLate = false
  #isClosed = false
  #lastFailure: Error | null = null
  #onSettled: (() => void)[] = []

  constructor(file: string, options: WriterOptions) {
    this.#file = file
    this.#options = options
  }

  /** Makes the rows durable with the next commit; the waiter is told how it went. */
  commit(write: DurableWrite, waiter: Waiter): void {
    const refusal = this.#refusal()
    if (refusal !== null) {
      // Later, so that callers need not expect an answer before they have finished asking.
      queueMicrotask(() => waiter.failed(refusal))
      return
    }
    this.#batch.add(write, waiter)
    this.#scheduleFlush()
  }

  /** Request row of a call that spent nothing. */
  note(request: readonly Cell[]): void {
    this.#deferred.note(request)
    this.#armDeferred()
  }

  keyUsed(keyId: string, day: string): void {
    this.#deferred.keyUsed(keyId, day)
    this.#armDeferred()
  }

  renew(token: string, cells: readonly Cell[]): void {
    this.#deferred.renew(token, cells)
    this.#armDeferred()
  }

  /** Request rows that no message to the writer holds yet. */
  unsent(): readonly (readonly Cell[])[] {
    return [this.#batch.requests, ...this.#deferred.chunks]
  }

  /** Runs a method in the writer thread, after the batches that were sent before.
   * Throws `StoreUnavailable` (the outcome may be unknown then), or the method's `DirectoryRefusal`. */
  call<M extends WriterMethod>(
    method: M,
    ...args: Parameters<WriterCalls[M]>
  ): Promise<Awaited<ReturnType<WriterCalls[M]>>> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal()
      if (refusal !== null) {
        reject(refusal)
        return
      }
      const id = ++this.#lastId
      this.#calls.set(id, { resolve: (value) => resolve(value as Awaited<ReturnType<WriterCalls[M]>>), reject })
      this.#send({ id, kind: 'call', method, args })
    })
  }

  /** Writes all that waits. Throws `StoreUnavailable` when a commit fails. */
  async drain(): Promise<void> {
    while (this.#inFlight !== null || this.#batch.waiters.length > 0 || !this.#deferred.isEmpty) {
      const refusal = this.#refusal()
      if (refusal !== null) throw refusal
      this.#lastFailure = null
      this.#flush()
      await new Promise<void>((resolve) => this.#onSettled.push(resolve))
      if (this.#lastFailure !== null) throw this.#lastFailure
    }
  }

  /** Ends the thread after the message it works on; call `drain` before. */
  async close(): Promise<void> {
    this.#isClosed = true
    const link = this.#link
    if (link !== null && !this.#isLate) {
      const id = ++this.#lastId
      const closed = new Promise<unknown>((resolve) => this.#calls.set(id, { resolve, reject: resolve }))
      this.#send({ id, kind: 'close' })
      await closed
    }
    await this.abort()
  }

  /** Ends the thread where it is, as a crash would. */
  async abort(): Promise<void> {
    this.#isClosed = true
    const link = this.#link
    this.#onGone(new Error('the store was closed'))
    await link?.terminate()
  }

  #refusal(): StoreUnavailable | null {
    if (this.#isClosed) return new StoreUnavailable('The store is closed.')
    if (this.#isLate) return new StoreUnavailable('The database does not answer in time.')
    return null
  }

  #send(message: ToWriter): void {
    try {
      this.#linkToWriter().send(message)
      this.#armWatchdog()
    } catch (error) {
      // No thread can be started. Whoever waits is told; the next message tries again.
      this.#onGone(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #linkToWriter(): WriterLink {
    if (this.#link === null) {
      const link = (this.#options.start ?? startWriterThread)(this.#file, {
        message: (message) => this.#onMessage(message),
        gone: (error) => {
          if (this.#link === link) this.#onGone(error)
        },
      })
      this.#link = link
      this.#isStarting = true
    }
    return this.#link
  }

  #scheduleFlush(): void {
    if (this.#flushScheduled || this.#inFlight !== null) return
    this.#flushScheduled = true
    // After the I/O of this turn: calls that arrived together share one commit, and a lone one hardly waits.
    setImmediate(() => {
      this.#flushScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    const batch = this.#batch
    if (this.#inFlight !== null || this.#isClosed) return
    if (batch.waiters.length === 0 && this.#deferred.isEmpty) return
    if (this.#deferredTimer !== null) clearTimeout(this.#deferredTimer)
    this.#deferredTimer = null
    this.#batch = new PendingBatch()
    const taken = this.#deferred.take()
    const id = ++this.#lastId
    this.#inFlight = { id, batch, taken }
    const rows = JSON.stringify(rowsOf(batch, taken))
    this.#send({ id, kind: 'batch', rows, bodies: batch.joinBodies() })
  }

  #armDeferred(): void {
    if (this.#deferredTimer !== null || this.#isClosed) return
    this.#deferredTimer = setTimeout(() => {
      this.#deferredTimer = null
      this.#flush()
      // A batch is under way: its end looks here again.
    }, NOTE_DELAY_MS)
    this.#deferredTimer.unref()
  }

  #onMessage(message: FromWriter): void {
    this.#isStarting = false
    this.#isLate = false
    const inFlight = this.#inFlight
    if (inFlight !== null && message.id === inFlight.id) {
      this.#inFlight = null
      this.#endBatch(inFlight, message.ok ? null : message.failure)
    } else {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if (message.ok) call?.resolve(message.value)
      else call?.reject(errorOf(message.failure))
    }
    this.#watchdog.disarm()
    this.#armWatchdog()
  }

  #endBatch({ batch, taken }: InFlight, failure: Failure | null): void {
    if (failure === null) {
      for (const waiter of batch.waiters) waiter.committed()
    } else {
      // Rows that a sound database refuses would be refused for ever, and everything beside them: those are dropped.
      if (failure.kind === 'store') this.#deferred.putBack(taken)
      const error = errorOf(failure)
      this.#fail(
        batch.waiters,
        error instanceof StoreUnavailable ? error : new StoreUnavailable('The commit failed.', { cause: error }),
      )
    }
    if (this.#batch.waiters.length > 0 || (failure === null && this.#deferred.chunks.length > 1)) this.#flush()
    else if (!this.#deferred.isEmpty) this.#armDeferred()
    this.#tellSettled()
  }

  #onGone(error: Error): void {
    this.#link = null
    const unavailable = new StoreUnavailable('The writer of the database ended unexpectedly.', { cause: error })
    const waiters = [...(this.#inFlight?.batch.waiters ?? []), ...this.#batch.waiters]
    this.#inFlight = null
    this.#batch = new PendingBatch()
    this.#isLate = false
    this.#options.onUncertain()
    this.#fail(waiters, unavailable)
    for (const call of this.#calls.values()) call.reject(unavailable)
    this.#calls.clear()
    this.#watchdog.disarm()
    this.#tellSettled()
  }

  /** An answer sets the time back; a further question does not. */
  #armWatchdog(): void {
    if (this.#inFlight === null && this.#calls.size === 0) return
    this.#watchdog.arm(this.#isStarting ? START_MS : (this.#options.overdueMs ?? OVERDUE_MS))
  }

  #onOverdue(): void {
    this.#isLate = true
    const error = new StoreUnavailable('The database does not answer in time.')
    for (const waiter of this.#inFlight?.batch.waiters ?? []) waiter.overdue(error)
    const { waiters } = this.#batch
    this.#batch = new PendingBatch()
    this.#fail(waiters, error)
    for (const call of this.#calls.values()) call.reject(error)
    this.#calls.clear()
    this.#tellSettled()
  }

  #fail(waiters: readonly Waiter[], error: Error): void {
    this.#lastFailure = error
    for (const waiter of waiters) waiter.failed(error)
  }

  #tellSettled(): void {
    const waiting = this.#onSettled
    this.#onSettled = []
    for (const tell of waiting) tell()
  }
}

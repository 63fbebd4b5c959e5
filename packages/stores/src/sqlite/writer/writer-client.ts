// The main thread's side of all writes: group commit without a timer, and calls to the writer thread.
import { StoreUnavailable } from '@kiosk/engine'
import { Conversation, type ConversationOptions } from './conversation.ts'
import { errorOf } from './failures.ts'
import type { Cell, Failure } from './messages.ts'
import { DeferredRows, type DurableWrite, PendingBatch, rowsOf, type TakenRows, type Waiter } from './pending-batch.ts'
import type { WriterCalls, WriterMethod } from './writer-service.ts'

/** Rows that nobody waits for are written at the latest after this. */
const NOTE_DELAY_MS = 250

export interface WriterOptions extends ConversationOptions {
  /** The thread is gone and what it had not answered may be on disk or not: what was derived from it must be read anew. */
  readonly onUncertain: () => void
}

interface InFlight {
  readonly batch: PendingBatch
  readonly taken: TakenRows
}

export class Writer {
  readonly #onUncertain: () => void
  readonly #conversation: Conversation
  readonly #deferred = new DeferredRows()
  #batch = new PendingBatch()
  #inFlight: InFlight | null = null
  #flushScheduled = false
  #deferredTimer: NodeJS.Timeout | null = null
  #isClosed = false
  #lastFailure: Error | null = null
  #onSettled: (() => void)[] = []

  constructor(file: string, { onUncertain, ...options }: WriterOptions) {
    this.#onUncertain = onUncertain
    this.#conversation = new Conversation(file, options, {
      batchEnded: (failure) => this.#endBatch(failure),
      overdue: (error) => this.#onOverdue(error),
      gone: (error) => this.#onGone(error),
    })
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
    const refusal = this.#refusal()
    return refusal === null ? this.#conversation.call(method, ...args) : Promise.reject(refusal)
  }

  /** Writes all that waits. Throws `StoreUnavailable` when a commit fails. */
  async drain(): Promise<void> {
    while (this.#inFlight !== null || this.#batch.waiters.length > 0 || !this.#deferred.isEmpty) {
      const refusal = this.#refusal()
      if (refusal !== null) throw refusal
      this.#lastFailure = null
      // Before the flush, which ends at once where no thread can be started.
      const settled = new Promise<void>((resolve) => this.#onSettled.push(resolve))
      this.#flush()
      await settled
      if (this.#lastFailure !== null) throw this.#lastFailure
    }
  }

  /** Ends the thread after the message it works on; call `drain` before. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#conversation.close()
  }

  /** Ends the thread where it is, as a crash would. */
  async abort(): Promise<void> {
    this.#isClosed = true
    await this.#conversation.abort()
  }

  #refusal(): StoreUnavailable | null {
    if (this.#isClosed) return new StoreUnavailable('The store is closed.')
    if (this.#conversation.isLate) return new StoreUnavailable('The database does not answer in time.')
    return null
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
    this.#inFlight = { batch, taken }
    this.#conversation.sendBatch(JSON.stringify(rowsOf(batch, taken)), batch.joinBodies())
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

  #endBatch(failure: Failure | null): void {
    const inFlight = this.#inFlight
    this.#inFlight = null
    if (inFlight === null) return
    const { batch, taken } = inFlight
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

  #onGone(error: StoreUnavailable): void {
    const waiters = [...(this.#inFlight?.batch.waiters ?? []), ...this.#batch.waiters]
    this.#inFlight = null
    this.#batch = new PendingBatch()
    this.#onUncertain()
    this.#fail(waiters, error)
    this.#tellSettled()
  }

  #onOverdue(error: StoreUnavailable): void {
    for (const waiter of this.#inFlight?.batch.waiters ?? []) waiter.overdue(error)
    const { waiters } = this.#batch
    this.#batch = new PendingBatch()
    this.#fail(waiters, error)
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

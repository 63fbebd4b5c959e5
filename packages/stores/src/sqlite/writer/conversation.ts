// What the main thread says to the writer thread and hears from it: the thread is started when there is something to say,
// and nobody waits for it longer than is reasonable.
import { StoreUnavailable } from '@kiosk/engine'
import { errorOf } from './failures.ts'
import type { Answer, Failure, ToWriter } from './messages.ts'
import { Watchdog } from './watchdog.ts'
import { type StartWriter, startWriterThread, type WriterLink } from './writer-link.ts'
import type { WriterCalls, WriterMethod } from './writer-service.ts'

const OVERDUE_MS = 5_000
// A thread that is just being started, on a machine that is busy with starting everything else.
const START_MS = 30_000

export interface ConversationOptions {
  readonly start?: StartWriter
  /** After this a writer that does not answer counts as unavailable; default 5 s. */
  readonly overdueMs?: number
}

/** What becomes of the batch under way, and of all that would follow it. */
interface ConversationEvents {
  /** @param failure null: the batch is on disk */
  batchEnded(failure: Failure | null): void
  /** The writer is late: whoever waits is told so now. The batch may still end. */
  overdue(error: StoreUnavailable): void
  /** The thread is gone, and the outcome of the batch unknown. */
  gone(error: StoreUnavailable): void
}

interface PendingCall {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export class Conversation {
  readonly #file: string
  readonly #options: ConversationOptions
  readonly #events: ConversationEvents
  readonly #calls = new Map<number, PendingCall>()
  readonly #watchdog = new Watchdog(() => this.#onOverdue())
  #link: WriterLink | null = null
  #batchId: number | null = null
  #lastId = 0
  #isStarting = false
  #isLate = false

  constructor(file: string, options: ConversationOptions, events: ConversationEvents) {
    this.#file = file
    this.#options = options
    this.#events = events
  }

  /** True from the moment the writer is overdue until it says something. */
  get isLate(): boolean {
    return this.#isLate
  }

  /** One batch at a time: `batchEnded` or `gone` is called before the next.
   * @param rows `BatchRows` as JSON */
  sendBatch(rows: string, bodies: Uint8Array | null): void {
    const id = ++this.#lastId
    this.#batchId = id
    this.#send({ id, kind: 'batch', rows, bodies })
  }

  /** Throws `StoreUnavailable` (the outcome may be unknown then), or the method's `DirectoryRefusal`. */
  call<M extends WriterMethod>(
    method: M,
    ...args: Parameters<WriterCalls[M]>
  ): Promise<Awaited<ReturnType<WriterCalls[M]>>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#calls.set(id, { resolve: (value) => resolve(value as Awaited<ReturnType<WriterCalls[M]>>), reject })
      this.#send({ id, kind: 'call', method, args })
    })
  }

  /** Ends the thread after the message it works on; one that is late is not waited for. */
  async close(): Promise<void> {
    if (this.#link !== null && !this.#isLate) {
      const id = ++this.#lastId
      const closed = new Promise<unknown>((resolve) => this.#calls.set(id, { resolve, reject: resolve }))
      this.#send({ id, kind: 'close' })
      await closed
    }
    await this.abort()
  }

  /** Ends the thread where it is, as a crash would. */
  async abort(): Promise<void> {
    const link = this.#link
    this.#onGone(new Error('the store was closed'))
    await link?.terminate()
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

  #onMessage(message: Answer): void {
    this.#isStarting = false
    this.#isLate = false
    if (message.id === this.#batchId) {
      this.#batchId = null
      this.#events.batchEnded(message.ok ? null : message.failure)
    } else {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if (message.ok) call?.resolve(message.value)
      else call?.reject(errorOf(message.failure))
    }
    this.#watchdog.disarm()
    this.#armWatchdog()
  }

  #onGone(error: Error): void {
    this.#link = null
    this.#batchId = null
    this.#isLate = false
    this.#watchdog.disarm()
    const unavailable = new StoreUnavailable('The writer of the database ended unexpectedly.', { cause: error })
    this.#events.gone(unavailable)
    this.#rejectCalls(unavailable)
  }

  /** An answer sets the time back; a further question does not. */
  #armWatchdog(): void {
    if (this.#batchId === null && this.#calls.size === 0) return
    this.#watchdog.arm(this.#isStarting ? START_MS : (this.#options.overdueMs ?? OVERDUE_MS))
  }

  #onOverdue(): void {
    this.#isLate = true
    const error = new StoreUnavailable('The database does not answer in time.')
    this.#events.overdue(error)
    this.#rejectCalls(error)
  }

  #rejectCalls(error: Error): void {
    for (const call of this.#calls.values()) call.reject(error)
    this.#calls.clear()
  }
}

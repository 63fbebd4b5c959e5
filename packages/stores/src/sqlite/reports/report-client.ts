// The main thread's side of all reports. They run in a thread of their own, since reading a day of a busy organization
// takes longer than any call or settlement may wait.
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '@kiosk/engine'
import { errorOf } from '../writer/failures.ts'
import type { Answer } from '../writer/messages.ts'
import { Watchdog } from '../writer/watchdog.ts'
import type { ReportMethod, ReportQueries } from './report-queries.ts'
import type { Question } from './report-service.ts'

/** Whoever waits longer than this for any answer is told that the store is unavailable. */
const OVERDUE_MS = 30_000

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export interface ReportOptions {
  /** What the thread runs; default `report-thread.ts`. */
  readonly script?: URL
  readonly overdueMs?: number
}

/** Starts the thread with the first question, and again when it died; it keeps no process alive but while one waits. */
export class ReportClient {
  readonly #file: string
  readonly #script: URL
  readonly #overdueMs: number
  readonly #waiting = new Map<number, Waiting>()
  readonly #watchdog = new Watchdog(() => this.#rejectAll('The database does not answer in time.'))
  #worker: Worker | null = null
  #lastId = 0
  #isClosed = false

  constructor(
    file: string,
    { script = new URL('./report-thread.ts', import.meta.url), overdueMs = OVERDUE_MS }: ReportOptions = {},
  ) {
    this.#file = file
    this.#script = script
    this.#overdueMs = overdueMs
  }

  /** Throws `StoreUnavailable`, or the method's `DirectoryRefusal`. */
  ask<M extends ReportMethod>(method: M, ...args: Parameters<ReportQueries[M]>): Promise<ReturnType<ReportQueries[M]>> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('The store is closed.'))
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve: (value) => resolve(value as ReturnType<ReportQueries[M]>), reject })
      this.#send({ id, method, args })
    })
  }

  /** Ends the thread after the question it works on. */
  async close(): Promise<void> {
    const worker = this.#stop()
    if (worker === null) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage(null)
    await ended
  }

  /** Ends the thread where it is. */
  async abort(): Promise<void> {
    await this.#stop()?.terminate()
  }

  #stop(): Worker | null {
    const worker = this.#worker
    this.#isClosed = true
    this.#worker = null
    this.#rejectAll('The store is closed.')
    return worker
  }

  #send(question: Question): void {
    try {
      this.#worker ??= this.#start()
      this.#worker.ref()
      this.#worker.postMessage(question)
      this.#watchdog.arm(this.#overdueMs)
    } catch (error) {
      // No thread can be started. Whoever waits is told; the next question tries again.
      this.#rejectAll('The report thread cannot be started.', error)
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { workerData: this.#file, name: 'kiosk-reports' })
    let cause: unknown
    worker.on('message', (answer: Answer) => this.#onAnswer(answer))
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = null
      this.#rejectAll('The report thread ended unexpectedly.', cause)
    })
    return worker
  }

  #onAnswer(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.ok) waiting?.resolve(answer.value)
    else waiting?.reject(errorOf(answer.failure))
    this.#watchdog.disarm()
    if (this.#waiting.size > 0) this.#watchdog.arm(this.#overdueMs)
    else this.#worker?.unref()
  }

  #rejectAll(message: string, cause?: unknown): void {
    const error = new StoreUnavailable(message, { cause })
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#watchdog.disarm()
    this.#worker?.unref()
  }
}

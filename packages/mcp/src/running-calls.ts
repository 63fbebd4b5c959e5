// Long calls: clients give up on a request after a minute, so one that takes longer is waited for in turns. Asking again with the same
// input goes on waiting for the same call.
import type { OperationAnswer } from './operation-caller.ts'

/** Below the minute after which most clients give up. */
const LONGEST_WAIT_MS = 50_000
/** An answer that nobody came back for. */
const KEEP_ANSWER_MS = 10 * 60_000

interface Running {
  readonly answer: Promise<OperationAnswer>
  readonly leaving: AbortController
  waiting: number
}

export class RunningCalls {
  readonly #running = new Map<string, Running>()
  readonly #longestWaitMs: number

  constructor(longestWaitMs = LONGEST_WAIT_MS) {
    this.#longestWaitMs = longestWaitMs
  }

  /** Waits for a call, or for one with the same key that runs already. Rejects as the call does.
   * @returns null: it still runs
   * @param signal of the one who waits; the call ends with the last of them */
  async wait(
    key: string,
    start: (signal: AbortSignal) => Promise<OperationAnswer>,
    signal: AbortSignal,
  ): Promise<OperationAnswer | null> {
    const running = this.#running.get(key) ?? this.#start(key, start)
    running.waiting += 1
    const onLeave = () => {
      if (running.waiting === 1) this.#end(key, running, signal.reason)
    }
    signal.addEventListener('abort', onLeave, { once: true })
    try {
      const answer = await withinTime(running.answer, this.#longestWaitMs)
      if (answer !== null) this.#forget(key, running)
      return answer
    } catch (error) {
      this.#forget(key, running)
      throw error
    } finally {
      running.waiting -= 1
      signal.removeEventListener('abort', onLeave)
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<OperationAnswer>): Running {
    const leaving = new AbortController()
    const running: Running = { answer: start(leaving.signal), leaving, waiting: 0 }
    this.#running.set(key, running)
    const forgetLater = () => setTimeout(() => this.#forget(key, running), KEEP_ANSWER_MS).unref()
    // Somebody waits, or will: an error that comes between two turns is told at the next one.
    running.answer.then(forgetLater, forgetLater)
    return running
  }

  #end(key: string, running: Running, reason: unknown): void {
    this.#forget(key, running)
    running.leaving.abort(reason)
  }

  #forget(key: string, running: Running): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
  }
}

function withinTime<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

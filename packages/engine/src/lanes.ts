// Bounded queues in front of what runs. Each provider has its own share of a lane, so a slow upstream delays only itself.
import { type Lane, type Operation, OperationError } from '@kiosk/catalog'

export interface LaneSize {
  readonly running: number
  readonly waiting: number
}

/** `perProvider` lanes count each provider on its own; the others share one scarce resource. */
const sizes: Readonly<Record<Lane, LaneSize & { readonly perProvider: boolean }>> = {
  light: { running: 128, waiting: 512, perProvider: true },
  socket: { running: 32, waiting: 64, perProvider: true },
  browser: { running: 4, waiting: 16, perProvider: false },
  mail: { running: 32, waiting: 64, perProvider: false },
  job: { running: 16, waiting: 64, perProvider: false },
}

interface Waiting {
  readonly start: () => void
  readonly signal: AbortSignal
}

/** A queue with a bound on what runs and on what waits. */
export class Queue {
  readonly #size: LaneSize
  readonly #name: string
  readonly #waiting = new Set<Waiting>()
  #running = 0

  constructor(name: string, size: LaneSize) {
    this.#name = name
    this.#size = size
  }

  get load(): LaneSize {
    return { running: this.#running, waiting: this.#waiting.size }
  }

  /** Runs `task` when there is room. Throws `OVERLOADED` at once when the queue is full; rejects with the signal's reason when it ends while waiting. */
  run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size.running) return this.#wait(signal).then(() => this.#occupied(task))
    this.#running += 1
    return this.#occupied(task)
  }

  async #occupied<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task()
    } finally {
      this.#leave()
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#size.waiting) {
      throw new OperationError('OVERLOADED', `Too many ${this.#name} calls are waiting; try again in a moment.`)
    }
    return new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(entry)
        reject(signal.reason)
      }
      const entry: Waiting = {
        signal,
        start: () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.add(entry)
    })
  }

  /** Hands the place straight to the next one, so that nobody can slip in between. */
  #leave(): void {
    const next = this.#waiting.values().next()
    if (next.done) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(next.value)
    next.value.start()
  }
}

export class Lanes {
  readonly #queues = new Map<string, Queue>()
  readonly #sizes: Readonly<Record<Lane, LaneSize & { readonly perProvider: boolean }>>

  constructor(overrides: Partial<Record<Lane, LaneSize & { readonly perProvider: boolean }>> = {}) {
    this.#sizes = { ...sizes, ...overrides }
  }

  of(operation: Operation): Queue {
    const size = this.#sizes[operation.lane]
    const name = size.perProvider ? `${operation.lane}:${operation.provider.name}` : operation.lane
    let queue = this.#queues.get(name)
    if (queue === undefined) {
      queue = new Queue(size.perProvider ? operation.provider.title : operation.lane, size)
      this.#queues.set(name, queue)
    }
    return queue
  }

  /** Running and waiting calls per queue, for the metrics. */
  loads(): { name: string; load: LaneSize }[] {
    return [...this.#queues].map(([name, queue]) => ({ name, load: queue.load }))
  }
}

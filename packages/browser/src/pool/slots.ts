// How many renders run at once; the others wait in the order of their coming.
import { OperationError } from '@kiosk/catalog'

export class Slots {
  readonly #size: number
  readonly #mostWaiting: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(size: number, mostWaiting: number) {
    this.#size = size
    this.#mostWaiting = mostWaiting
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Runs `task` when there is room. Throws `OVERLOADED` when too many wait, or the reason of the signal. */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#size) this.#running += 1
    else await this.#wait(signal)
    try {
      return await task()
    } finally {
      // Straight to the next one, so that nobody slips in between.
      const next = this.#waiting.values().next()
      if (next.done) this.#running -= 1
      else next.value()
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#mostWaiting) {
      throw new OperationError('OVERLOADED', 'Too many renders are waiting; try again in a moment.')
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(start)
        reject(signal.reason)
      }
      const start = () => {
        this.#waiting.delete(start)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.add(start)
    })
  }
}

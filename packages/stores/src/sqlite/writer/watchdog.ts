/** Calls `onOverdue` when it stays armed for too long. Never keeps the process alive. */
export class Watchdog {
  readonly #onOverdue: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(onOverdue: () => void) {
    this.#onOverdue = onOverdue
  }

  /** Starts the time, unless it runs already. */
  arm(allowedMs: number): void {
    if (this.#timer !== null) return
    const timer = setTimeout(() => {
      // After the I/O of this turn: where this thread itself stood still, the answer is waiting there.
      setImmediate(() => {
        if (this.#timer === timer) this.#onOverdue()
      })
    }, allowedMs)
    this.#timer = timer.unref()
  }

  disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

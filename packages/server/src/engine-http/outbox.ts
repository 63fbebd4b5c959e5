// Answers that are ready in one turn of the event loop leave together at its end. Written one by one, each would wake the peer
// (or its proxy) anew while the next call is still being read: measured, that made a write of a cached answer twice as dear.

export class Outbox {
  #waiting: (() => void)[] = []

  /** Runs `send` at the end of this turn. */
  add(send: () => void): void {
    this.#waiting.push(send)
    if (this.#waiting.length === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const ready = this.#waiting
    this.#waiting = []
    for (const send of ready) send()
  }
}

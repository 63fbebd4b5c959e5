// One browser's time of service: it ends when it is worn out, sick or not wanted any more, and nobody uses it.
import type { Host } from './host.ts'

export class Tenure {
  readonly host: Host
  /** Resolves when the browser is gone. */
  readonly ended: Promise<void>
  readonly #startedMs = performance.now()
  readonly #finish: () => void
  #running = 0
  #renders = 0
  #isRetired = false

  constructor(host: Host) {
    this.host = host
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#finish = resolve
    host.connection.closed.then(() => this.#end())
  }

  get renders(): number {
    return this.#renders
  }

  get ageMs(): number {
    return performance.now() - this.#startedMs
  }

  /** False when no render may begin any more. */
  get isOpen(): boolean {
    return !this.#isRetired && !this.host.connection.isClosed
  }

  enter(): void {
    this.#running += 1
    this.#renders += 1
    if (this.#running === 1) this.host.setBusy(true)
  }

  leave(): void {
    this.#running -= 1
    if (this.#running === 0) this.host.setBusy(false)
    if (this.#isRetired && this.#running === 0) this.#end()
  }

  /** Takes no more renders; ends with the last one of those under way. */
  retire(): void {
    this.#isRetired = true
    if (this.#running === 0) this.#end()
  }

  #end(): void {
    this.#isRetired = true
    this.host.end().then(this.#finish, this.#finish)
  }
}

// Whether a page still asks the network for something.
import type { Session } from '../cdp/connection.ts'

/** Answers that never end by their nature. */
const ENDLESS = new Set(['EventSource', 'WebSocket', 'Ping', 'CSPViolationReport', 'Prefetch'])

/** Rest means that no request waits for the head of its answer and that nothing was heard of the network for a while. The
 * browser's own event for it comes late, or not at all where a page does not read a body it asked for. */
export class Activity {
  /** Requests whose answers have not begun. */
  readonly #waiting = new Set<string>()
  #lastMs = performance.now()

  /** Requests that wait for an answer. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Milliseconds without any event of the network; 0 while a request waits. */
  get quietMs(): number {
    return this.#waiting.size > 0 ? 0 : performance.now() - this.#lastMs
  }

  /** Counts what this session does, too: frames of other sites have one of their own. */
  watch(session: Session): void {
    session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
      if (/^(?:data|blob):/.test(request.url) || ENDLESS.has(type ?? '')) return
      this.#touch()
      this.#waiting.add(requestId)
    })
    session.on('Network.responseReceived', ({ requestId }) => this.#answered(requestId))
    session.on('Network.loadingFailed', ({ requestId }) => this.#answered(requestId))
    session.on('Network.loadingFinished', ({ requestId }) => this.#answered(requestId))
    session.on('Network.dataReceived', () => this.#touch())
  }

  #answered(requestId: string): void {
    this.#waiting.delete(requestId)
    this.#touch()
  }

  #touch(): void {
    this.#lastMs = performance.now()
  }
}

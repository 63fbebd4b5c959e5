// Makes a running engine forget what another process changed, and say so.
import type { Reader } from './database/reader.ts'
import type { Writer } from './writer/writer-client.ts'

/** A change is seen by a running engine at the latest after this. */
const POLL_MS = 200

export class ChangeFeed {
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #forget: (organizationId: string) => void
  readonly #timer: NodeJS.Timeout
  #seen: number
  #acknowledged = 0
  #isAcknowledging = false

  /** @param forget drops what is remembered of an organization; must not throw */
  constructor(reader: Reader, writer: Writer, forget: (organizationId: string) => void) {
    this.#reader = reader
    this.#writer = writer
    this.#forget = forget
    this.#seen = reader.read((statements) => {
      const row = statements.of('SELECT coalesce(max(seq), 0) AS newest FROM changes').get()
      return Number(row?.newest ?? 0)
    })
    this.#acknowledge()
    this.#timer = setInterval(() => this.#pollQuietly(), POLL_MS)
    this.#timer.unref()
  }

  /** Forgets what changed since the last poll. Throws `StoreUnavailable`. */
  poll(): void {
    const rows = this.#reader.read((statements) =>
      statements.of('SELECT seq, organization FROM changes WHERE seq > ? ORDER BY seq').all(this.#seen),
    )
    for (const { seq, organization } of rows) {
      this.#forget(String(organization))
      this.#seen = Number(seq)
    }
    this.#acknowledge()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #pollQuietly(): void {
    try {
      this.poll()
    } catch {
      // Without an acknowledgement nobody takes the change for known; the next poll tries again.
    }
  }

  #acknowledge(): void {
    if (this.#isAcknowledging || this.#acknowledged >= this.#seen) return
    this.#isAcknowledging = true
    const seen = this.#seen
    this.#writer
      .call('acknowledge', seen)
      .then(() => {
        this.#acknowledged = seen
      })
      .catch(() => {})
      .finally(() => {
        this.#isAcknowledging = false
      })
  }
}

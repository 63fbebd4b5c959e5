// What the main thread gathers for the next commit.
import type { BatchRows, Cell } from './messages.ts'

/** One that waits for a commit. Exactly one of `committed` and `failed` is called; `overdue` at most once, before them. */
export interface Waiter {
  /** It is on disk. */
  committed(): void
  /** Nothing of it was written. */
  failed(error: Error): void
  /** The writer is late: do not wait any longer. The outcome is not known yet. */
  overdue(error: Error): void
}

/** Rows that must be durable together. */
export interface DurableWrite {
  /** Cells of one request row. */
  readonly request?: readonly Cell[]
  readonly answer?: { readonly cells: readonly Cell[]; readonly body: Uint8Array }
  readonly claim?: readonly Cell[]
  readonly release?: readonly Cell[]
}

export class PendingBatch {
  readonly requests: Cell[] = []
  readonly answers: Cell[] = []
  readonly bodies: Uint8Array[] = []
  readonly claims: Cell[] = []
  readonly releases: Cell[] = []
  readonly waiters: Waiter[] = []

  add(write: DurableWrite, waiter: Waiter): void {
    if (write.request) this.requests.push(...write.request)
    if (write.answer) {
      this.answers.push(...write.answer.cells)
      this.bodies.push(write.answer.body)
    }
    if (write.claim) this.claims.push(...write.claim)
    if (write.release) this.releases.push(...write.release)
    this.waiters.push(waiter)
  }

  /** The bodies in one buffer that can change threads without a copy. */
  joinBodies(): Uint8Array | null {
    if (this.bodies.length === 0) return null
    const joined = new Uint8Array(this.bodies.reduce((sum, body) => sum + body.byteLength, 0))
    let at = 0
    for (const body of this.bodies) {
      joined.set(body, at)
      at += body.byteLength
    }
    return joined
  }
}

const ROWS_PER_CHUNK = 500
const CHUNKS_PER_BATCH = 2
// About 25,000 rows wait while the disk refuses; older ones are lost, for memory must not grow without an end.
const MOST_CHUNKS = 50

/** Rows that nobody waits for: they ride along with the next commit, at the latest after the delay of their owner. */
export class DeferredRows {
  #chunks: Cell[][] = []
  #rowsInLast = ROWS_PER_CHUNK
  #lastUsed = new Map<string, string>()
  #renewals = new Map<string, readonly Cell[]>()

  get isEmpty(): boolean {
    return this.#chunks.length === 0 && this.#lastUsed.size === 0 && this.#renewals.size === 0
  }

  /** Request rows, in chunks of whole rows. */
  get chunks(): readonly (readonly Cell[])[] {
    return this.#chunks
  }

  note(request: readonly Cell[]): void {
    if (this.#rowsInLast >= ROWS_PER_CHUNK) {
      this.#chunks.push([])
      this.#rowsInLast = 0
      if (this.#chunks.length > MOST_CHUNKS) this.#chunks.shift()
    }
    this.#chunks.at(-1)?.push(...request)
    this.#rowsInLast += 1
  }

  keyUsed(keyId: string, day: string): void {
    this.#lastUsed.set(keyId, day)
  }

  /** @param cells of one renewal; the newest of a token counts */
  renew(token: string, cells: readonly Cell[]): void {
    this.#renewals.set(token, cells)
  }

  /** Takes out what one commit carries without getting slow. */
  take(): TakenRows {
    const taken = {
      notes: this.#chunks.splice(0, CHUNKS_PER_BATCH),
      lastUsed: this.#lastUsed,
      renewals: this.#renewals,
    }
    if (this.#chunks.length === 0) this.#rowsInLast = ROWS_PER_CHUNK
    this.#lastUsed = new Map()
    this.#renewals = new Map()
    return taken
  }

  /** Puts back what a failed commit had taken; what came since is newer and stays. */
  putBack(taken: TakenRows): void {
    if (this.#chunks.length === 0) this.#rowsInLast = ROWS_PER_CHUNK
    this.#chunks = [...taken.notes, ...this.#chunks].slice(-MOST_CHUNKS)
    this.#lastUsed = new Map([...taken.lastUsed, ...this.#lastUsed])
    this.#renewals = new Map([...taken.renewals, ...this.#renewals])
  }
}

export interface TakenRows {
  readonly notes: Cell[][]
  readonly lastUsed: ReadonlyMap<string, string>
  readonly renewals: ReadonlyMap<string, readonly Cell[]>
}

export function rowsOf(batch: PendingBatch, taken: TakenRows): BatchRows {
  return {
    requests: batch.requests,
    notes: taken.notes,
    answers: batch.answers,
    claims: batch.claims,
    releases: batch.releases,
    renewals: [...taken.renewals.values()].flat(),
    lastUsed: [...taken.lastUsed].flatMap(([keyId, day]) => [day, keyId]),
  }
}

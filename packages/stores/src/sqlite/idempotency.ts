// Idempotency-Keys: what runs is known in memory, what was answered is on disk, with the recent answers in front of it.
import { randomUUID } from 'node:crypto'
import type { Claim, ClaimRequest, ClaimResult, Idempotency, Settlement, StoredAnswer } from '@kiosk/engine'
import { LRUCache } from 'lru-cache'
import { ENTRY_OVERHEAD_BYTES } from '../bytes.ts'
import type { Reader } from './database/reader.ts'
import type { Row } from './directory/organization-rows.ts'
import type { Cell } from './writer/messages.ts'
import type { Writer } from './writer/writer-client.ts'

const RECENT_ANSWERS_BYTES = 32 * 1024 * 1024
const FORGOTTEN_AFTER_MS = 3_600_000

/** A claim of this process.
 * running: until its lease ends · committing: a write about it is under way · free: given back, though the disk may not know */
interface Live {
  readonly claim: Claim
  readonly slug: string
  readonly bodyHash: string
  readonly isDurable: boolean
  leaseUntil: number
  state: 'running' | 'committing' | 'free'
  /** Released while a write about it was under way. */
  isGivenUp: boolean
}

interface Answered {
  readonly slug: string
  readonly bodyHash: string
  readonly expiresAt: number
  /** null: claimed by a process that is gone; `expiresAt` is the end of its lease. */
  readonly answer: StoredAnswer | null
}

/** An answer on its way to the disk. */
export interface Storing {
  readonly row: { readonly cells: readonly Cell[]; readonly body: Uint8Array }
  committed(): void
  failed(): void
}

export class IdempotencyRecords implements Idempotency {
  readonly #writer: Writer
  readonly #reader: Reader
  readonly #live = new Map<string, Live>()
  readonly #recent: LRUCache<string, Answered>

  constructor(writer: Writer, reader: Reader, recentBytes = RECENT_ANSWERS_BYTES) {
    this.#writer = writer
    this.#reader = reader
    this.#recent = new LRUCache({ maxSize: recentBytes })
  }

  /** Throws `StoreUnavailable` when the records cannot be read, or a durable claim cannot be written. */
  claim(request: ClaimRequest): ClaimResult | Promise<ClaimResult> {
    const id = recordId(request)
    const live = this.#live.get(id)
    if (live !== undefined) {
      if (isHeld(live, request.now)) return isSameRequest(live, request) ? { state: 'inFlight' } : { state: 'reused' }
      // Its lease ended, or it was given back: this process knows that there is no answer to look for.
      return this.#take(id, request)
    }
    const answered = this.#answered(id, request)
    if (answered === undefined) return this.#take(id, request)
    if (!isSameRequest(answered, request)) return { state: 'reused' }
    return answered.answer === null ? { state: 'inFlight' } : { state: 'stored', answer: answered.answer }
  }

  renew(claim: Claim, leaseMs: number, now: number): void {
    const live = this.#owned(claim)
    if (live === undefined) return
    live.leaseUntil = now + leaseMs
    if (live.isDurable) {
      this.#writer.renew(claim.token, [live.leaseUntil, claim.organizationId, claim.key, claim.token])
    }
  }

  /** Never rejects: should the disk refuse, the key is free in this process, and after a crash once its lease has ended. */
  release(claim: Claim): void | Promise<void> {
    const live = this.#owned(claim)
    if (live === undefined) return
    if (live.state === 'committing') {
      live.isGivenUp = true
      return
    }
    if (!live.isDurable) {
      this.#live.delete(recordId(claim))
      return
    }
    live.state = 'committing'
    return new Promise((resolve) => {
      this.#writer.commit(
        { release: [claim.organizationId, claim.key, claim.token] },
        {
          committed: () => {
            this.#live.delete(recordId(claim))
            resolve()
          },
          failed: () => {
            live.state = 'free'
            resolve()
          },
          overdue: () => resolve(),
        },
      )
    })
  }

  /** Prepares the answer of a settlement; from now on nobody can take the key over.
   * @returns null when the claim was lost: its lease ended and another call took the key */
  startStoring({ claim, stored, expiresAt }: NonNullable<Settlement['answer']>): Storing | null {
    const live = this.#owned(claim)
    if (live?.state !== 'running') return null
    live.state = 'committing'
    const { slug, bodyHash } = live
    const { body } = stored
    const headers = JSON.stringify(stored.headers)
    const { organizationId, key, token } = claim
    return {
      row: {
        cells: [organizationId, key, slug, bodyHash, token, expiresAt, stored.status, headers, body.byteLength],
        body,
      },
      // Not remembered yet: most answers are never asked for again, and keeping each would fill the memory with them.
      committed: () => this.#live.delete(recordId(claim)),
      failed: () => {
        live.state = 'running'
        this.#releaseIfGivenUp(live)
      },
    }
  }

  /** Forgets claims whose holders never came back. */
  sweep(now: number): void {
    for (const [id, live] of this.#live) {
      if (live.state !== 'committing' && live.leaseUntil + FORGOTTEN_AFTER_MS < now) this.#live.delete(id)
    }
  }

  #take(id: string, request: ClaimRequest): ClaimResult | Promise<ClaimResult> {
    const { organizationId, key, slug, bodyHash } = request
    const claim = { organizationId, key, token: randomUUID() }
    const leaseUntil = request.now + request.leaseMs
    const live: Live = {
      claim,
      slug,
      bodyHash,
      isDurable: request.durable,
      leaseUntil,
      state: request.durable ? 'committing' : 'running',
      isGivenUp: false,
    }
    this.#live.set(id, live)
    this.#recent.delete(id)
    if (!request.durable) return { state: 'claimed', claim }
    return new Promise((resolve, reject) => {
      this.#writer.commit(
        { claim: [organizationId, key, slug, bodyHash, claim.token, leaseUntil] },
        {
          committed: () => {
            live.state = 'running'
            this.#releaseIfGivenUp(live)
            resolve({ state: 'claimed', claim })
          },
          failed: (error) => {
            this.#live.delete(id)
            reject(error)
          },
          overdue: (error) => {
            live.isGivenUp = true
            reject(error)
          },
        },
      )
    })
  }

  #releaseIfGivenUp(live: Live): void {
    if (!live.isGivenUp) return
    live.isGivenUp = false
    void this.release(live.claim)
  }

  #owned(claim: Claim): Live | undefined {
    const live = this.#live.get(recordId(claim))
    return live?.claim.token === claim.token ? live : undefined
  }

  #answered(id: string, request: ClaimRequest): Answered | undefined {
    const recent = this.#recent.get(id)
    if (recent !== undefined) {
      if (recent.expiresAt > request.now) return recent
      this.#recent.delete(id)
      return undefined
    }
    const row = this.#reader.read((statements) =>
      statements
        .of(`SELECT slug, body_hash, expires_at, status, headers, body FROM idempotency
             WHERE organization = ? AND key = ? AND expires_at > ?`)
        .get(request.organizationId, request.key, request.now),
    )
    if (row === undefined) return undefined
    const answered = answeredOf(row)
    if (answered.answer !== null) this.#remember(id, answered)
    return answered
  }

  #remember(id: string, answered: Answered): void {
    const size = (answered.answer?.body.byteLength ?? 0) + 2 * id.length + ENTRY_OVERHEAD_BYTES
    this.#recent.set(id, answered, { size })
  }
}

function recordId({ organizationId, key }: { readonly organizationId: string; readonly key: string }): string {
  return `${organizationId}\n${key}`
}

function isHeld(live: Live, now: number): boolean {
  return live.state === 'committing' || (live.state === 'running' && live.leaseUntil > now)
}

function isSameRequest(known: { readonly slug: string; readonly bodyHash: string }, request: ClaimRequest): boolean {
  return known.slug === request.slug && known.bodyHash === request.bodyHash
}

function answeredOf(row: Row): Answered {
  const known = { slug: String(row.slug), bodyHash: String(row.body_hash), expiresAt: Number(row.expires_at) }
  if (row.status === null) return { ...known, answer: null }
  const body = row.body instanceof Uint8Array ? row.body : new Uint8Array()
  return { ...known, answer: { status: Number(row.status), headers: parseHeaders(String(row.headers)), body } }
}

/** JSON that `startStoring` wrote. */
function parseHeaders(json: string): Record<string, string> {
  const headers: unknown = JSON.parse(json)
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))
}

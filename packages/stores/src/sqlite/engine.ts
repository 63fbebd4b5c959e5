// The stores of the one engine process of a data directory.
import type { Claims } from '../claims.ts'
import type { Directory } from '../directory.ts'
import { Accounts } from './accounts.ts'
import { ChangeFeed } from './change-feed.ts'
import type { EngineLock } from './database/engine-lock.ts'
import { Reader } from './database/reader.ts'
import type { DirectoryTables } from './directory/directory-tables.ts'
import { type DirectoryAccess, StoreDirectory } from './directory/store-directory.ts'
import { IdempotencyRecords } from './idempotency.ts'
import { KnownKeys } from './keys.ts'
import { SqliteLedger } from './ledger.ts'
import { ReportClient } from './reports/report-client.ts'
import { Writer, type WriterOptions } from './writer/writer-client.ts'
import type { DirectoryMethod } from './writer/writer-service.ts'

const REAP_EVERY_MS = 60_000
const REAP_AGAIN_MS = 200

/** Whether a write works right now. */
export type Health = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export interface EngineOptions extends Omit<WriterOptions, 'onUncertain'> {
  readonly file: string
  readonly lock: EngineLock
  readonly now: () => number
}

export class SqliteEngine {
  readonly keys: KnownKeys
  readonly ledger: SqliteLedger
  readonly idempotency: IdempotencyRecords
  readonly claims: Claims
  readonly directory: Directory
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #reports: ReportClient
  readonly #feed: ChangeFeed
  readonly #lock: EngineLock
  readonly #now: () => number
  #reaper: NodeJS.Timeout
  #health: Promise<Health> | null = null

  /** The database must be migrated, and the lock taken. */
  constructor({ file, lock, now, ...writerOptions }: EngineOptions) {
    this.#lock = lock
    this.#now = now
    this.#reader = new Reader(file)
    const accounts = new Accounts(this.#reader)
    this.#writer = new Writer(file, { ...writerOptions, onUncertain: () => accounts.distrust() })
    this.#reports = new ReportClient(file)
    this.keys = new KnownKeys(this.#reader, this.#writer, now)
    this.idempotency = new IdempotencyRecords(this.#writer, this.#reader)
    this.ledger = new SqliteLedger(this.#writer, accounts, this.idempotency)
    this.claims = { claim: (kind, name) => this.#writer.call('claimName', kind, name) }
    this.#feed = new ChangeFeed(this.#reader, this.#writer, (organizationId) => this.keys.forget(organizationId))
    this.directory = new StoreDirectory(this.#directoryAccess(file))
    this.#reaper = this.#reapAfter(REAP_EVERY_MS)
  }

  /** Proves it by a write. Never rejects; questions at the same time share one answer. */
  health(): Promise<Health> {
    this.#health ??= this.#writer
      .call('probe', this.#now())
      .then(
        (): Health => ({ ok: true }),
        (error: unknown): Health => ({ ok: false, reason: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => {
        this.#health = null
      })
    return this.#health
  }

  /** Writes all that waits. Throws `StoreUnavailable` when that fails. */
  drain(): Promise<void> {
    return this.#writer.drain()
  }

  /** Writes all that waits, ends the writer and frees the data directory. What could not be written is lost: `drain` says so. */
  async close(): Promise<void> {
    this.#stop()
    await this.#writer.drain().catch(() => {})
    await this.#reports.close()
    await this.#writer.close()
    this.#free()
  }

  /** Ends without writing what waits, as a crash would. */
  async abort(): Promise<void> {
    this.#stop()
    await this.#reports.abort()
    await this.#writer.abort()
    this.#free()
  }

  #stop(): void {
    clearTimeout(this.#reaper)
    this.#feed.stop()
  }

  #free(): void {
    this.#reader.close()
    this.#lock.free()
  }

  #reapAfter(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#reap().then(
        (hasMore) => {
          this.#reaper = this.#reapAfter(hasMore ? REAP_AGAIN_MS : REAP_EVERY_MS)
        },
        () => {
          this.#reaper = this.#reapAfter(REAP_EVERY_MS)
        },
      )
    }, delayMs).unref()
  }

  /** @returns whether there is more to delete */
  async #reap(): Promise<boolean> {
    this.idempotency.sweep(this.#now())
    const hasMore = await this.#writer.call('reap', this.#now())
    await this.directory.removeGuests()
    return hasMore
  }

  #directoryAccess(file: string): DirectoryAccess {
    return {
      file,
      now: this.#now,
      reports: this.#reports,
      run: async <M extends DirectoryMethod>(method: M, ...args: Parameters<DirectoryTables[M]>) => {
        const result = await this.#writer.call('directory', method, args)
        // Before anybody is told: what is remembered here must not be older than what was answered.
        this.#forgetChanges()
        return result as ReturnType<DirectoryTables[M]>
      },
      confirm: async () => {},
      close: async () => {},
    }
  }

  #forgetChanges(): void {
    try {
      this.#feed.poll()
    } catch {
      // The changes cannot be read now. Nothing that is remembered may outlive them.
      this.keys.forgetAll()
    }
  }
}

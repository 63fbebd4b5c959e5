// All writes of the engine process, one after the other: what runs in the writer thread.
import type { OperationUsage } from '@kiosk/engine'
import { connect, inodeOf, ReplacedFile, Statements, transaction } from '../database/database.ts'
import { DirectoryTables } from '../directory/directory-tables.ts'
import { applyBatch } from './batch.ts'
import { failureOf } from './failures.ts'
import type { Answer, BatchRows, ToWriter } from './messages.ts'
import { reapSlice } from './reap.ts'
import { readUsage } from './usage-sums.ts'

const BUSY_TIMEOUT_MS = 2_000

export type DirectoryMethod = Exclude<keyof DirectoryTables, 'acknowledged'>

/** What the main thread may ask for beside batches. */
export class WriterCalls {
  readonly #statements: Statements
  readonly #checkFile: () => void

  constructor(statements: Statements, checkFile: () => void) {
    this.#statements = statements
    this.#checkFile = checkFile
  }

  directory<M extends DirectoryMethod>(
    method: M,
    args: Parameters<DirectoryTables[M]>,
  ): ReturnType<DirectoryTables[M]> {
    const tables = new DirectoryTables(this.#statements)
    // Method and arguments are paired by the types above; a union of methods cannot say so.
    const call = tables[method] as (...args: unknown[]) => ReturnType<DirectoryTables[M]>
    return call.apply(tables, args)
  }

  /** @returns whether nobody took the name before */
  claimName(kind: string, name: string): boolean {
    return transaction(this.#statements.db, () => {
      const { changes } = this.#statements
        .of('INSERT OR IGNORE INTO claimed_names (kind, name) VALUES (?, ?)')
        .run(kind, name)
      return changes === 1
    })
  }

  acknowledge(change: number): void {
    this.#statements
      .of('UPDATE engine_state SET acknowledged = ? WHERE id = 1 AND acknowledged < ?')
      .run(change, change)
  }

  usage(organizationId: string, period: string): OperationUsage[] {
    return readUsage(this.#statements, organizationId, period)
  }

  /** Deletes what is too old, a slice of it. @returns whether there may be more */
  reap(now: number): boolean {
    return reapSlice(this.#statements, now)
  }

  /** Proves that a write works and reaches the file that the next start will open. */
  probe(now: number): void {
    this.#statements.of('UPDATE engine_state SET probed_at = ? WHERE id = 1').run(now)
    this.#checkFile()
  }
}

export type WriterMethod = keyof WriterCalls

/** Answers messages in their order. A connection that failed is closed and opened anew by the next message, so it heals by itself. */
export class WriterService {
  readonly #file: string
  readonly #inode: number | null
  #open: { readonly statements: Statements; readonly calls: WriterCalls } | null = null

  constructor(file: string) {
    this.#file = file
    this.#inode = inodeOf(file)
  }

  /** The connection, opened when there is none. */
  get statements(): Statements {
    return this.#connection().statements
  }

  answer(message: ToWriter): Answer {
    try {
      return { id: message.id, ok: true, value: this.#run(message) }
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'store') this.close()
      return { id: message.id, ok: false, failure }
    }
  }

  close(): void {
    const open = this.#open
    this.#open = null
    try {
      open?.statements.db.close()
    } catch {
      // Closed already, which is what was wanted.
    }
  }

  #run(message: ToWriter): unknown {
    switch (message.kind) {
      case 'batch':
        // Written by this process a moment ago: its shape is known.
        applyBatch(this.statements, JSON.parse(message.rows) as BatchRows, message.bodies)
        return null
      case 'call': {
        const { calls } = this.#connection()
        const call = calls[message.method as WriterMethod] as (...args: readonly unknown[]) => unknown
        return call.apply(calls, [...message.args])
      }
      case 'close':
        this.close()
        return null
    }
  }

  #connection() {
    if (this.#open === null) {
      // The counters of this process belong to the file it started with, and to no other.
      this.#checkFile()
      const statements = new Statements(connect(this.#file, { busyTimeoutMs: BUSY_TIMEOUT_MS }))
      this.#open = { statements, calls: new WriterCalls(statements, () => this.#checkFile()) }
    }
    return this.#open
  }

  #checkFile(): void {
    const inode = inodeOf(this.#file)
    if (inode === null || inode !== this.#inode) throw new ReplacedFile(this.#file)
  }
}

// The directory of a process that is not the engine (commands, the app on its own): it writes to the file itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '@kiosk/engine'
import { DirectoryRefusal } from '../../directory.ts'
import { connect, inodeOf, isStoreFailure, Statements } from '../database/database.ts'
import { EngineLock } from '../database/engine-lock.ts'
import { ReportClient } from '../reports/report-client.ts'
import type { DirectoryMethod } from '../writer/writer-service.ts'
import { DirectoryTables } from './directory-tables.ts'
import type { DirectoryAccess } from './store-directory.ts'

const BUSY_TIMEOUT_MS = 5_000
const CONFIRM_POLL_MS = 25

export interface ClientOptions {
  readonly dataDir: string
  readonly file: string
  readonly now: () => number
  /** How long a running engine has to acknowledge a deletion. */
  readonly confirmMs: number
}

export class ClientAccess implements DirectoryAccess {
  readonly file: string
  readonly now: () => number
  readonly reports: ReportClient
  readonly #options: ClientOptions
  #tables: {
    readonly inode: number | null
    readonly statements: Statements
    readonly directory: DirectoryTables
  } | null = null

  constructor(options: ClientOptions) {
    this.#options = options
    this.file = options.file
    this.now = options.now
    this.reports = new ReportClient(options.file)
  }

  async run<M extends DirectoryMethod>(
    method: M,
    ...args: Parameters<DirectoryTables[M]>
  ): Promise<ReturnType<DirectoryTables[M]>> {
    return this.#attempt((directory) => {
      // Method and arguments are paired by the types above; a union of methods cannot say so.
      const call = directory[method] as (...args: unknown[]) => ReturnType<DirectoryTables[M]>
      return call.apply(directory, args)
    })
  }

  async confirm(change: number): Promise<void> {
    const deadline = performance.now() + this.#options.confirmMs
    while (this.#attempt((directory) => directory.acknowledged()) < change) {
      // No engine: whoever starts next reads the table as it is now.
      if (!EngineLock.isHeld(this.#options.dataDir)) return
      if (performance.now() >= deadline) {
        throw new DirectoryRefusal(
          'not-acknowledged',
          `Deleted, but the running engine did not confirm within ${this.#options.confirmMs / 1000} s that it refuses the key. Look whether the engine is well; a restart makes it refuse the key for certain.`,
        )
      }
      await sleep(CONFIRM_POLL_MS)
    }
  }

  async close(): Promise<void> {
    this.#closeTables()
    await this.reports.close()
  }

  #attempt<T>(work: (directory: DirectoryTables) => T): T {
    try {
      const inode = inodeOf(this.file)
      // A backup may have been put in its place, and nobody would see what is written to the old one.
      if (this.#tables?.inode !== inode) this.#closeTables()
      if (this.#tables === null) {
        const statements = new Statements(connect(this.file, { busyTimeoutMs: BUSY_TIMEOUT_MS }))
        this.#tables = { inode, statements, directory: new DirectoryTables(statements) }
      }
      return work(this.#tables.directory)
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      this.#closeTables()
      throw new StoreUnavailable(`The database refused: ${error.message}`, { cause: error })
    }
  }

  #closeTables(): void {
    const tables = this.#tables
    this.#tables = null
    try {
      tables?.statements.db.close()
    } catch {
      // Closed already, which is what was wanted.
    }
  }
}

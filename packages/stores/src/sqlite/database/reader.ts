// The reading connection of the main thread. Readers of a WAL database never wait for the writer.
import { StoreUnavailable } from '@kiosk/engine'
import { connect, isStoreFailure, Statements } from './database.ts'

// Short, because the whole process waits with it; only odd states (a recovery by another process) make it wait at all.
const BUSY_TIMEOUT_MS = 100

export class Reader {
  readonly #file: string
  #statements: Statements | null = null

  constructor(file: string) {
    this.#file = file
  }

  /** Throws `StoreUnavailable` when the database cannot be read; the next read opens it anew. */
  read<T>(query: (statements: Statements) => T): T {
    try {
      this.#statements ??= new Statements(connect(this.#file, { busyTimeoutMs: BUSY_TIMEOUT_MS, reading: true }))
      return query(this.#statements)
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      this.close()
      throw new StoreUnavailable(`The database cannot be read: ${error.message}`, { cause: error })
    }
  }

  close(): void {
    const statements = this.#statements
    this.#statements = null
    try {
      statements?.db.close()
    } catch {
      // Closed already, which is what was wanted.
    }
  }
}

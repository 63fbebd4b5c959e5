// One engine per data directory: its counters live in memory, so a second one would spend the same units twice.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const LOCK_FILE = 'engine.lock'
const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/** A lock of this process; the system frees it when the process ends, however it ends. */
export class EngineLock {
  readonly #db: DatabaseSync

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** @returns null when another engine holds it for longer than `waitMs` */
  static take(dataDir: string, waitMs: number): EngineLock | null {
    const file = join(dataDir, LOCK_FILE)
    const db = new DatabaseSync(file, { timeout: waitMs })
    try {
      chmodSync(file, 0o600)
      // An exclusive transaction that never writes: a lock of the operating system, without a file to clean up.
      db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return new EngineLock(db)
    } catch (error) {
      db.close()
      if (isBusy(error)) return null
      throw error
    }
  }

  /** True while an engine, in this process or another, holds the lock. */
  static isHeld(dataDir: string): boolean {
    const db = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 })
    try {
      // A shared lock for a moment: an engine that starts right now waits it out.
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
      return false
    } catch (error) {
      if (isBusy(error)) return true
      throw error
    } finally {
      db.close()
    }
  }

  free(): void {
    if (this.#db.isOpen) this.#db.close()
  }
}

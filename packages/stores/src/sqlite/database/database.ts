// Opening the one database file: its place, its mode, its pragmas, its transactions.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

const DATABASE_FILE = 'kiosk.db'

/** Makes the data directory (0700) and an empty database file (0600) where they are missing.
 * @returns the path of the database file */
export function prepareDataDirectory(dataDir: string): string {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The mode above is cut by the umask only, but a parent made on the way would be open without this.
    chmodSync(dataDir, 0o700)
  }
  const file = join(dataDir, DATABASE_FILE)
  try {
    // SQLite gives its -wal and -shm files the mode of the database file, so this one decides for all three.
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return file
}

/** Tells a file from another one that was put in its place; null: there is none. */
export function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null
}

export class ReplacedFile extends Error {
  constructor(file: string) {
    super(`${file} was removed or replaced while an engine serves it: put the same file back, or restart the engine.`)
    this.name = 'ReplacedFile'
  }
}

export interface ConnectOptions {
  /** How long a lock of another process is waited for. */
  readonly busyTimeoutMs: number
  /** Refuses writes. */
  readonly reading?: boolean
}

/** Opens an existing database file; a missing one is an error, never an empty database. */
export function connect(file: string, options: ConnectOptions): DatabaseSync {
  const address = pathToFileURL(file)
  address.searchParams.set('mode', 'rw')
  const db = new DatabaseSync(address, { timeout: options.busyTimeoutMs })
  try {
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 4000;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -16384;
      PRAGMA foreign_keys = ON;
      PRAGMA query_only = ${options.reading ? 'ON' : 'OFF'};
    `)
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

/** Runs `work` in one write transaction: all of it is durable when this returns, none of it when it throws. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(db)
    throw error
  }
}

function rollBack(db: DatabaseSync): void {
  try {
    // A full disk or an I/O error may have ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK')
  } catch {
    // The first error tells more than this one, and the owner reopens the connection.
  }
}

/** Prepared statements of one connection, by their text. */
export class Statements {
  readonly db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.db = db
  }

  of(sql: string): StatementSync {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.db.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }
}

const SQLITE_CONSTRAINT = 19

/** True when the database itself failed (locked, full, unreadable, closed), not the statement's data. */
export function isStoreFailure(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (error.code === 'ERR_INVALID_STATE') return true
  if (error.code !== 'ERR_SQLITE_ERROR') return false
  return !('errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_CONSTRAINT)
}

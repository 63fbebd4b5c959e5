// The database of accounts: opened when it is needed, opened anew after it failed, and never mistaken for "no session".
import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { DBAdapter } from '@better-auth/core/db/adapter'
import { OperationError } from '@kiosk/catalog'
import { StoreUnavailable } from '@kiosk/engine'
import { getAdapter } from 'better-auth/db/adapter'
import { getMigrations } from 'better-auth/db/migration'
import { accountTables } from './account-tables.ts'

// Short, because the whole process waits with it.
const BUSY_TIMEOUT_MS = 250

interface Connection {
  readonly database: DatabaseSync
  readonly inode: number | null
  readonly adapter: DBAdapter
}

/** What failed below, also where the library in between turned it into an answer such as "no session". */
interface Trouble {
  store: Error | null
  fault: Error | null
}

export class AccountStore {
  readonly #openDatabase: () => DatabaseSync
  readonly #trouble = new AsyncLocalStorage<Trouble>()
  #connection: Promise<Connection> | null = null
  #isMigrated = false
  #isClosed = false
  /** Rows by the names of the library's models. Stays the same when the database is opened anew. */
  readonly adapter: DBAdapter

  private constructor(openDatabase: () => DatabaseSync) {
    this.#openDatabase = openDatabase
    this.adapter = this.#facade()
  }

  /** Brings the tables to this version. Throws what the database says. */
  static async open(openDatabase: () => DatabaseSync): Promise<AccountStore> {
    const store = new AccountStore(openDatabase)
    await store.#connected()
    return store
  }

  /** Throws AUTH_UNAVAILABLE when the database failed on the way, whatever `work` made of that, and what `work` throws. */
  async run<T>(work: (adapter: DBAdapter) => Promise<T>): Promise<T> {
    const trouble: Trouble = { store: null, fault: null }
    try {
      await this.#refuseReplaced()
      const result = await this.#trouble.run(trouble, () => work(this.adapter))
      if (trouble.store === null && trouble.fault === null) return result
    } catch (error) {
      if (isStoreFailure(error)) trouble.store ??= error
      if (trouble.store === null) throw trouble.fault ?? error
    }
    if (trouble.store === null) throw trouble.fault
    throw new OperationError('AUTH_UNAVAILABLE', 'Accounts cannot be read right now; your session is not at fault.', {
      cause: trouble.store,
    })
  }

  /** Makes the running work fail with an error that the library is about to hide. */
  noteFault(error: Error): void {
    const trouble = this.#trouble.getStore()
    if (trouble === undefined) return
    if (isStoreFailure(error)) trouble.store ??= error
    else trouble.fault ??= error
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#forget(this.#connection)
  }

  /** The library keeps what it is given for good, so that it gets one that asks for the connection of the moment. */
  #facade(): DBAdapter {
    const call = <N extends Exclude<keyof DBAdapter, 'id' | 'options'>>(name: N) =>
      (async (...args: unknown[]) => {
        const connection = this.#connected()
        try {
          const { adapter } = await connection
          // Name and arguments are paired by whoever calls; a union of functions cannot say so.
          return await Reflect.apply(adapter[name] as (...given: unknown[]) => unknown, adapter, args)
        } catch (error) {
          if (isStoreFailure(error)) await this.#note(error, connection)
          throw error
        }
      }) as DBAdapter[N]
    return {
      id: 'kysely',
      create: call('create'),
      findOne: call('findOne'),
      findMany: call('findMany'),
      count: call('count'),
      update: call('update'),
      updateMany: call('updateMany'),
      delete: call('delete'),
      deleteMany: call('deleteMany'),
      consumeOne: call('consumeOne'),
      incrementOne: call('incrementOne'),
      transaction: call('transaction'),
    }
  }

  async #note(error: Error, connection: Promise<Connection>): Promise<void> {
    this.noteFault(error)
    // A lock of somebody else ends by itself; anything else may be the connection's own state.
    if (!isBusy(error)) await this.#forget(connection)
  }

  /** A file that was moved away would still answer, with what nobody else sees any more. */
  async #refuseReplaced(): Promise<void> {
    const connection = this.#connected()
    const { database, inode } = await connection
    const found = database.isOpen ? inodeOf(database) : null
    if (database.isOpen && found === null) throw new StoreUnavailable('The database of accounts is gone.')
    if (found !== inode) await this.#forget(connection)
  }

  #connected(): Promise<Connection> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('The accounts are closed.'))
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = null
      throw error
    })
    return this.#connection
  }

  async #connect(): Promise<Connection> {
    const database = this.#openFile()
    try {
      const options = { ...accountTables, database }
      if (!this.#isMigrated) await migrate(database, options)
      this.#isMigrated = true
      database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
      return { database, inode: inodeOf(database), adapter: await getAdapter(options) }
    } catch (error) {
      database.close()
      throw error
    }
  }

  #openFile(): DatabaseSync {
    try {
      return this.#openDatabase()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StoreUnavailable(`The database of accounts cannot be opened: ${reason}`, { cause: error })
    }
  }

  async #forget(connection: Promise<Connection> | null): Promise<void> {
    if (connection !== null && connection === this.#connection) this.#connection = null
    const settled = await connection?.catch(() => null)
    if (settled?.database.isOpen) settled.database.close()
  }
}

function inodeOf(database: DatabaseSync): number | null {
  const file = database.location()
  return file === null ? null : (statSync(file, { throwIfNoEntry: false })?.ino ?? null)
}

/** One process after the other: the second finds nothing to do. */
async function migrate(database: DatabaseSync, options: Parameters<typeof getMigrations>[0]): Promise<void> {
  database.exec('BEGIN IMMEDIATE')
  try {
    const { runMigrations } = await getMigrations(options)
    await runMigrations()
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const SQLITE_BUSY = 5
const SQLITE_CONSTRAINT = 19

/** True when the database itself failed (locked, full, unreadable, closed), not what was asked of it. */
function isStoreFailure(error: unknown): error is Error {
  if (error instanceof StoreUnavailable) return true
  const code = resultCode(error)
  return code !== null && code !== SQLITE_CONSTRAINT
}

function isBusy(error: Error): boolean {
  return resultCode(error) === SQLITE_BUSY
}

/** True for a row that would be there twice. */
export function isConflict(error: unknown): boolean {
  return resultCode(error) === SQLITE_CONSTRAINT
}

/** Primary result code of SQLite; 0 for a closed connection; null: another kind of error. */
function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  if (error.code === 'ERR_INVALID_STATE') return 0
  if (error.code !== 'ERR_SQLITE_ERROR') return null
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

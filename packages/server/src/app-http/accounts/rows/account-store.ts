// The database of accounts: opened when it is needed, opened anew after it failed, and never mistaken for "no session".
import { AsyncLocalStorage } from 'node:async_hooks'
import type { DBAdapter } from '@better-auth/core/db/adapter'
import { OperationError } from '@kiosk/catalog'
import { StoreUnavailable } from '@kiosk/engine'
import type { AccountConnection, AccountDatabase } from './account-database.ts'

/** What failed below, also where the library in between turned it into an answer such as "no session". */
interface Trouble {
  store: Error | null
  fault: Error | null
}

export class AccountStore {
  readonly #database: AccountDatabase
  readonly #trouble = new AsyncLocalStorage<Trouble>()
  #connection: Promise<AccountConnection> | null = null
  #isMigrated = false
  #isClosed = false
  /** Rows by the names of the library's models. Stays the same when the database is opened anew. */
  readonly adapter: DBAdapter

  private constructor(database: AccountDatabase) {
    this.#database = database
    this.adapter = this.#facade()
  }

  /** Brings the tables to this version. Throws what the database says. */
  static async open(database: AccountDatabase): Promise<AccountStore> {
    const store = new AccountStore(database)
    await store.#connected()
    return store
  }

  /** Throws AUTH_UNAVAILABLE when the database failed on the way, whatever `work` made of that, and what `work` throws. */
  async run<T>(work: (adapter: DBAdapter) => Promise<T>): Promise<T> {
    const trouble: Trouble = { store: null, fault: null }
    try {
      const connection = this.#connected()
      if ((await connection).isReplaced()) await this.#forget(connection)
      const result = await this.#trouble.run(trouble, () => work(this.adapter))
      if (trouble.store === null && trouble.fault === null) return result
    } catch (error) {
      if (this.#database.isFailure(error)) trouble.store ??= error
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
    if (this.#database.isFailure(error)) trouble.store ??= error
    else trouble.fault ??= error
  }

  /** True for a row that would be there twice. */
  isConflict(error: unknown): boolean {
    return this.#database.isConflict(error)
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
          if (this.#database.isFailure(error)) await this.#note(error, connection)
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

  async #note(failure: Error, connection: Promise<AccountConnection>): Promise<void> {
    this.noteFault(failure)
    const survives = await connection.then(
      (opened) => opened.survives(failure),
      () => false,
    )
    if (!survives) await this.#forget(connection)
  }

  #connected(): Promise<AccountConnection> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('The accounts are closed.'))
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = null
      throw error
    })
    return this.#connection
  }

  async #connect(): Promise<AccountConnection> {
    const connection = await this.#database.connect({ migrates: !this.#isMigrated })
    this.#isMigrated = true
    return connection
  }

  async #forget(connection: Promise<AccountConnection> | null): Promise<void> {
    if (connection !== null && connection === this.#connection) this.#connection = null
    const opened = await connection?.catch(() => null)
    await opened?.close()
  }
}

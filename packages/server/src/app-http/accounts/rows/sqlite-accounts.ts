// Accounts in the database file of a data directory.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from '@kiosk/engine'
import { openAccountsDatabase } from '@kiosk/stores'
import { getAdapter } from 'better-auth/db/adapter'
import { getMigrations } from 'better-auth/db/migration'
import type { AccountConnection, AccountDatabase } from './account-database.ts'
import { accountTables } from './account-tables.ts'

// Short, because the whole process waits with it.
const BUSY_TIMEOUT_MS = 250

/** @param openFile another way to open it, for tests */
export function sqliteAccounts(
  dataDir: string,
  openFile: (dataDir: string) => DatabaseSync = openAccountsDatabase,
): AccountDatabase {
  return {
    async connect({ migrates }) {
      const database = opened(() => openFile(dataDir))
      try {
        return await connection(database, migrates)
      } catch (error) {
        database.close()
        throw error
      }
    },
    isConflict: (error) => resultCode(error) === SQLITE_CONSTRAINT,
    isFailure,
  }
}

function opened(openFile: () => DatabaseSync): DatabaseSync {
  try {
    return openFile()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreUnavailable(`The database of accounts cannot be opened: ${reason}`, { cause: error })
  }
}

async function connection(database: DatabaseSync, migrates: boolean): Promise<AccountConnection> {
  const options = { ...accountTables, database }
  if (migrates) await migrate(database, options)
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  const inode = inodeOf(database)
  return {
    adapter: await getAdapter(options),
    isReplaced() {
      const found = database.isOpen ? inodeOf(database) : null
      // A file that was moved away would still answer, with what nobody else sees any more.
      if (database.isOpen && found === null) throw new StoreUnavailable('The database of accounts is gone.')
      return found !== inode
    },
    // A lock of somebody else ends by itself; anything else may be the connection's own state.
    survives: (failure) => resultCode(failure) === SQLITE_BUSY,
    async close() {
      if (database.isOpen) database.close()
    },
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

function isFailure(error: unknown): error is Error {
  if (error instanceof StoreUnavailable) return true
  const code = resultCode(error)
  return code !== null && code !== SQLITE_CONSTRAINT
}

/** Primary result code of SQLite; 0 for a closed connection; null: another kind of error. */
function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  if (error.code === 'ERR_INVALID_STATE') return 0
  if (error.code !== 'ERR_SQLITE_ERROR') return null
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

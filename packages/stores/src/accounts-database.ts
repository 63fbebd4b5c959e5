import type { DatabaseSync } from 'node:sqlite'
import { connect, prepareDataDirectory } from './sqlite/database/database.ts'

const BUSY_TIMEOUT_MS = 5_000

/** A connection to the database file of a data directory for the tables of accounts (users, sessions, members), which the
 * library that owns them makes and migrates itself. Only the accounts use it; everything else goes through the stores,
 * whose tables it must leave alone. A backup carries both.
 * WAL, foreign keys on; a lock of another writer is waited for 5 s. The caller closes it. Open the stores first: they say
 * what is wrong with a file in words for people. Throws an error of SQLite or of the system when it cannot be opened. */
export function openAccountsDatabase(dataDir: string): DatabaseSync {
  return connect(prepareDataDirectory(dataDir), { busyTimeoutMs: BUSY_TIMEOUT_MS })
}

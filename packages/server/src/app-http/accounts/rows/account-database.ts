// What accounts need of a database; `sqliteAccounts` and `postgresAccounts` are those that they know.
import type { DBAdapter } from '@better-auth/core/db/adapter'

export interface AccountDatabase {
  /** Opens it. @param migrates whether the tables are brought to this version first, by one process after the other
   * Throws `StoreUnavailable` when it cannot be opened. */
  connect(options: { readonly migrates: boolean }): Promise<AccountConnection>
  /** True for a row that would be there twice. */
  isConflict(error: unknown): boolean
  /** True when the database itself failed (away, locked, full, closed), not what was asked of it; for any `StoreUnavailable`. */
  isFailure(error: unknown): error is Error
}

/** Stands for as many connections as the database likes. */
export interface AccountConnection {
  /** Rows by the names of the library's models. Changes of a transaction are seen by others all at once or never, and a row
   * that one changes is waited for by all who change it. */
  readonly adapter: DBAdapter
  /** True when another database stands where this one was opened. Throws `StoreUnavailable` when none does. */
  isReplaced(): boolean
  /** Whether it is of use after a failure; if not, it is closed and another one opened. */
  survives(failure: Error): boolean
  /** Ends also while the database does not answer. */
  close(): Promise<void>
}

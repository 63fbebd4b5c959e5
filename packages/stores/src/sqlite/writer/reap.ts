// Deletes what is past its time, in slices: one big delete would hold up every settlement behind it.
import { type Statements, transaction } from '../database/database.ts'
import { GUEST_WINDOW_MS } from '../directory/directory-tables.ts'

const SLICE = 500
const DAY_MS = 86_400_000
export const REQUEST_LOG_DAYS = 30
// A deletion waits 30 s for its acknowledgement; nobody reads a change that is an hour old.
const CHANGE_MS = 3_600_000
const KEY_CREATION_MS = DAY_MS

/** Rows are in the order of time, so the head of a table tells whether there is anything to do. */
const QUEUES: readonly { readonly table: string; readonly column: string; readonly keepMs: number }[] = [
  { table: 'requests', column: 'id', keepMs: REQUEST_LOG_DAYS * DAY_MS },
  { table: 'key_creations', column: 'id', keepMs: KEY_CREATION_MS },
  { table: 'guest_admissions', column: 'id', keepMs: GUEST_WINDOW_MS },
  { table: 'changes', column: 'seq', keepMs: CHANGE_MS },
]
const EXPIRED_RECORDS = `
  DELETE FROM idempotency
  WHERE id IN (SELECT id FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SLICE})`

/** @returns whether a slice was full, so that there may be more */
export function reapSlice(statements: Statements, now: number): boolean {
  return transaction(statements.db, () => {
    let full = Number(statements.of(EXPIRED_RECORDS).run(now).changes) === SLICE
    for (const { table, column, keepMs } of QUEUES) {
      const { changes } = statements
        .of(`DELETE FROM ${table}
             WHERE ${column} IN (SELECT ${column} FROM ${table} ORDER BY ${column} LIMIT ${SLICE}) AND at <= ?`)
        .run(now - keepMs)
      if (Number(changes) === SLICE) full = true
    }
    return full
  })
}

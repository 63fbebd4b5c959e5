// Removes guest organizations whose time is over, in slices: one of them may have a million rows in the log.
import type { Statements } from '../database/database.ts'

/** Rows of a table, and organizations, that one slice deletes at most. */
const SLICE = 500
// A week with words of their own for the owner of an expired key; then it is unknown like any other.
const KEPT_AFTER_EXPIRY_MS = 7 * 86_400_000

const EXPIRED_GUESTS = `
  SELECT id FROM organizations WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT ${SLICE}`
// Keys and withheld operations go with the organization, by their foreign keys.
const LARGE_TABLES = ['requests', 'idempotency']
const SMALL_TABLES = ['usage', 'operation_usage', 'daily_usage']

/** Inside the caller's transaction.
 * @returns the ids of those that are gone, and whether there is more to delete */
export function removeGuestSlice(statements: Statements, now: number) {
  const expired = statements.of(EXPIRED_GUESTS).all(new Date(now - KEPT_AFTER_EXPIRY_MS).toISOString())
  const removed: string[] = []
  let room = SLICE
  for (const { id } of expired) {
    const organization = String(id)
    for (const table of LARGE_TABLES) room -= deleteRows(statements, table, organization, room)
    // Out of room: rows may be left, so the organization stays until the next slice finds none.
    if (room <= 0) return { removed, hasMore: true }
    for (const table of SMALL_TABLES) statements.of(`DELETE FROM ${table} WHERE organization = ?`).run(organization)
    statements.of('DELETE FROM organizations WHERE id = ?').run(organization)
    removed.push(organization)
  }
  return { removed, hasMore: expired.length === SLICE }
}

function deleteRows(statements: Statements, table: string, organization: string, limit: number): number {
  const { changes } = statements
    .of(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE organization = ? LIMIT ?)`)
    .run(organization, limit)
  return Number(changes)
}

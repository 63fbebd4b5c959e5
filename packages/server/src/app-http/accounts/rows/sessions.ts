// Sessions of one user, told apart by their row's id: the token that opens one is never shown.
import { notFound } from '@kiosk/catalog'
import type { Rows } from './people.ts'

export interface SessionRow {
  readonly id: string
  readonly createdAt: Date
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
}

const MOST_LISTED = 100

/** Those that have not ended, newest first. */
export function sessionsOf(rows: Rows, userId: string): Promise<SessionRow[]> {
  const where = [
    { field: 'userId', value: userId },
    { field: 'expiresAt', operator: 'gt' as const, value: new Date() },
  ]
  const sortBy = { field: 'createdAt', direction: 'desc' as const }
  return rows.findMany<SessionRow>({ model: 'session', where, sortBy, limit: MOST_LISTED })
}

/** Throws NOT_FOUND for an id that is no session of the user. */
export async function endSession(rows: Rows, userId: string, id: string): Promise<void> {
  const where = [
    { field: 'id', value: id },
    { field: 'userId', value: userId },
  ]
  const ended = await rows.deleteMany({ model: 'session', where })
  if (ended === 0) throw notFound('You have no such session; GET /api/sessions lists them.')
}

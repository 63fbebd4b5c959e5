// Passkeys of one user, by their row's id.
import { notFound } from '@kiosk/catalog'
import type { Rows } from './people.ts'

export interface PasskeyRow {
  readonly id: string
  readonly name?: string | null
  readonly createdAt?: Date | null
  readonly lastUsedAt?: Date | null
}

export const MOST_PASSKEYS = 20

/** Oldest first. */
export function passkeysOf(rows: Rows, userId: string): Promise<PasskeyRow[]> {
  const where = [{ field: 'userId', value: userId }]
  const sortBy = { field: 'createdAt', direction: 'asc' as const }
  return rows.findMany<PasskeyRow>({ model: 'passkey', where, sortBy })
}

/** Throws NOT_FOUND for an id that is no passkey of the user. */
export async function renamePasskey(rows: Rows, userId: string, id: string, name: string): Promise<PasskeyRow> {
  const changed = await rows.updateMany({ model: 'passkey', where: own(userId, id), update: { name } })
  const row = changed === 0 ? null : await rows.findOne<PasskeyRow>({ model: 'passkey', where: own(userId, id) })
  if (row === null) throw unknown()
  return row
}

/** Throws as `renamePasskey` does. */
export async function deletePasskey(rows: Rows, userId: string, id: string): Promise<void> {
  if ((await rows.deleteMany({ model: 'passkey', where: own(userId, id) })) === 0) throw unknown()
}

function own(userId: string, id: string) {
  return [
    { field: 'id', value: id },
    { field: 'userId', value: userId },
  ]
}

function unknown() {
  return notFound('You have no such passkey; GET /api/passkeys lists them.')
}

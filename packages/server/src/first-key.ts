// On the first start there is nobody to ask for a key, so the service makes one.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Directory } from '@kiosk/stores'
import { makeKey } from './new-key.ts'

export const GUEST_DAYS = 7

export interface GuestKey {
  readonly key: string
  readonly expiresAt: string
}

/** A guest organization of its own with one key, valid for a week. */
export async function createGuest(directory: Directory, now: Date): Promise<GuestKey> {
  const expiresAt = new Date(now.getTime() + GUEST_DAYS * 86_400_000).toISOString()
  const name = `Guest ${randomUUID().slice(0, 8)}`
  const { id } = await directory.createOrganization({ name, plan: 'guest', expiresAt })
  const { key } = await makeKey(directory, { organizationId: id, name: 'Guest key', createdBy: null })
  return { key, expiresAt }
}

/** The first key of an empty installation; null when it is not empty. */
export async function firstKey(directory: Directory, now: Date): Promise<GuestKey | null> {
  const organizations = await directory.listOrganizations()
  return organizations.length > 0 ? null : createGuest(directory, now)
}

/** Keeps a key where only the owner of the data folder reads it. Returns the path. */
export async function writeGuestKey(dataDir: string, key: string): Promise<string> {
  const file = join(dataDir, 'guest-key')
  await writeFile(file, `${key}\n`, { mode: 0o600 })
  return file
}

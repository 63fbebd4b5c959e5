// An API key as every door makes one: the command line, the dashboard, guests.
import { generateKey, hashKey, keyLabel } from '@kiosk/engine'
import type { Directory, KeySummary } from '@kiosk/stores'

export interface NewKeyOwner {
  readonly organizationId: string
  readonly name: string
  /** Id of the user; null for the command line and for guests. */
  readonly createdBy: string | null
}

/** Makes a key; only its hash is kept, so `key` exists in the return value alone. Throws what `Directory.addKey` throws. */
export async function makeKey(
  directory: Directory,
  owner: NewKeyOwner,
): Promise<KeySummary & { readonly key: string }> {
  const key = generateKey()
  return { ...(await directory.addKey({ ...owner, prefix: keyLabel(key), hash: hashKey(key) })), key }
}

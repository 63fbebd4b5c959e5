// The secret from which every key of the service is derived.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '@kiosk/catalog'

const FILE = 'secret'

/** `KIOSK_SECRET`, else the one in the data folder, made at the first start with mode 0600. */
export async function masterSecret(configured: Secret | null, dataDir: string): Promise<Secret> {
  if (configured !== null) return configured
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, FILE)
  try {
    // `wx`: of two processes that start at once one makes it, and both read the same.
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const text = (await readFile(file, 'utf8')).trim()
  if (text.length < 16)
    throw new Error(
      `${file} is damaged: it must hold the secret that was made at the first start; restore it from a backup.`,
    )
  return new Secret(text)
}

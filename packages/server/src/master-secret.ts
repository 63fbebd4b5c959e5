// The secret from which every key of the service is derived.
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '@kiosk/catalog'

const FILE = 'secret'

/** `KIOSK_SECRET`, else the one in the data folder, made at the first start with mode 0600. */
export async function masterSecret(configured: Secret | null, dataDir: string): Promise<Secret> {
  if (configured !== null) return configured
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, FILE)
  await makeOnce(file, `${randomBytes(32).toString('hex')}\n`)
  const text = (await readFile(file, 'utf8')).trim()
  if (text.length < 16)
    throw new Error(
      `${file} is damaged: it must hold the secret that was made at the first start; restore it from a backup.`,
    )
  return new Secret(text)
}

/** Of two processes that start at once one makes the file, and neither ever sees half of it: a link appears whole or not at all. */
async function makeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}

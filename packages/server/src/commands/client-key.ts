// Where the commands that are clients take their API key from.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Terminal } from '../cli-output.ts'
import { isLoopback, readSettings } from '../config.ts'

/** KIOSK_API_KEY, else the guest key that the first start left; that one never goes to another machine. */
export async function findKey(baseUrl: string, terminal: Terminal): Promise<string | null> {
  const { apiKey, dataDir } = readSettings(terminal.env, ['apiKey', 'dataDir'])
  if (apiKey !== null) return apiKey.reveal()
  if (!isLoopback(baseUrl)) return null
  const file = join(dataDir, 'guest-key')
  try {
    const key = (await readFile(file, 'utf8')).trim()
    terminal.note(`KIOSK_API_KEY is unset: using the guest key in ${file}.`)
    return key
  } catch {
    return null
  }
}

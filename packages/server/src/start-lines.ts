// The few lines that a start shows.
import { resolve } from 'node:path'
import { findBrowser, missingFonts } from '@kiosk/browser'
import type { Directory } from '@kiosk/stores'
import { type Config, processEnvironment } from './config.ts'
import { firstKey, GUEST_DAYS, writeGuestKey } from './first-key.ts'
import { fontNames } from './font-names.ts'
import type { Role } from './serve.ts'

export interface StartFacts {
  readonly config: Config
  readonly role: Role
  readonly sandbox: boolean
  /** Set in the process that owns the database. */
  readonly directory: Directory | null
}

/** Says where things are; on the first start also makes the first key. */
export async function announce({ config, role, sandbox, directory }: StartFacts): Promise<void> {
  const lines: string[] = []
  if (role !== 'app') lines.push(`Engine   ${config.baseUrl}`)
  if (role !== 'engine') lines.push(`App      ${config.appUrl}`)
  lines.push(`Data     ${resolve(config.dataDir)}`)
  if (role !== 'app') lines.push(`Browser  ${await browserLine(config)}`)
  if (sandbox) lines.push('Sandbox  on: operations answer their built-in examples only; nothing leaves this machine')
  const guest = directory === null ? null : await firstKey(directory, new Date())
  if (guest !== null) lines.push('', ...(await guestLines(config, guest.key)))
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function browserLine(config: Config): Promise<string> {
  if (config.browserUrl !== null) return 'a remote one, by KIOSK_BROWSER_URL'
  const [path, fonts] = await Promise.all([findBrowser(config.browserPath, processEnvironment()), missingFonts()])
  if (path === null) return 'none found; only rendering needs one (kiosk doctor says more)'
  const missing = fonts?.missing.map((need) => fontNames[need]).join(' and ') ?? ''
  return missing === '' ? path : `${path}, without fonts for ${missing} (kiosk doctor says more)`
}

async function guestLines(config: Config, key: string): Promise<string[]> {
  if (process.stdout.isTTY) {
    return [
      `First start: a guest key, valid for ${GUEST_DAYS} days. It is shown this once. Try it:`,
      '',
      curlLine(config.baseUrl, key),
    ]
  }
  const file = resolve(await writeGuestKey(config.dataDir, key))
  return [
    `First start: a guest key, valid for ${GUEST_DAYS} days, is in ${file}. Try it:`,
    '',
    curlLine(config.baseUrl, `$(cat '${file}')`),
  ]
}

function curlLine(baseUrl: string, key: string): string {
  return `  curl -s ${baseUrl}/encyclopedia-article.get -H "x-api-key: ${key}" -H 'content-type: application/json' -d '{"title":"Tokyo"}'`
}

// What rendering needs. The other operations go without, so nothing here fails.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type FontNeed, findBrowser, missingFonts } from '@kiosk/browser'
import type { Config, Environment } from '../../config.ts'
import { fontNames } from '../../font-names.ts'
import { type Check, errorCode } from './check.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000

export async function checkBrowser(config: Config, env: Environment): Promise<Check> {
  const name = 'browser'
  if (config.browserUrl !== null) return { name, status: 'ok', found: 'a remote one, by KIOSK_BROWSER_URL' }
  const path = await findBrowser(config.browserPath, env)
  if (path === null) {
    const todo =
      'apt-get install chromium-headless-shell (or chromium, or Chrome), or set KIOSK_BROWSER_PATH; only rendering operations need it'
    return { name, status: 'warn', found: 'neither Chromium nor Chrome was found', todo }
  }
  try {
    const { stdout } = await run(path, ['--version'], { timeout: TIMEOUT_MS })
    return { name, status: 'ok', found: `${stdout.trim()} at ${path}` }
  } catch (error) {
    const todo = 'set KIOSK_BROWSER_PATH to a browser that starts; only rendering operations need it'
    return { name, status: 'warn', found: `${path} does not start (${errorCode(error)})`, todo }
  }
}

export async function checkFonts(): Promise<Check> {
  const name = 'fonts'
  const facts = await missingFonts()
  if (facts === null) {
    const found = 'fc-list cannot be run, so it is not known which there are'
    return { name, status: 'warn', found, todo: todoFor(['fontconfig', ...Object.values(fontPackages)]) }
  }
  const { families, missing } = facts
  if (missing.length === 0) return { name, status: 'ok', found: `${families} families; Latin, CJK and emoji` }
  return {
    name,
    status: 'warn',
    found: `none for ${missing.map((need) => fontNames[need]).join(' and ')}: pages show boxes in their place`,
    todo: todoFor(missing.map((need) => fontPackages[need])),
  }
}

/** Debian's and Ubuntu's packages. */
const fontPackages: Readonly<Record<FontNeed, string>> = {
  latin: 'fonts-liberation fonts-noto-core',
  cjk: 'fonts-noto-cjk',
  emoji: 'fonts-noto-color-emoji',
}

function todoFor(packages: readonly string[]): string {
  return `apt-get install ${packages.join(' ')}; only rendering operations need them`
}

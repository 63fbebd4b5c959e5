// What rendering needs. No operation of the catalog must have it, so nothing here fails.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Config, Environment } from '../../config.ts'
import { findBrowser } from '../../find-browser.ts'
import { type Check, errorCode } from './check.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000

export async function checkBrowser(config: Config, env: Environment): Promise<Check> {
  const name = 'browser'
  if (config.browserUrl !== null) return { name, status: 'ok', found: 'a remote one, by KIOSK_BROWSER_URL' }
  const path = await findBrowser(config.browserPath, env)
  if (path === null) {
    const todo = 'apt-get install chromium (or Chrome), or set KIOSK_BROWSER_PATH; only rendering operations need it'
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
  const todo = 'apt-get install fontconfig fonts-liberation fonts-noto; only rendering operations need them'
  try {
    const { stdout } = await run('fc-list', [':', 'family'], { timeout: TIMEOUT_MS })
    const families = new Set(stdout.split('\n').filter((line) => line.trim() !== '')).size
    if (families > 0) return { name, status: 'ok', found: `${families} families` }
    return { name, status: 'warn', found: 'none is installed: pages would render without text', todo }
  } catch (error) {
    return {
      name,
      status: 'warn',
      found: `fc-list cannot be run (${errorCode(error)}), so it is not known which there are`,
      todo,
    }
  }
}

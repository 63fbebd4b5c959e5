// The browser that the tests render with.
import { findBrowser } from '../../src/find-browser.ts'

export const executablePath = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)

/** For `describe.skipIf`; says why. */
export function isWithoutBrowser(file: string): boolean {
  if (executablePath !== null) return false
  process.stderr.write(`${file}: skipped, as no browser was found; KIOSK_BROWSER_PATH names one\n`)
  return true
}

/** True for the long runs of the night. */
export const isLong = process.env.KIOSK_TEST_LONG === '1'

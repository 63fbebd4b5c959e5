// Where the browser is, for the start lines, the doctor and what renders.
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Environment } from './config.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const fixedPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a browser: KIOSK_BROWSER_PATH, else Chromium or Chrome where systems put them; null when there is none. */
export async function findBrowser(browserPath: string | null, env: Environment): Promise<string | null> {
  if (browserPath !== null) return browserPath
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...fixedPaths]
  const found = await Promise.all(candidates.map(isExecutable))
  return candidates.find((_, index) => found[index]) ?? null
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

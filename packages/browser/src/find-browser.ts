// Where the browser is, for the start lines, the doctor and what renders.
import { access, constants, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Headless shell starts faster and takes half the memory and a third of the time for a page, so it comes first. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const FULL_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

const SHELL_PATHS = ['/opt/chrome-headless-shell/chrome-headless-shell', '/headless-shell/headless-shell']
const FULL_PATHS = [
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where the driver of that name keeps the browsers it downloads, below the home folder. */
const PLAYWRIGHT_CACHES = ['.cache/ms-playwright', 'Library/Caches/ms-playwright']
const PLAYWRIGHT_SHELLS = ['chrome-linux/headless_shell', 'chrome-headless-shell-linux64/chrome-headless-shell']
const PLAYWRIGHT_FULL = ['chrome-linux/chrome', 'chrome-linux64/chrome']

/** Variables of an environment. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Path of a browser: KIOSK_BROWSER_PATH, else headless shell, Chromium or Chrome, on the PATH or where it is not, in this order;
 * null when there is none.
 * @param browserPath the setting; it is taken as it is, also when nothing is there */
export async function findBrowser(browserPath: string | null, env: Variables): Promise<string | null> {
  if (browserPath !== null) return browserPath
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const named = (names: readonly string[]) => names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const cached = await listPlaywright(env.HOME ?? homedir())
  const candidates = [
    ...[...named(SHELL_NAMES), ...SHELL_PATHS, ...cached.shells],
    ...[...named(FULL_NAMES), ...FULL_PATHS, ...cached.full],
  ]
  const found = await Promise.all(candidates.map(isExecutable))
  return candidates.find((_, index) => found[index]) ?? null
}

/** Newest first. */
async function listPlaywright(home: string): Promise<{ shells: string[]; full: string[] }> {
  const perCache = await Promise.all(
    PLAYWRIGHT_CACHES.map(async (cache) => {
      const folder = join(home, cache)
      const names = await readdir(folder).catch(() => [])
      return names.filter((name) => name.startsWith('chromium')).map((name) => join(folder, name))
    }),
  )
  const revisions = perCache.flat().sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return {
    shells: revisions.flatMap((folder) => PLAYWRIGHT_SHELLS.map((path) => join(folder, path))),
    full: revisions.flatMap((folder) => PLAYWRIGHT_FULL.map((path) => join(folder, path))),
  }
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

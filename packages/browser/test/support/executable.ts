// The browser that the tests render with, and others made of it.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { findBrowser } from '../../src/find-browser.ts'

export const executablePath = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)

/** Skips the tests of a suite, with the reason, where there is no browser. */
export function needBrowser(): void {
  beforeEach(({ skip }) => skip(executablePath === null, 'no browser was found; KIOSK_BROWSER_PATH names one'))
}

/** True for the long runs of the night. */
export const isLong = process.env.KIOSK_TEST_LONG === '1'

export interface MadeExecutable extends AsyncDisposable {
  readonly path: string
}

/** Makes an executable that runs a command with these words, and its own arguments after them.
 * @param name of the file, by which the kind of a browser is told */
export async function makeExecutable(name: string, words: readonly string[]): Promise<MadeExecutable> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosk-made-'))
  const path = join(folder, name)
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  await writeFile(path, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`)
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

// Which binary is started, and which of the two kinds it is.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { isExecutable } from '../find-browser.ts'

export interface Executable {
  readonly path: string
  /** The small browser without a window; needs other switches, and is bounded more tightly. */
  readonly isHeadlessShell: boolean
}

const run = promisify(execFile)
const TIMEOUT_MS = 10_000

/** Debian's commands are scripts around these; theirs look at the mounts and write complaints at every start. */
const behindScripts: Readonly<Record<string, string>> = {
  '/usr/bin/chromium': '/usr/lib/chromium/chromium',
  '/usr/bin/chromium-headless-shell': '/usr/lib/chromium/chromium-headless-shell',
}

/** The binary behind a path that `findBrowser` gave. */
export async function resolveExecutable(path: string): Promise<Executable> {
  const behind = behindScripts[path]
  const binary = behind !== undefined && (await isScript(path)) && (await isExecutable(behind)) ? behind : path
  return { path: binary, isHeadlessShell: await isHeadlessShell(binary) }
}

async function isScript(path: string): Promise<boolean> {
  return readFile(path).then(
    (content) => content.subarray(0, 2).toString('latin1') === '#!',
    () => false,
  )
}

/** By name, for it costs nothing; a copy under another name is asked. */
async function isHeadlessShell(path: string): Promise<boolean> {
  const name = basename(path)
  if (/headless[-_]shell/.test(name)) return true
  if (/^(?:chromium|chrome|google-chrome|Google Chrome|Chromium)/.test(name)) return false
  const { stdout } = await run(path, ['--version'], { timeout: TIMEOUT_MS }).catch(() => ({ stdout: '' }))
  return /headless/i.test(stdout)
}

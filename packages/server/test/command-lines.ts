// Runs the command line for tests: inside this process, or as the real program.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { runCommandLine } from '../src/commands/command-line.ts'

export const bin = fileURLToPath(new URL('../bin/kiosk', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Variables = Readonly<Record<string, string>>

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosk-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The environment of a child: nothing of the developer's own settings. */
export function childEnvironment(variables: Variables): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...variables }
}

/** The real program, as a child process. */
export async function runBin(args: readonly string[], variables: Variables, input = ''): Promise<Ran> {
  const child = spawn(bin, args, { env: childEnvironment(variables) })
  child.stdin.end(input)
  const closed = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [code, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}

/** The same inside this process, for the many cases that need no program of their own. */
export async function runHere(args: readonly string[], variables: Variables = {}, input = ''): Promise<Ran> {
  const out: string[] = []
  const notes: string[] = []
  const code = await runCommandLine(args, {
    env: variables,
    interactive: variables.TEST_SCREEN === 'yes',
    print: (line) => void out.push(`${line}\n`),
    note: (line) => void notes.push(`${line}\n`),
    readInput: async () => input,
  })
  return { code, stdout: out.join(''), stderr: notes.join('') }
}

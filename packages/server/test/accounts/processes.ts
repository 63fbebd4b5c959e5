// Processes beside the tests', held until all of them are ready.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { childEnvironment } from '../command-lines.ts'

const OPENERS = 4

/** Several processes open the same accounts at once: all of them can, and none has a word to say about it. */
export async function expectToOpenTogether(dataDirOrAddress: string): Promise<void> {
  const children = await Promise.all(
    Array.from({ length: OPENERS }, () => readyChild('open-accounts.ts', dataDirOrAddress)),
  )
  const ends = await Promise.all(children.map((go) => go()))
  expect(ends).toEqual(children.map(() => ({ code: 0, stderr: '' })))
}

/** Starts a process and waits until it says that it is ready; what is returned lets it go and waits for its end. */
async function readyChild(script: string, ...args: string[]) {
  const file = fileURLToPath(new URL(`children/${script}`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], { env: childEnvironment({}) })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stderr = text(child.stderr)
  await once(child.stdout, 'data')
  return async () => {
    const closed = once(child, 'close')
    child.stdin.end('go')
    const [code] = await closed
    return { code, stderr: await stderr }
  }
}

// Runs one of the scripts in `children/` as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Child {
  readonly process: ChildProcess
  /** The next line that it prints; null when it ended. */
  line(): Promise<string | null>
  /** Sends SIGKILL, waits for its end, and hands over the lines that it had printed and nobody read. */
  kill(): Promise<string[]>
}

export function child(script: string, ...args: string[]): Child {
  const path = fileURLToPath(new URL(`./children/${script}`, import.meta.url))
  const running = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(running, 'exit')
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
  const line = async () => {
    const next = await lines.next()
    return next.done ? null : next.value
  }
  return {
    process: running,
    line,
    async kill() {
      running.kill('SIGKILL')
      await ended
      const rest: string[] = []
      for (let next = await line(); next !== null; next = await line()) rest.push(next)
      return rest
    },
  }
}

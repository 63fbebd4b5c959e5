// The real command line as child processes: servers that stay, commands that end.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '../../../bin/kiosk')
const START_BOUND_MS = 30_000
const EXIT_BOUND_MS = 25_000
const COMMAND_BOUND_MS = 60_000

export interface Exit {
  /** null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** How a command ended, and what it wrote. */
export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Only what is named: settings of whoever runs the tests must not decide them. */
function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const inherited = Object.entries({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }).filter(
    ([, value]) => value !== undefined,
  )
  return { ...Object.fromEntries(inherited), ...env }
}

/** One `kiosk serve`. */
export class KioskProcess {
  readonly #child: ChildProcess
  readonly #exit: Promise<Exit>
  #stdout = ''
  #stderr = ''
  #listeners: (() => void)[] = []

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(BIN, args, { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
      this.#wake()
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
      this.#wake()
    })
    // Tests that are broken off must not leave servers behind.
    const kill = () => this.#child.kill('SIGKILL')
    process.once('exit', kill)
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        process.off('exit', kill)
        resolve({ code, signal })
        this.#wake()
      })
    })
  }

  get pid(): number {
    const { pid } = this.#child
    if (pid === undefined) throw new Error('the process did not start')
    return pid
  }

  get stdout(): string {
    return this.#stdout
  }

  get stderr(): string {
    return this.#stderr
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Waits until stdout and stderr satisfy `found`. Throws when the process ends first, or not in time. */
  async output<T>(found: (stdout: string, stderr: string) => T | null): Promise<T> {
    const deadline = performance.now() + START_BOUND_MS
    for (;;) {
      const result = found(this.#stdout, this.#stderr)
      if (result !== null) return result
      if (!this.isRunning) throw new Error(`kiosk ended: ${this.#stderr || this.#stdout}`)
      const left = deadline - performance.now()
      if (left <= 0) throw new Error(`kiosk said nothing of the kind in time: ${this.#stdout}${this.#stderr}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#listeners.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Resolves when it ended. Kills it and throws after `withinMs`. */
  async exited(withinMs = EXIT_BOUND_MS): Promise<Exit> {
    let timer: NodeJS.Timeout | undefined
    const bound = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.kill('SIGKILL')
        reject(new Error(`kiosk did not end within ${withinMs} ms: ${this.#stderr}`))
      }, withinMs)
    })
    return Promise.race([this.#exit, bound]).finally(() => clearTimeout(timer))
  }

  #wake(): void {
    for (const listener of this.#listeners.splice(0)) listener()
  }
}

/** Runs one command to its end. */
export async function runKiosk(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CommandResult> {
  const child = spawn(BIN, args, {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_BOUND_MS,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, stdout, stderr }
}

// Starts a browser of ours, and sees to it that nothing remains of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, statfs } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { Connection } from '../cdp/connection.ts'
import { greet } from '../cdp/greet.ts'
import { createPipe } from '../cdp/pipe.ts'
import type { Variables } from '../find-browser.ts'
import type { Identity } from '../page/identity.ts'
import type { Executable } from './executable.ts'
import { endGroup, groupGone, makeProfile, removeProfile } from './profiles.ts'
import { switchesFor } from './switches.ts'

export interface BrowserProcess {
  readonly connection: Connection
  readonly identity: Identity
  /** Id of the first process, and of the group of all. */
  readonly pid: number
  /** Whether pages are kept in the browser's own sandbox. */
  readonly hasSandbox: boolean
  /** Ends all processes and removes the profile; done when they are gone. May be called more than once. */
  end(): Promise<void>
}

/** The browser did not come up. */
export class LaunchFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LaunchFailed'
  }
}

const START_LIMIT_MS = 15_000
/** Most of what a browser that does not start wrote that is kept, for the operator. */
const MAX_COMPLAINT_CHARS = 2000
/** Containers have 64 MB there, which a few pages fill. */
const SHARED_MEMORY_BYTES = 512 * 1024 * 1024

/** Data of one process in KiB, by `ulimit -d`: V8's own limit does not know of buffers. A full browser's picture of 80
 * million pixels needs more than headless shell's. */
const DATA_LIMIT_KIB = { shell: 1_500_000, full: 2_500_000 }

export interface LaunchOptions {
  readonly executable: Executable
  /** Folder in which the browser's state is kept while it runs. */
  readonly profiles: string
  /** The gateway's own environment, of which the browser gets what it needs. */
  readonly environment: Variables
  /** Aborts when nobody wants the browser any more; a start under way is given up. */
  readonly signal?: AbortSignal
}

/** Throws `LaunchFailed`. */
export async function launchBrowser(options: LaunchOptions): Promise<BrowserProcess> {
  const hasSandbox = await canSandbox()
  try {
    return await launch(options, hasSandbox)
  } catch (error) {
    // Containers forbid namespaces in ways that only show when one is made.
    if (!hasSandbox || !(error instanceof LaunchFailed) || !/sandbox|namespace/i.test(error.message)) throw error
    return launch(options, false)
  }
}

async function launch(options: LaunchOptions, hasSandbox: boolean): Promise<BrowserProcess> {
  const { executable, profiles, environment, signal } = options
  const [profileDir, hasSharedMemory] = await Promise.all([makeProfile(profiles), hasRoomToShare()])
  const child = start(executable, switchesFor({ ...executable, profileDir, hasSandbox, hasSharedMemory }), environment)
  const complaint = collect(child)
  const exited = once(child, 'exit').catch(() => [])
  let ending: Promise<void> | null = null
  const end = (): Promise<void> => {
    const promise = ending ?? endAll(child, exited, profileDir)
    ending = promise
    return promise
  }
  try {
    const connection = connect(child)
    connection.closed.then(end)
    const failed = once(child, 'error').then(([error]) => Promise.reject(error))
    const late = AbortSignal.timeout(START_LIMIT_MS)
    const greeting = greet(connection, signal === undefined ? late : AbortSignal.any([signal, late]))
    const identity = await Promise.race([greeting, failed])
    return { connection, identity, pid: child.pid ?? 0, hasSandbox, end }
  } catch (error) {
    await end()
    throw new LaunchFailed(`${executable.path} does not start: ${complaint() || String(error)}`)
  }
}

async function endAll(child: ChildProcess, exited: Promise<unknown>, profileDir: string): Promise<void> {
  if (child.pid !== undefined) endGroup(child.pid)
  await exited
  if (child.pid !== undefined) await groupGone(child.pid)
  await removeProfile(profileDir)
}

function start(
  { path, isHeadlessShell }: Executable,
  switches: readonly string[],
  environment: Variables,
): ChildProcess {
  const limitKib = isHeadlessShell ? DATA_LIMIT_KIB.shell : DATA_LIMIT_KIB.full
  const [command, args] =
    process.platform === 'linux'
      ? ['/bin/sh', ['-c', `ulimit -d ${limitKib}; exec "$@"`, 'sh', path, ...switches]]
      : [path, switches]
  // A group of its own, so that all of it can be ended at once.
  return spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: browserEnvironment(environment),
  })
}

/** What a browser needs to find its libraries, fonts and temporary files; none of the gateway's settings, for what pages
 * break into can read it. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE', 'XDG_DATA_HOME']

function browserEnvironment(environment: Variables): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  // Pages see the hours and words of no place in particular.
  return { ...Object.fromEntries(passed), LANG: 'en_US.UTF-8', TZ: 'UTC' }
}

function connect(child: ChildProcess): Connection {
  const [, , , to, from] = child.stdio
  if (!(to instanceof Writable) || !(from instanceof Readable)) throw new LaunchFailed('There are no pipes to it.')
  return new Connection(createPipe(to, from))
}

/** The beginning of what the browser writes for people; the rest is read and dropped, for a full pipe would stop it. */
function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < MAX_COMPLAINT_CHARS) text += chunk
  })
  return () => text.trim().slice(0, MAX_COMPLAINT_CHARS)
}

/** The sandbox needs user namespaces, and Chromium refuses to have one as root. */
async function canSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true
  if (process.getuid?.() === 0) return false
  const read = (path: string) => readFile(path, 'utf8').catch(() => null)
  const [most, cloning, apparmor] = await Promise.all([
    read('/proc/sys/user/max_user_namespaces'),
    read('/proc/sys/kernel/unprivileged_userns_clone'),
    read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
  ])
  return Number(most ?? 0) > 0 && cloning?.trim() !== '0' && apparmor?.trim() !== '1'
}

async function hasRoomToShare(): Promise<boolean> {
  const shared = await statfs('/dev/shm').catch(() => null)
  return shared !== null && shared.bsize * shared.bavail >= SHARED_MEMORY_BYTES
}

// Folders that browsers keep their state in, each for one browser's life; and what a gateway that was killed left of them.
import { mkdir, mkdtemp, readdir, readlink, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandLine, listProcesses, startTicks } from './process-table.ts'

/** A folder says whose it is: `<pid of the gateway>-<start of that process>-<random>`. */
const OWNER = /^(\d+)-(\d+)-/

/** Makes a folder for a browser's state below `folder`. */
export async function makeProfile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return mkdtemp(join(folder, `${process.pid}-${(await startTicks(process.pid)) ?? 0}-`))
}

export async function removeProfile(path: string): Promise<void> {
  await removeSocket(path)
  // The last process of a browser may still be writing while it dies.
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {})
}

/** A full browser's socket is in a folder among the temporary ones, to which its profile has a link. Only files of these names
 * are removed, wherever the link leads, and the folder when it is empty then. */
async function removeSocket(profile: string): Promise<void> {
  const socket = await readlink(join(profile, 'SingletonSocket')).catch(() => null)
  if (socket === null) return
  const folder = dirname(socket)
  const files = ['SingletonSocket', 'SingletonCookie'].map((name) => join(folder, name))
  await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})))
  await rmdir(folder).catch(() => {})
}

/** Ends browsers whose gateway is gone, and removes their folders. Only a process that names the folder in its command line
 * is ended: ids are given out again. @returns how many browsers were ended */
export async function reapOrphans(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const orphaned: string[] = []
  for (const name of names) if (!(await hasOwner(name))) orphaned.push(join(folder, name))
  if (orphaned.length === 0) return 0
  let ended = 0
  for (const { pid, group } of await listProcesses()) {
    // The first of its group; the others bear no path, and go with it.
    if (pid !== group) continue
    const line = await commandLine(pid)
    if (!orphaned.some((path) => line.includes(`--user-data-dir=${path} `))) continue
    endGroup(group)
    ended += 1
  }
  await Promise.all(orphaned.map(removeProfile))
  return ended
}

async function hasOwner(name: string): Promise<boolean> {
  const [, pid, ticks] = OWNER.exec(name) ?? []
  if (pid === undefined) return false
  const started = await startTicks(Number(pid))
  if (started !== null) return started === Number(ticks)
  return process.platform !== 'linux' && isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Ends all processes of a group at once. */
export function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

const GONE_WITHIN_MS = 2000
const LOOK_INTERVAL_MS = 10

/** Resolves when no process of an ended group lives: the first may be gone before the others are. */
export async function groupGone(group: number): Promise<void> {
  const untilMs = performance.now() + GONE_WITHIN_MS
  while ((await listProcesses()).some((one) => one.group === group) && performance.now() < untilMs) {
    await pause(LOOK_INTERVAL_MS)
  }
}

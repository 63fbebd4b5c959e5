// Where a server of tests lives: a folder and a process that are gone when the tests are, however those end.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Who a server runs as; null: whoever runs the tests. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null

export interface ServerFolder {
  readonly path: string
  readonly user: ServerUser
  /** Says which process ends with the tests. */
  holds(server: ChildProcess): Promise<void>
  /** Ends the process and removes the folder. */
  remove(): Promise<void>
}

const LOOK_AGAIN_MS = 20

/** Waits for the end of its input, which comes with the end of the process that holds the other side, kill -9 included.
 * $1: the folder, $2: the signal that ends the server. What was stopped by a signal would not hear of another one. */
const KEEPER = `cat >/dev/null
pid=$(cat "$1/pid" 2>/dev/null)
if [ -n "$pid" ]; then
  kill -CONT "$pid" $(pgrep -P "$pid") 2>/dev/null
  kill -"$2" "$pid" 2>/dev/null
  looks=0
  while kill -0 "$pid" 2>/dev/null && [ $looks -lt 50 ]; do looks=$((looks + 1)); sleep 0.1; done
  kill -KILL "$pid" 2>/dev/null
fi
rm -rf "$1"`

/** @param signal what makes the server end at once, without the prefix SIG */
export async function openServerFolder(name: string, signal: 'QUIT' | 'TERM'): Promise<ServerFolder> {
  const path = await mkdtemp(join(tmpdir(), `kiosk-${name}-`))
  const user = await serverUser()
  // In a group of its own: what is typed at the terminal is for the tests.
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', path, signal], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  if (user !== null) await chown(path, user.uid, user.gid)
  return {
    path,
    user,
    holds: ({ pid }) => writeFile(join(path, 'pid'), String(pid ?? '')),
    async remove() {
      const ended = once(keeper, 'exit')
      keeper.ref()
      keeper.stdin.end()
      await ended
    },
  }
}

/** Servers of databases refuse to run as root. */
async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const find = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(':')
  const [, , uid, gid] = find('postgres') ?? find('nobody') ?? []
  if (uid === undefined || gid === undefined) throw new Error('a server of tests needs a user that is not root')
  return { uid: Number(uid), gid: Number(gid) }
}

/** A port of loopback that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a server that listens has a port')
  return address.port
}

/** Waits until a condition holds. Throws when it does not in time. */
export async function until(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs} ms`)
    await pause(LOOK_AGAIN_MS)
  }
}

// A real PostgreSQL for tests: a cluster in a temporary folder, on a port of loopback, with faults to order.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresPrograms } from './postgres-programs.ts'
import { freePort, openServerFolder, type ServerFolder, until } from './server-folder.ts'

const run = promisify(execFile)

// Bounds for hangs only: a busy machine takes long to start anything.
const START_MS = 30_000
const PORTS_TO_TRY = 5
const USER = 'kiosk'

export interface PostgresOptions {
  /** Whether a commit is on the disk before it is answered, as by default in PostgreSQL. Slower; for tests of durability. */
  readonly isDurable?: boolean
  /** Settings of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface TestPostgres {
  /** Makes an empty database. @returns its address, which has all rights */
  createDatabase(): Promise<string>
  /** Runs SQL as the superuser, outside of those databases. @returns a line per row, columns separated by | */
  sql(statement: string): Promise<string>
  /** Ends the server: SIGTERM waits for connections, SIGINT cuts them, SIGQUIT is like a crash. */
  halt(signal?: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Starts it anew after `halt`, at the same address with the same data. */
  resume(): Promise<void>
  /** Stops every process of it: connections are taken, and nothing answers any more. */
  freeze(): Promise<void>
  thaw(): void
  /** Ends it and removes its files. What is not stopped ends with the process of the tests. */
  stop(): Promise<void>
}

/** Throws when PostgreSQL is not installed; see `postgresMissing`. */
export async function startPostgres({ isDurable = false, settings = {} }: PostgresOptions = {}): Promise<TestPostgres> {
  const programs = postgresPrograms()
  const folder = await openServerFolder('postgres', 'QUIT')
  const password = randomBytes(16).toString('hex')
  try {
    await makeCluster(programs, folder, password)
    const given = { ...DEFAULTS, ...(!isDurable && { fsync: 'off' }), ...settings }
    for (let tries = 1; ; tries++) {
      const port = await freePort()
      try {
        return serve(
          { programs, folder, password, port, settings: given },
          await startServer(programs, folder, port, given),
        )
      } catch (error) {
        // Somebody else may have taken the port in between.
        if (tries === PORTS_TO_TRY || !/address already in use/i.test(String(error))) throw error
      }
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

/** Small, for many of them beside each other; messages that code can read. */
const DEFAULTS = {
  shared_buffers: '16MB',
  max_connections: '40',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  lc_messages: 'C',
}

interface Cluster {
  readonly programs: string
  readonly folder: ServerFolder
  readonly password: string
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
}

async function makeCluster(programs: string, { path, user }: ServerFolder, password: string): Promise<void> {
  const passwordFile = join(path, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  await run(
    join(programs, 'initdb'),
    [
      ...['--pgdata', join(path, 'data'), '--username', USER, '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    ],
    { cwd: path, ...user },
  )
  await rm(passwordFile)
}

async function startServer(
  programs: string,
  folder: ServerFolder,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const data = join(folder.path, 'data')
  const logFile = join(folder.path, 'log')
  const log = await open(logFile, 'w')
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...given], {
    cwd: folder.path,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...folder.user,
  })
  server.unref()
  await Promise.all([log.close(), folder.holds(server)])
  await until('PostgreSQL is ready', START_MS, async () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${await readFile(logFile, 'utf8')}`)
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready'
  })
  return server
}

function serve(cluster: Cluster, started: ChildProcess): TestPostgres {
  const { programs, folder, password, port, settings } = cluster
  let server = started
  let databases = 0
  let frozen: number[] = []
  const sql = async (statement: string) => {
    const args = ['-XqAt', '-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres', '-c', statement]
    const { stdout } = await run(join(programs, 'psql'), args, { env: { PGPASSWORD: password } })
    return stdout.trimEnd()
  }
  const thaw = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT')
    frozen = []
  }
  const halt: TestPostgres['halt'] = async (how = 'SIGINT') => {
    thaw()
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.ref()
    server.kill(how)
    await ended
  }
  return {
    sql,
    thaw,
    halt,
    async createDatabase() {
      const name = `test_${++databases}`
      await sql(`CREATE DATABASE ${name}`)
      return `postgres://${USER}:${password}@127.0.0.1:${port}/${name}`
    },
    async resume() {
      server = await startServer(programs, folder, port, settings)
    },
    async freeze() {
      const parts = await sql('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
      frozen = [server.pid ?? 0, ...parts.split('\n').map(Number)].filter((pid) => pid > 0)
      for (const pid of frozen) signal(pid, 'SIGSTOP')
    },
    async stop() {
      await halt('SIGQUIT')
      await folder.remove()
    },
  }
}

/** Parts of a server come and go. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

// Opens the embedded stores of a data directory.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Idempotency, Keys, Ledger, ResponseCache } from '@kiosk/engine'
import type { Claims } from './claims.ts'
import type { Directory } from './directory.ts'
import { MemoryCache } from './memory-cache.ts'
import { connect, isStoreFailure, prepareDataDirectory } from './sqlite/database/database.ts'
import { EngineLock } from './sqlite/database/engine-lock.ts'
import { migrate, newestVersion, refuseNewer, versionOf } from './sqlite/database/migrate.ts'
import { ClientAccess } from './sqlite/directory/client.ts'
import { StoreDirectory } from './sqlite/directory/store-directory.ts'
import { type Health, SqliteEngine } from './sqlite/engine.ts'
import type { WriterOptions } from './sqlite/writer/writer-client.ts'

const BUSY_TIMEOUT_MS = 5_000
// Longer than a command holds the lock for a migration or a question.
const LOCK_WAIT_MS = 1_000
const CONFIRM_MS = 30_000

export interface EmbeddedOptions {
  /** Made with mode 0700 when missing. */
  readonly dataDir: string
  /** Milliseconds since 1970; default `Date.now`. */
  readonly now?: () => number
}

/** All stores of the engine: one process per data directory. */
export interface EmbeddedStore {
  readonly keys: Keys
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly cache: ResponseCache
  readonly claims: Claims
  readonly directory: Directory
  /** Proves by a write that writes work. Never rejects. */
  health(): Promise<Health>
  /** Writes all that waits. Throws `StoreUnavailable` when that fails. */
  drain(): Promise<void>
  /** Drains as far as possible, ends the writer thread and frees the data directory. */
  close(): Promise<void>
}

/** What a process beside the engine has: commands, or the app on its own. */
export interface EmbeddedClient {
  readonly directory: Directory
  close(): Promise<void>
}

export interface EngineSettings extends EmbeddedOptions {
  readonly role: 'engine'
  /** Bound of the response cache in bytes; default 64 MiB. */
  readonly cacheBytes?: number
}

export interface ClientSettings extends EmbeddedOptions {
  readonly role: 'client'
  /** How long `deleteKey` waits for a running engine, in milliseconds; default 30 s. */
  readonly confirmMs?: number
}

/** Opens the embedded database and brings it to the schema of this version.
 * Throws an `Error` for people: a second engine on the same directory, a database of a newer Kiosk, a schema that cannot
 * be changed under a running engine. Throws `StoreUnavailable` or a system error when the file cannot be opened. */
export function openEmbedded(settings: EngineSettings): Promise<EmbeddedStore>
export function openEmbedded(settings: ClientSettings): Promise<EmbeddedClient>
export function openEmbedded(settings: EngineSettings | ClientSettings): Promise<EmbeddedStore | EmbeddedClient> {
  return settings.role === 'engine' ? openEngine(settings) : openClient(settings)
}

async function openEngine({ dataDir, now = Date.now, cacheBytes }: EngineSettings): Promise<EmbeddedStore> {
  const engine = await startEngine(dataDir, now)
  const { keys, ledger, idempotency, claims, directory } = engine
  return {
    keys,
    ledger,
    idempotency,
    claims,
    directory,
    cache: new MemoryCache({ now, ...(cacheBytes !== undefined && { maxBytes: cacheBytes }) }),
    health: () => engine.health(),
    drain: () => engine.drain(),
    close: () => engine.close(),
  }
}

/** The engine's stores with what only tests need beside. */
export async function startEngine(
  dataDir: string,
  now: () => number,
  writer: Omit<WriterOptions, 'onUncertain'> = {},
): Promise<SqliteEngine> {
  const file = prepareDataDirectory(dataDir)
  const lock = EngineLock.take(dataDir, LOCK_WAIT_MS)
  if (lock === null) {
    throw new Error(
      `Another engine serves the data directory ${dataDir}. Stop it first, or give this one a directory of its own.`,
    )
  }
  try {
    await migrated(file, (db) => migrate(db, file))
    const engine = new SqliteEngine({ file, lock, now, ...writer })
    const health = await engine.health()
    if (health.ok) return engine
    await engine.abort()
    throw new Error(`The database ${file} cannot be written: ${health.reason}`)
  } catch (error) {
    lock.free()
    throw error
  }
}

async function openClient({ dataDir, now = Date.now, confirmMs }: ClientSettings): Promise<EmbeddedClient> {
  const file = prepareDataDirectory(dataDir)
  await migrateBesideEngine(dataDir, file)
  const access = new ClientAccess({ dataDir, file, now, confirmMs: confirmMs ?? CONFIRM_MS })
  const directory = new StoreDirectory(access)
  return { directory, close: () => access.close() }
}

/** Under the engine's lock, so that no running engine finds its tables changed. */
async function migrateBesideEngine(dataDir: string, file: string): Promise<void> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  while ((await migrated(file, (db) => refuseNewer(db, file))) < newestVersion()) {
    const lock = EngineLock.take(dataDir, 0)
    if (lock !== null) {
      try {
        await migrated(file, (db) => migrate(db, file))
      } finally {
        lock.free()
      }
    } else if (performance.now() > deadline) {
      throw new Error(
        `The database ${file} needs a newer schema, but an engine of an older Kiosk serves it. Stop that engine first.`,
      )
    } else {
      // Most likely an engine or a command that migrates right now.
      await sleep(50)
    }
  }
}

/** @returns the version of the schema after `work` */
async function migrated(file: string, work: (db: ReturnType<typeof connect>) => void): Promise<number> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      const db = connect(file, { busyTimeoutMs: BUSY_TIMEOUT_MS })
      try {
        work(db)
        return versionOf(db)
      } finally {
        db.close()
      }
    } catch (error) {
      // Two processes that turn a new file into a WAL database at once get in each other's way without waiting.
      if (!isStoreFailure(error) || !/locked|busy/i.test(error.message) || performance.now() > deadline) throw error
      await sleep(50)
    }
  }
}

// Sites on SQLite: a data directory of its own for each.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedClient, MemoryCache, openEmbedded } from '../src/index.ts'
import { startEngine } from '../src/open.ts'
import type { SqliteEngine } from '../src/sqlite/engine.ts'
import type { WriterOptions } from '../src/sqlite/writer/writer-client.ts'
import type { Site } from './contract.ts'

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'kiosk-stores-'))
}

/** Extra parts that only SQLite has. */
export interface SqliteSite extends Site {
  readonly dataDir: string
  readonly engine: SqliteEngine
}

export async function sqliteSite(
  now: () => number,
  writer: Omit<WriterOptions, 'onUncertain'> = {},
): Promise<SqliteSite> {
  const dataDir = temporaryDirectory()
  const clients: EmbeddedClient[] = []
  let engine = await startEngine(dataDir, now, writer)
  const storeOf = (of: SqliteEngine) => ({
    keys: of.keys,
    ledger: of.ledger,
    idempotency: of.idempotency,
    claims: of.claims,
    directory: of.directory,
    cache: new MemoryCache({ now }),
    health: () => of.health(),
    drain: () => of.drain(),
    close: () => of.close(),
  })
  let store = storeOf(engine)
  const start = async () => {
    engine = await startEngine(dataDir, now, writer)
    store = storeOf(engine)
  }
  return {
    dataDir,
    get engine() {
      return engine
    },
    get store() {
      return store
    },
    async client() {
      const client = await openEmbedded({ dataDir, role: 'client', now })
      clients.push(client)
      return client
    },
    async reopen() {
      await engine.close()
      await start()
    },
    async crash() {
      await engine.abort()
      await start()
    },
    async dispose() {
      for (const client of clients) await client.close()
      await engine.abort()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

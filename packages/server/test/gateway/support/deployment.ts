// Where a gateway keeps its data. The suites know only this, so that they run on every deployment there is.
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Directory, openEmbedded } from '@kiosk/stores'

/** One empty place for data. */
export interface Deployment {
  /** Settings that lead servers and commands to the data. */
  readonly env: Readonly<Record<string, string>>
  /** What operators change; open beside a running server. */
  directory(): Promise<Directory>
  /** The store's own check of its soundness; empty when it finds nothing. */
  faults(): string[]
  /** Everything that is at rest, by the name of its place. */
  atRest(): Promise<{ name: string; bytes: Buffer }[]>
  /** Rows of a query; for what no interface shows. */
  rows(sql: string): Record<string, unknown>[]
  /** Makes every write of the server wait until the returned function is called. */
  holdWrites(): () => void
  dispose(): Promise<void>
}

export type Deploy = () => Promise<Deployment>

/** SQLite in a data folder. */
export interface EmbeddedDeployment extends Deployment {
  readonly dataDir: string
}

export async function deployEmbedded(): Promise<EmbeddedDeployment> {
  const root = await mkdtemp(join(tmpdir(), 'kiosk-gateway-'))
  await chmod(root, 0o700)
  const dataDir = join(root, 'data')
  const file = join(dataDir, 'kiosk.db')
  let directory: Promise<Directory> | null = null
  return {
    dataDir,
    env: { KIOSK_DATA_DIR: dataDir },
    directory() {
      directory ??= openEmbedded({ dataDir, role: 'client' }).then((client) => client.directory)
      return directory
    },
    faults: () => withDatabase(file, integrityFaults),
    async atRest() {
      const names = await readdir(dataDir)
      return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(dataDir, name)) })))
    },
    rows: (sql) => withDatabase(file, (db) => db.prepare(sql).all()),
    holdWrites() {
      const db = new DatabaseSync(file, { timeout: 5_000 })
      db.exec('BEGIN IMMEDIATE')
      return () => {
        db.exec('ROLLBACK')
        db.close()
      }
    },
    async dispose() {
      if (directory !== null) await (await directory).close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** The deployments that the suites run on. */
export const deployments: readonly { readonly name: string; readonly deploy: Deploy }[] = [
  { name: 'embedded', deploy: deployEmbedded },
]

function withDatabase<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

function integrityFaults(db: DatabaseSync): string[] {
  const found = db.prepare('PRAGMA integrity_check').all()
  return found.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok')
}

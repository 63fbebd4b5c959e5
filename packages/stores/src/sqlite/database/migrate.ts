// Brings a database to the schema of this version: numbered SQL files, each in its own transaction.
import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { transaction } from './database.ts'

const DIRECTORY = new URL('../../../migrations/', import.meta.url)

interface Migration {
  readonly version: number
  readonly name: string
}

function migrations(): Migration[] {
  return readdirSync(DIRECTORY)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name }))
}

/** Version of the newest migration in this checkout. */
export function newestVersion(): number {
  return migrations().at(-1)?.version ?? 0
}

/** Version of a database; 0: empty. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}

/** Throws where a newer Kiosk made the database: its columns may mean something this one does not know. */
export function refuseNewer(db: DatabaseSync, file: string): void {
  const version = versionOf(db)
  const known = newestVersion()
  if (version > known) {
    throw new Error(
      `The database ${file} has schema version ${version}, and this Kiosk knows ${known} at most: start the newer Kiosk that made it, or restore a backup of version ${known}.`,
    )
  }
}

/** Runs what is missing. Safe beside another process that does the same: each file runs once. */
export function migrate(db: DatabaseSync, file: string): void {
  refuseNewer(db, file)
  for (const { version, name } of migrations()) {
    if (versionOf(db) >= version) continue
    const sql = readFileSync(new URL(name, DIRECTORY), 'utf8')
    transaction(db, () => {
      if (versionOf(db) >= version) return
      db.exec(sql)
      db.exec(`PRAGMA user_version = ${version}`)
    })
  }
}

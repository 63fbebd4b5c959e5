// The tables of accounts beside our own, in one file.
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAccountsDatabase, openEmbedded } from '../src/index.ts'
import { connect } from '../src/sqlite/database/database.ts'
import { migrate, newestVersion, versionOf } from '../src/sqlite/database/migrate.ts'
import { bill, PERIOD, START } from './samples.ts'
import { type SqliteSite, sqliteSite } from './sqlite-site.ts'

const TABLES = `
  CREATE TABLE "user" (id TEXT PRIMARY KEY, email TEXT UNIQUE);
  CREATE TABLE "session" (id TEXT PRIMARY KEY, "userId" TEXT REFERENCES "user" (id) ON DELETE CASCADE);
  INSERT INTO "user" VALUES ('user_1', 'anna@example.test');
  INSERT INTO "session" VALUES ('session_1', 'user_1')`

let site: SqliteSite
let accounts: DatabaseSync

beforeEach(async () => {
  site = await sqliteSite(() => START)
  accounts = openAccountsDatabase(site.dataDir)
  accounts.exec(TABLES)
})

afterEach(async () => {
  accounts.close()
  await site.dispose()
})

const count = (db: DatabaseSync, table: string) => db.prepare(`SELECT count(*) AS count FROM "${table}"`).get()?.count

describe('the accounts database', () => {
  it('is the file of the stores, in WAL mode, with foreign keys', () => {
    expect(accounts.location()).toBe(join(site.dataDir, 'kiosk.db'))
    expect(accounts.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    expect(accounts.prepare('PRAGMA busy_timeout').get()).toMatchObject({ timeout: 5_000 })
    expect(accounts.prepare('PRAGMA synchronous').get(), 'FULL').toMatchObject({ synchronous: 2 })
    accounts.exec(`DELETE FROM "user"`)
    expect(count(accounts, 'session')).toBe(0)
  })

  it('does not stand in the way of opening the stores, of either kind', async () => {
    await site.reopen()
    const client = await openEmbedded({ dataDir: site.dataDir, role: 'client' })
    await client.directory.createOrganization({ name: 'Teal Mill', plan: 'free' })
    await client.close()
    expect(versionOf(accounts)).toBe(newestVersion())
    expect(count(accounts, 'session')).toBe(1)
  })

  it('is carried by a backup', async () => {
    const target = join(site.dataDir, 'backup.db')
    await site.store.directory.backup(target)
    const copy = connect(target, { busyTimeoutMs: 0 })
    expect([count(copy, 'user'), count(copy, 'session')]).toEqual([1, 1])
    copy.close()
  })

  it('keeps its tables when ours are migrated after them', () => {
    accounts.exec('PRAGMA user_version = 0')
    for (const { name } of accounts.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()) {
      if (!['user', 'session', 'sqlite_sequence'].includes(String(name))) accounts.exec(`DROP TABLE ${name}`)
    }
    migrate(accounts, 'kiosk.db')
    expect(versionOf(accounts)).toBe(newestVersion())
    expect([count(accounts, 'session'), count(accounts, 'requests')]).toEqual([1, 0])
  })

  it('and the writer wait for each other', async () => {
    const settling: Promise<void>[] = []
    for (let i = 2; i <= 40; i += 1) {
      accounts.exec('BEGIN IMMEDIATE')
      settling.push(bill(site.store.ledger, 1))
      // The settlement is sent to the writer while the lock is held.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      accounts.prepare('INSERT INTO "user" VALUES (?, ?)').run(`user_${i}`, `${i}@example.test`)
      accounts.exec('COMMIT')
    }
    await Promise.all(settling)
    expect(count(accounts, 'user')).toBe(40)
    expect(await site.store.directory.spent('org_one', PERIOD)).toBe(39)
  })
})

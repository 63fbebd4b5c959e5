// The data directory, its schema and its backups.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openEmbedded } from '../src/index.ts'
import { EngineLock } from '../src/sqlite/database/engine-lock.ts'
import { newestVersion } from '../src/sqlite/database/migrate.ts'
import { addKey, anOrganization, bill, logRow, START } from './samples.ts'
import { temporaryDirectory } from './sqlite-site.ts'

let dataDir = ''

beforeEach(() => {
  dataDir = join(temporaryDirectory(), 'data')
})

afterEach(() => {
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** A look at the tables from outside. */
function look<T>(query: (db: DatabaseSync) => T, file = join(dataDir, 'kiosk.db')): T {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    return query(db)
  } finally {
    db.close()
  }
}

const userVersion = () => look((db) => db.prepare('PRAGMA user_version').get()?.user_version)

describe('opening', () => {
  it('makes a directory and files that only the owner can read', async () => {
    const store = await openEmbedded({ dataDir, role: 'engine' })
    await bill(store.ledger, 1)
    expect(modeOf(dataDir)).toBe('700')
    const files = readdirSync(dataDir).sort()
    expect(files).toEqual(['engine.lock', 'kiosk.db', 'kiosk.db-shm', 'kiosk.db-wal'])
    expect(files.map((file) => modeOf(join(dataDir, file)))).toEqual(['600', '600', '600', '600'])
    await store.close()
    expect(readdirSync(dataDir).sort()).toEqual(['engine.lock', 'kiosk.db'])
  })

  it('leaves the mode of a directory that was there', async () => {
    mkdirSync(dataDir, { mode: 0o750 })
    const client = await openEmbedded({ dataDir, role: 'client' })
    await client.close()
    expect(modeOf(dataDir)).toBe('750')
  })

  it('migrates once, whoever comes first and however often', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => openEmbedded({ dataDir, role: 'client' })))
    const store = await openEmbedded({ dataDir, role: 'engine' })
    await clients[0]?.directory.createOrganization({ name: 'First', plan: 'free' })
    for (const client of clients) await client.close()
    await store.close()
    const again = await openEmbedded({ dataDir, role: 'engine' })
    expect(await again.directory.listOrganizations()).toHaveLength(1)
    await again.close()
    expect(userVersion()).toBe(newestVersion())
  })

  it.each(['engine', 'client'] as const)('refuses a database of a newer version as %s', async (role) => {
    const client = await openEmbedded({ dataDir, role: 'client' })
    await client.close()
    look((db) => db.exec('PRAGMA user_version = 9999'))
    const open = () => (role === 'engine' ? openEmbedded({ dataDir, role }) : openEmbedded({ dataDir, role }))
    await expect(open()).rejects.toThrow(/schema version 9999, and this Kiosk knows \d+ at most/)
    look((db) => db.exec(`PRAGMA user_version = ${newestVersion()}`))
    const store = await open()
    await store.close()
  })

  it('does not migrate under a running engine of an older version', { timeout: 30_000 }, async () => {
    mkdirSync(dataDir)
    const lock = EngineLock.take(dataDir, 0)
    await expect(openEmbedded({ dataDir, role: 'client' })).rejects.toThrow(/an engine of an older Kiosk serves it/)
    lock?.free()
    const client = await openEmbedded({ dataDir, role: 'client' })
    await client.close()
  })

  it('says so when the file is no database', async () => {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'kiosk.db'), 'not a database, but long enough to be looked at as one'.repeat(40))
    await expect(openEmbedded({ dataDir, role: 'engine' })).rejects.toThrow('file is not a database')
    expect(EngineLock.isHeld(dataDir)).toBe(false)
  })
})

describe('the request log', () => {
  it('keeps every column, and rounds the duration', async () => {
    const store = await openEmbedded({ dataDir, role: 'engine' })
    const failed = { status: 502, code: 'UPSTREAM_ERROR', keyId: null, label: 'session', replayed: true } as const
    store.ledger.note(logRow({ requestId: 'req_1', ...failed }))
    await bill(store.ledger, 3, { requestId: 'req_2', cache: 'MISS' })
    await store.close()
    const rows = look((db) => db.prepare('SELECT * FROM requests ORDER BY request_id').all())
    const common = { id: expect.any(Number), organization: 'org_one', slug: 'encyclopedia-article.get', at: START }
    expect(rows.map((row) => ({ ...row }))).toEqual([
      {
        ...common,
        request_id: 'req_1',
        label: 'session',
        key_id: null,
        status: 502,
        code: 'UPSTREAM_ERROR',
        units: 0,
        cache: null,
        replayed: 1,
        duration_ms: 12,
      },
      {
        ...common,
        request_id: 'req_2',
        label: 'kiosk_abcdef',
        key_id: 'key_one',
        status: 200,
        code: null,
        units: 3,
        cache: 'MISS',
        replayed: 0,
        duration_ms: 12,
      },
    ])
  })

  it('is written soon without anybody waiting for it', async () => {
    const store = await openEmbedded({ dataDir, role: 'engine' })
    store.ledger.note(logRow())
    await vi.waitFor(() => {
      expect(look((db) => db.prepare('SELECT count(*) AS count FROM requests').get()?.count)).toBe(1)
    })
    await store.close()
  })
})

describe('backup', () => {
  it('is a whole and consistent database, taken while calls settle and another process writes', async () => {
    const store = await openEmbedded({ dataDir, role: 'engine' })
    const client = await openEmbedded({ dataDir, role: 'client' })
    const { id } = await store.directory.createOrganization({ name: 'White Mole', plan: 'free' })
    await addKey(store.directory, id)
    await bill(store.ledger, 3)
    let isOver = false
    const settling = Array.from({ length: 8 }, async () => {
      while (!isOver) await bill(store.ledger, 3)
    })
    const files = [join(dataDir, 'a.db'), join(dataDir, 'b.db')]
    await store.directory.backup(files[0] ?? '')
    await client.directory.backup(files[1] ?? '')
    isOver = true
    await Promise.all(settling)
    for (const file of files) {
      expect(modeOf(file)).toBe('600')
      look((db) => {
        expect(db.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
        expect(db.prepare('SELECT used = (SELECT sum(units) FROM requests) AS agrees FROM usage').get()).toMatchObject({
          agrees: 1,
        })
      }, file)
    }
    await client.close()
    await store.close()
  })

  it('can be served from', async () => {
    const store = await openEmbedded({ dataDir, role: 'engine' })
    await bill(store.ledger, 5)
    const { hash } = await addKey(
      store.directory,
      (await store.directory.createOrganization({ name: 'A', plan: 'free' })).id,
    )
    const restored = join(dataDir, '..', 'restored')
    mkdirSync(restored)
    await store.directory.backup(join(restored, 'kiosk.db'))
    const other = await openEmbedded({ dataDir: restored, role: 'engine' })
    expect(await other.keys.find(hash)).not.toBeNull()
    expect(await other.ledger.balance(anOrganization(), null, '2026-11')).toMatchObject({ used: 5 })
    await other.close()
    await store.close()
  })

  it('refuses a file that exists, and leaves nothing behind when it fails', async () => {
    const client = await openEmbedded({ dataDir, role: 'client' })
    const target = join(dataDir, 'backup.db')
    writeFileSync(target, 'mine')
    await expect(client.directory.backup(target)).rejects.toThrow(`${target} exists already`)
    expect(statSync(target).size).toBe(4)
    rmSync(join(dataDir, 'kiosk.db'))
    const second = join(dataDir, 'second.db')
    await expect(client.directory.backup(second)).rejects.toThrow()
    expect([existsSync(second), existsSync(`${second}.partial`)]).toEqual([false, false])
    await client.close()
  })
})

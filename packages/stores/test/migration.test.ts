// Databases of older versions.
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { Statements } from '../src/sqlite/database/database.ts'
import { migrate } from '../src/sqlite/database/migrate.ts'
import { ReportQueries } from '../src/sqlite/reports/report-queries.ts'
import { DAY_MS, START } from './samples.ts'

/** A database as version 1 left it, with calls in its log. */
function versionOne(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(readFileSync(new URL('../migrations/0001-start.sql', import.meta.url), 'utf8'))
  db.exec('PRAGMA user_version = 1')
  const insert = db.prepare(`
    INSERT INTO requests (request_id, organization, label, slug, status, units, cache, replayed, duration_ms, at)
    VALUES (?, 'org_one', 'kiosk_abcdef', ?, ?, ?, ?, ?, 5, ?)`)
  insert.run('req_1', 'a.get', 200, 3, 'MISS', 0, START)
  insert.run('req_2', 'a.get', 200, 0, 'HIT', 0, START)
  insert.run('req_3', 'a.get', 200, 0, null, 1, START)
  insert.run('req_4', 'a.get', 502, 0, null, 0, START)
  insert.run('req_5', '', 404, 0, null, 0, START)
  insert.run('req_6', 'b.get', 200, 4, null, 0, START + DAY_MS)
  return db
}

it('version 2 makes the days of what the log still holds', () => {
  const db = versionOne()
  migrate(db, 'kiosk.db')
  const reports = new ReportQueries(new Statements(db))
  expect(reports.dailyUsage('org_one', '2026-11-01', '2026-11-30')).toEqual([
    { day: '2026-11-15', slug: 'a.get', calls: 2, units: 3, cacheHits: 1, failures: 1 },
    { day: '2026-11-16', slug: 'b.get', calls: 1, units: 4, cacheHits: 0, failures: 0 },
  ])
  expect(reports.requests('org_one', { limit: 10 }).requests).toHaveLength(6)
})

import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { Statements } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { REQUEST_LOG_DAYS, reapSlice } from './reap.ts'

const NOW = Date.UTC(2026, 10, 15)
const DAY_MS = 86_400_000

let statements: Statements

beforeEach(() => {
  const db = new DatabaseSync(':memory:')
  migrate(db, 'memory')
  statements = new Statements(db)
})

const count = (table: string) => statements.db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count

function addRequests(rows: number, at: number): void {
  const insert = statements.of(`
    INSERT INTO requests (request_id, organization, label, slug, status, units, replayed, duration_ms, at)
    VALUES ('req', 'org', 'label', 'a.get', 200, 0, 0, 1, ?)`)
  for (let i = 0; i < rows; i += 1) insert.run(at)
}

function addRecords(rows: number, expiresAt: number): void {
  const insert = statements.of(`
    INSERT INTO idempotency (organization, key, slug, body_hash, token, expires_at) VALUES ('org', ?, 'a.get', '', '', ?)`)
  for (let i = 0; i < rows; i += 1) insert.run(`${expiresAt} ${i}`, expiresAt)
}

describe('reapSlice', () => {
  it('keeps the request log for 30 days', () => {
    addRequests(2, NOW - REQUEST_LOG_DAYS * DAY_MS)
    addRequests(3, NOW - REQUEST_LOG_DAYS * DAY_MS + 1)
    expect(reapSlice(statements, NOW)).toBe(false)
    expect(count('requests')).toBe(3)
  })

  it('deletes expired records, and no other', () => {
    addRecords(4, NOW + 1)
    addRecords(2, NOW)
    reapSlice(statements, NOW)
    expect(count('idempotency')).toBe(4)
  })

  it('goes slice by slice and says when there is more', () => {
    addRequests(700, NOW - 40 * DAY_MS)
    addRecords(600, NOW - 1)
    expect(reapSlice(statements, NOW)).toBe(true)
    expect([count('requests'), count('idempotency')]).toEqual([200, 100])
    expect(reapSlice(statements, NOW)).toBe(false)
    expect([count('requests'), count('idempotency')]).toEqual([0, 0])
  })

  it('forgets old changes, key creations and guests, each in its time', () => {
    for (const [table, column, keepMs] of [
      ['changes', 'organization', 3_600_000],
      ['key_creations', 'organization', DAY_MS],
      ['guest_admissions', 'address_hash', 7 * DAY_MS],
    ] as const) {
      const insert = statements.of(`INSERT INTO ${table} (${column}, at) VALUES ('x', ?)`)
      insert.run(NOW - keepMs)
      insert.run(NOW - keepMs + 1)
      reapSlice(statements, NOW)
      expect(count(table), table).toBe(1)
    }
  })
})

// Measures the readings of the dashboard on an organization with many calls in its log.
// Run: node packages/stores/bench/reports.ts [rows]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { RequestIds } from '@kiosk/engine'
import { type Directory, openEmbedded, type RequestQuery } from '../src/index.ts'
import { connect, Statements } from '../src/sqlite/database/database.ts'
import { migrate } from '../src/sqlite/database/migrate.ts'
import { applyBatch } from '../src/sqlite/writer/batch.ts'
import type { Cell } from '../src/sqlite/writer/messages.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 1)
const ORGANIZATION = 'org_0192f0c1-aaaa-7bbb-8ccc-000000000001'
const SLUGS = Array.from({ length: 72 }, (_, i) => `provider${i % 18}-operation-${i}.get`)
const ROWS_PER_BATCH = 500
const requestIds = new RequestIds()

/** One call in 20 fails; one operation and one key were used once, in the middle. */
function cells(call: number, rows: number): Cell[] {
  const failed = call % 20 === 0
  const rare = call === Math.floor(rows / 2)
  const slug = rare ? 'rare-operation.get' : (SLUGS[(call * 7) % SLUGS.length] ?? '')
  const key = rare ? 'key_rare' : `key_0192f0c1-aaaa-7bbb-8ccc-00000000000${call % 3}`
  const [status, code] = failed ? [502, 'UPSTREAM_ERROR'] : [200, null]
  const at = START + Math.floor((call * DAYS * DAY_MS) / rows)
  const [units, duration] = [failed ? 0 : 3, (call * 7919) % 3000]
  const id = requestIds.next(at)
  return [id, ORGANIZATION, 'kiosk_abcdef', key, slug, status, code, units, 'MISS', 0, duration, at, '2026-11', units]
}

function fill(file: string, rows: number): void {
  writeFileSync(file, '')
  const db = connect(file, { busyTimeoutMs: 0 })
  migrate(db, file)
  db.exec('PRAGMA synchronous = OFF')
  const statements = new Statements(db)
  const none = { notes: [], answers: [], claims: [], releases: [], renewals: [], lastUsed: [] }
  for (let from = 0; from < rows; from += ROWS_PER_BATCH) {
    const calls = Array.from({ length: Math.min(ROWS_PER_BATCH, rows - from) }, (_, i) => cells(from + i, rows))
    applyBatch(statements, { ...none, requests: calls.flat() }, null)
  }
  db.close()
}

async function measure(name: string, read: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const from = performance.now()
    await read()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  process.stdout.write(`${name.padEnd(36)} ${times[4]?.toFixed(1)} ms (at most ${times.at(-1)?.toFixed(1)})\n`)
}

/** @returns the cursor of the page in the middle of the log */
async function deepCursor(directory: Directory): Promise<string> {
  const middle = START + (DAYS * DAY_MS) / 2
  return (await directory.requests(ORGANIZATION, { to: middle, limit: 1 })).next ?? ''
}

async function measureAll(directory: Directory): Promise<void> {
  const page = (name: string, query: Partial<RequestQuery>) =>
    measure(name, () => directory.requests(ORGANIZATION, { limit: 50, ...query }))
  await page('first page', {})
  await page('page in the middle', { cursor: await deepCursor(directory) })
  await page('common operation', { slug: SLUGS[5] ?? '' })
  await page('operation that was called once', { slug: 'rare-operation.get' })
  await page('key that was used once', { keyId: 'key_rare' })
  await page('status that never was', { status: 207 })
  await page('failures', { status: { class: 5 } })
  await page('failures of a class that never was', { status: { class: 4 } })
  await page('code that never was', { code: 'TIMEOUT' })
  const [newest] = (await directory.requests(ORGANIZATION, { limit: 1 })).requests
  await measure('one request', () => directory.request(ORGANIZATION, newest?.requestId ?? ''))
  await measure('health of the last day', () => directory.operationHealth(ORGANIZATION, START + (DAYS - 1) * DAY_MS))
  await measure('usage of a month by day', () => directory.dailyUsage(ORGANIZATION, '2026-11-01', '2026-11-30'))
}

const rows = Number(parseArgs({ allowPositionals: true }).positionals[0] ?? 1_000_000)
const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-bench-'))
try {
  fill(join(dataDir, 'kiosk.db'), rows)
  const { directory, close } = await openEmbedded({ dataDir, role: 'client' })
  await measureAll(directory)
  await close()
} finally {
  rmSync(dataDir, { recursive: true })
}

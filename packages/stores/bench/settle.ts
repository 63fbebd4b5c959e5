// Measures the embedded store alone: settlements with 64 callers, with and without a stored answer.
// Run: node packages/stores/bench/settle.ts [seconds]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { LogRow, Organization } from '@kiosk/engine'
import { type EmbeddedStore, openEmbedded } from '../src/index.ts'

const CALLERS = 64
const PERIOD = '2026-11'
const HEADERS = { 'content-type': 'application/json; charset=utf-8' }
const organization: Organization = {
  id: 'org_0192f0c1-aaaa-7bbb-8ccc-000000000001',
  name: 'Bench',
  slug: 'bench',
  plan: 'unlimited',
  quotaOverride: null,
  withheld: [],
  expiresAt: null,
}

let calls = 0

function logRow(units: number, cache: LogRow['cache']): LogRow {
  calls += 1
  return {
    requestId: `req_0192f0c1-aaaa-7bbb-8ccc-${String(calls).padStart(12, '0')}`,
    organizationId: organization.id,
    label: 'kiosk_abcdef',
    keyId: 'key_0192f0c1-aaaa-7bbb-8ccc-000000000002',
    slug: 'encyclopedia-article.get',
    status: 200,
    code: null,
    units,
    cache,
    replayed: false,
    durationMs: 12.5,
    at: Date.now(),
  }
}

async function billed(store: EmbeddedStore): Promise<void> {
  const reserved = await store.ledger.reserve(organization, null, PERIOD, 3)
  if (!reserved.granted) throw new Error('no limit was set')
  await store.ledger.settle({ reservation: reserved.reservation, log: logRow(3, 'MISS'), answer: null })
}

async function billedWithKey(store: EmbeddedStore): Promise<void> {
  const key = crypto.randomUUID()
  const claimed = await store.idempotency.claim({
    organizationId: organization.id,
    key,
    slug: 'encyclopedia-article.get',
    bodyHash: 'a'.repeat(64),
    leaseMs: 30_000,
    durable: false,
    now: Date.now(),
  })
  const reserved = await store.ledger.reserve(organization, null, PERIOD, 3)
  if (!reserved.granted || claimed.state !== 'claimed') throw new Error('the key is new and no limit was set')
  const stored = { status: 200, headers: HEADERS, body: new Uint8Array(300) }
  const answer = { claim: claimed.claim, stored, expiresAt: Date.now() + 86_400_000 }
  await store.ledger.settle({ reservation: reserved.reservation, log: logRow(3, 'MISS'), answer })
}

async function measure(name: string, seconds: number, call: (store: EmbeddedStore) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-bench-'))
  const store = await openEmbedded({ dataDir, role: 'engine' })
  try {
    let count = 0
    const lap = async (until: number) => {
      while (performance.now() < until) {
        await call(store)
        count += 1
      }
    }
    const round = (ms: number) => Promise.all(Array.from({ length: CALLERS }, () => lap(performance.now() + ms)))
    await round(500)
    count = 0
    const from = performance.now()
    const cpuFrom = process.threadCpuUsage()
    await round(seconds * 1000)
    const ms = performance.now() - from
    const cpu = process.threadCpuUsage(cpuFrom)
    const perSecond = Math.round((count / ms) * 1000)
    const mainMicros = ((cpu.user + cpu.system) / count).toFixed(1)
    process.stdout.write(`${name}: ${perSecond} /s, ${mainMicros} µs of the main thread's CPU each\n`)
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
}

const seconds = Number(parseArgs({ allowPositionals: true }).positionals[0] ?? 3)
await measure('billed', seconds, billed)
await measure('billed + new Idempotency-Key', seconds, billedWithKey)
await measure('note (unbilled)', seconds, async (store) => {
  store.ledger.note(logRow(0, 'HIT'))
  await new Promise(setImmediate)
})

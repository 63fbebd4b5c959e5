// The report thread: what it reads, and what becomes of questions when it cannot.
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailable } from '@kiosk/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Directory } from '../src/index.ts'
import { ReportClient } from '../src/sqlite/reports/report-client.ts'
import { child } from './child.ts'
import { bill, PERIOD, START } from './samples.ts'
import { type SqliteSite, sqliteSite } from './sqlite-site.ts'

let site: SqliteSite
let file = ''

beforeEach(async () => {
  site = await sqliteSite(() => START)
  file = join(site.dataDir, 'kiosk.db')
  await bill(site.store.ledger, 3)
})

afterEach(async () => {
  await site.dispose()
})

const everyReading: readonly ((directory: Directory) => Promise<unknown>)[] = [
  (directory) => directory.dailyUsage('org_one', '2026-11-01', '2026-11-30'),
  (directory) => directory.spent('org_one', PERIOD),
  (directory) => directory.requests('org_one', { limit: 10 }),
  (directory) => directory.request('org_one', 'req_1'),
  (directory) => directory.operationHealth('org_one', 0),
  (directory) => directory.organizationById('org_one'),
  (directory) => directory.newKeysWithinHour('org_one'),
]

describe('a database file that is gone', () => {
  it('is unavailable to every reading, and read again once it is back', async () => {
    const client = await site.client()
    const read = () => Promise.all(everyReading.map((reading) => reading(client.directory)))
    const before = await read()
    renameSync(file, `${file}.away`)
    for (const reading of everyReading) {
      await expect(reading(client.directory), String(reading)).rejects.toThrow(StoreUnavailable)
    }
    for (const reading of everyReading.slice(0, 5)) {
      await expect(reading(site.store.directory), String(reading)).rejects.toThrow(StoreUnavailable)
    }
    renameSync(`${file}.away`, file)
    expect(await read()).toEqual(before)
  })

  it('and replaced by a backup is read as it is now', async () => {
    const backup = join(site.dataDir, 'backup.db')
    await site.store.directory.backup(backup)
    const client = await site.client()
    await bill(site.store.ledger, 4)
    expect(await client.directory.spent('org_one', PERIOD)).toBe(7)
    const { id } = await client.directory.createOrganization({ name: 'Late', plan: 'free' })
    await site.engine.abort()
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    copyFileSync(backup, file)
    expect(await client.directory.spent('org_one', PERIOD)).toBe(3)
    expect(await client.directory.organizationById(id)).toBeNull()
  })
})

describe('the report thread', () => {
  const script = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

  it('that dies refuses who waits, and is started again', async () => {
    const reports = new ReportClient(file, {
      script: script(`import { parentPort } from 'node:worker_threads'
        parentPort.on('message', ({ id, args: [name] }) => {
          if (name === 'org_fatal') throw new Error('out of memory')
          parentPort.postMessage({ id, ok: true, value: name })
        })`),
    })
    const spent = (name: string) => reports.ask('spent', name, PERIOD)
    expect(await spent('org_one')).toBe('org_one')
    const died = await Promise.allSettled([spent('org_fatal'), spent('org_one')])
    for (const { reason } of died as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(StoreUnavailable)
    expect(await spent('org_two')).toBe('org_two')
    await reports.abort()
  })

  it('that does not answer in time is not waited for', async () => {
    const silent = script(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {})`)
    const reports = new ReportClient(file, { script: silent, overdueMs: 50 })
    await expect(reports.ask('spent', 'org_one', PERIOD)).rejects.toThrow('does not answer in time')
    await reports.abort()
  })

  it('answers nobody once it is closed', async () => {
    const reports = new ReportClient(file)
    expect(await reports.ask('spent', 'org_one', PERIOD)).toBe(3)
    const waiting = reports.ask('spent', 'org_one', PERIOD)
    const closed = reports.close()
    await expect(waiting).rejects.toThrow(StoreUnavailable)
    await closed
    await expect(reports.ask('spent', 'org_one', PERIOD)).rejects.toThrow('The store is closed.')
  })

  it('answers a process that has nothing else to do, and keeps it from ending no longer', async () => {
    const reading = child('read-spent.ts', site.dataDir)
    try {
      expect(await reading.line()).toBe('3')
      expect(await reading.line(), 'the end').toBeNull()
    } finally {
      await reading.kill()
    }
    expect(reading.process.exitCode).toBe(0)
  })
})

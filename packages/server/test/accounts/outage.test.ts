// The database of accounts is away: everything about sessions says so, nobody is told to sign in, and it heals by itself.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openAccountsDatabase } from '@kiosk/stores'
import { expect, test } from 'vitest'
import { sqliteAccounts } from '../../src/app-http/accounts/rows/sqlite-accounts.ts'
import { temporaryFolder } from '../command-lines.ts'
import { expectAway, REQUESTS, UNAVAILABLE } from './outages.ts'
import { emailOf, openSite, PASSWORD } from './site.ts'

test('a file that is gone, and comes back', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const file = join(site.dataDir, 'kiosk.db')
  await rename(file, `${file}.away`)
  await expectAway(ada)
  expect(await site.accounts.health()).toBe(false)
  await rename(`${file}.away`, file)
  expect(await site.accounts.health()).toBe(true)
  expect((await ada.done('GET', '/test/session')).user.name).toBe('Ada')
  expect(site.defects).toEqual([])
})

test.each<[string, (database: DatabaseSync) => void]>([
  ['was closed', (database) => database.close()],
  ['reads no more', (database) => Object.assign(database, { prepare: () => failing('disk I/O error', 10) })],
])('a connection that %s under a session is opened anew', async (_, breakIt) => {
  const opened: DatabaseSync[] = []
  let isAway = false
  const dataDir = await temporaryFolder()
  const database = sqliteAccounts(dataDir, () => {
    if (isAway) failing('unable to open database file', 14)
    const one = openAccountsDatabase(dataDir)
    opened.push(one)
    return one
  })
  const site = await openSite({ dataDir, database })
  const ada = await site.signedUp('Ada')
  isAway = true
  for (const one of opened) breakIt(one)
  await expectAway(ada)
  isAway = false
  expect((await ada.done('GET', '/test/session')).user.name).toBe('Ada')
  expect(opened).toHaveLength(2)
})

function failing(message: string, errcode: number): never {
  throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
}

test('a lock that does not end in time keeps nobody from reading', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const blocker = new DatabaseSync(join(site.dataDir, 'kiosk.db'))
  blocker.exec('BEGIN IMMEDIATE')
  expect((await ada.done('GET', '/test/session')).user.name).toBe('Ada')
  for (const [method, path, body] of REQUESTS) {
    // These write nothing here, or wait for the lock as long as the directory does.
    if (method !== 'POST' || /revoke|invitations|sign-up/.test(path)) continue
    expect([path, ...(await ada.refused(method, path, body))]).toEqual([path, ...UNAVAILABLE])
  }
  blocker.close()
  expect((await ada.ask('POST', '/api/auth/sign-out')).status).toBe(200)
  expect((await ada.signIn(emailOf('Ada'), PASSWORD)).status).toBe(200)
})

test('a database put in place of the other one is the one that counts', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const copy = join(site.dataDir, 'copy.db')
  await site.directory.backup(copy)
  const bob = await site.signedUp('Bob')
  await rename(copy, join(site.dataDir, 'kiosk.db'))
  for (const part of ['kiosk.db-wal', 'kiosk.db-shm']) await rm(join(site.dataDir, part))
  expect((await ada.done('GET', '/test/session')).user.name).toBe('Ada')
  expect((await bob.ask('GET', '/test/session')).status).toBe(401)
})

// The database of accounts is away: everything about sessions says so, nobody is told to sign in, and it heals by itself.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openAccountsDatabase } from '@kiosk/stores'
import { expect, test } from 'vitest'
import { emailOf, openSite, PASSWORD, type Person } from './site.ts'

const UNAVAILABLE = [503, 'AUTH_UNAVAILABLE']

/** Whatever touches the database. */
const REQUESTS = [
  ['GET', '/test/session'],
  ['GET', '/api/members'],
  ['POST', '/api/members', { email: emailOf('Bob') }],
  ['GET', '/api/invitations/x'],
  ['POST', '/api/invitations/x/accept'],
  ['GET', '/api/auth/get-session'],
  ['GET', '/api/auth/list-sessions'],
  ['POST', '/api/auth/revoke-other-sessions'],
  ['POST', '/api/auth/update-user', { name: 'Ada' }],
  ['POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another password' }],
  ['POST', '/api/auth/sign-out'],
  ['POST', '/api/auth/sign-in/email', { email: emailOf('Ada'), password: PASSWORD }],
  ['POST', '/api/auth/sign-up/email', { name: 'Bob', email: emailOf('Bob'), password: PASSWORD }],
] as const

async function expectAway(person: Person): Promise<void> {
  for (const [method, path, body] of REQUESTS) {
    const answer = await person.ask(method, path, body)
    expect([path, answer.status, answer.body?.error?.code]).toEqual([path, ...UNAVAILABLE])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.getSetCookie(), path).toEqual([])
  }
}

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
  const site = await openSite({
    openDatabase: (dataDir) => {
      if (isAway) failing('unable to open database file', 14)
      const database = openAccountsDatabase(dataDir)
      opened.push(database)
      return database
    },
  })
  const ada = await site.signedUp('Ada')
  isAway = true
  for (const database of opened) breakIt(database)
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

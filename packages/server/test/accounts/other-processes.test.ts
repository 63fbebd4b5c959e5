// What another process may do to the database in the middle of a change here: commit something, or be first.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openAccountsDatabase } from '@kiosk/stores'
import { expect, test } from 'vitest'
import { sqliteAccounts } from '../../src/app-http/accounts/rows/sqlite-accounts.ts'
import { temporaryFolder } from '../command-lines.ts'
import { emailOf, openSite } from './site.ts'

/** A site where `interfere` runs on a connection of its own right before a statement that `before` matches. */
async function interferedSite() {
  const plan: { before: RegExp | null; interfere: (other: DatabaseSync) => void; happened: boolean } = {
    before: null,
    interfere: () => {},
    happened: false,
  }
  const dataDir = await temporaryFolder()
  const database = sqliteAccounts(dataDir, () => {
    const opened = openAccountsDatabase(dataDir)
    const prepare = opened.prepare.bind(opened)
    return Object.assign(opened, {
      prepare(sql: string) {
        if (plan.before?.test(sql)) {
          plan.before = null
          plan.happened = true
          const other = new DatabaseSync(join(dataDir, 'kiosk.db'))
          try {
            plan.interfere(other)
          } finally {
            other.close()
          }
        }
        return prepare(sql)
      },
    })
  })
  return { site: await openSite({ dataDir, database }), plan }
}

/** Two admins; the second one's id as a member. */
async function twoAdmins(site: Awaited<ReturnType<typeof openSite>>) {
  const ada = await site.signedUp('Ada')
  await site.joined(ada, 'Bob', 'admin')
  const { members } = await ada.done('GET', '/api/members')
  return { ada, bobId: members[1].id as string }
}

test.each([
  ['a role', 'PATCH', { role: 'member' }, /^update "auth_member"/],
  ['a removal', 'DELETE', undefined, /^delete from "auth_member"/],
] as const)('%s reads and writes under one lock', async (_, method, body, before) => {
  const { site, plan } = await interferedSite()
  const { ada, bobId } = await twoAdmins(site)
  let refusal: unknown = null
  plan.before = before
  plan.interfere = (other) => {
    try {
      // The other admin goes, too, which nobody here has seen.
      other.exec("UPDATE auth_member SET role = 'member'")
    } catch (error) {
      refusal = error
    }
  }
  expect((await ada.ask(method, `/api/members/${bobId}`, body)).status).toBeLessThan(300)
  expect(plan.happened).toBe(true)
  expect(refusal).toMatchObject({ message: 'database is locked' })
  expect((await ada.done('GET', '/test/session')).role).toBe('admin')
})

test('an invitation that somebody else accepts in between is not accepted here', async () => {
  const { site, plan } = await interferedSite()
  const ada = await site.signedUp('Ada')
  const bob = await site.signedUp('Bob')
  const { id } = await ada.done('POST', '/api/members', { email: emailOf('Bob') })
  plan.before = /^begin$/
  plan.interfere = (other) => void other.prepare("UPDATE auth_invitation SET status = 'accepted'").run()
  expect(await bob.refused('POST', `/api/invitations/${id}/accept`)).toEqual([404, 'NOT_FOUND'])
  expect(plan.happened).toBe(true)
  expect((await ada.done('GET', '/api/members')).members).toHaveLength(1)
})

test('an e-mail that somebody else takes in between gets no second account', async () => {
  const { site, plan } = await interferedSite()
  await site.signedUp('Ada')
  plan.before = /^begin$/
  plan.interfere = (other) => void other.prepare('UPDATE auth_user SET email = ?').run(emailOf('Bob'))
  const account = { name: 'Bob', email: emailOf('Bob'), password: 'correct horse battery' }
  const { status, body } = await site.person().ask('POST', '/api/auth/sign-up/email', account)
  expect([status, body.error.code, body.error.field]).toEqual([400, 'INVALID_INPUT', 'email'])
})

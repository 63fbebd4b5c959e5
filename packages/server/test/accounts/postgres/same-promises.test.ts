// The tests of accounts that do not speak of files, once more with the accounts in PostgreSQL.
import { describe, expect, onTestFinished, test } from 'vitest'
import { openOperatorAccounts } from '../../../src/app-http/accounts/operator.ts'
import { usePostgres } from '../databases.ts'
import { emailOf, openSite, PASSWORD } from '../site.ts'

usePostgres()
describe('invitations', async () => void (await import('../invitations.test.ts')))
describe('leaving', async () => void (await import('../leaving.test.ts')))
describe('members', async () => void (await import('../members.test.ts')))
describe('own sessions', async () => void (await import('../own-sessions.test.ts')))
describe('passkeys', async () => void (await import('../passkeys/passkeys.test.ts')))
describe('resets', async () => void (await import('../mail/resets.test.ts')))
describe('sessions', async () => void (await import('../sessions.test.ts')))
describe('sign-up', async () => void (await import('../sign-up.test.ts')))

test('the operator makes a first admin, and gives a new password', async () => {
  const site = await openSite({ signup: 'invite' })
  const operator = await openOperatorAccounts(site.database)
  onTestFinished(() => operator.close())
  const organization = await site.directory.createOrganization({ name: 'Acme', plan: 'team' })
  const passwordHash = await operator.hashPassword(PASSWORD)
  await operator.addFirstAdmin(organization, { email: emailOf('Ada'), passwordHash })
  const ada = site.person()
  expect((await ada.signIn(emailOf('Ada'), PASSWORD)).status).toBe(200)
  const { user, memberships } = await ada.done('GET', '/test/session')
  expect(memberships).toEqual([{ organizationId: organization.id, role: 'admin' }])
  const password = await operator.resetPassword(user.id)
  expect((await ada.ask('GET', '/test/session')).status).toBe(401)
  expect((await ada.signIn(emailOf('Ada'), PASSWORD)).status).toBe(401)
  expect((await ada.signIn(emailOf('Ada'), password)).status).toBe(200)
})

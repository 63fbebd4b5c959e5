// Making accounts: who may, what they get, and what is left when it fails.
import { StoreUnavailable } from '@kiosk/engine'
import type { Directory } from '@kiosk/stores'
import { describe, expect, test } from 'vitest'
import { emailOf, openSite, PASSWORD, type Site } from './site.ts'

const SIGN_UP = '/api/auth/sign-up/email'
const ada = { name: 'Ada', email: 'Ada@Example.test', password: PASSWORD }

test('a sign-up makes an account, a session and an organization of its own', async () => {
  const site = await openSite()
  const person = site.person()
  const answer = await person.ask('POST', SIGN_UP, ada)
  expect(answer.status).toBe(200)
  expect(answer.body.user).toMatchObject({ name: 'Ada', email: 'ada@example.test' })

  const session = await person.done('GET', '/test/session')
  const [organization, ...others] = await site.directory.listOrganizations()
  expect(others).toEqual([])
  expect(organization).toMatchObject({ name: "Ada's organization", plan: 'free' })
  expect(session).toEqual({
    user: { id: expect.any(String), name: 'Ada', email: 'ada@example.test', createdAt: expect.any(String) },
    organizationId: organization?.id,
    role: 'admin',
    memberships: [{ organizationId: organization?.id, role: 'admin' }],
  })
  expect(new Date(session.user.createdAt).toISOString()).toBe(session.user.createdAt)
  expect(await site.accounts.names([session.user.id, 'nobody'])).toEqual(new Map([[session.user.id, 'Ada']]))
})

test('a known e-mail gets no second account, however it is written', async () => {
  const site = await openSite()
  await site.signedUp('Ada')
  const stranger = site.person()
  const { status, body } = await stranger.ask('POST', SIGN_UP, { ...ada, name: 'Other', email: 'ADA@example.TEST' })
  expect([status, body.error.code, body.error.field]).toEqual([400, 'INVALID_INPUT', 'email'])
  expect(stranger.cookie()).toBe('')
  expect(await site.directory.listOrganizations()).toHaveLength(1)
})

test('the same e-mail from two sides at once makes one account', async () => {
  const site = await openSite()
  const answers = await Promise.all([1, 2, 3].map(() => site.person().refused('POST', SIGN_UP, ada)))
  expect(answers.map(([status]) => status).sort()).toEqual([200, 400, 400])
  expect(site.defects).toEqual([])
})

test.each([
  ['a short password', { ...ada, password: '1234567' }, 'password'],
  ['a long password', { ...ada, password: 'x'.repeat(129) }, 'password'],
  ['no e-mail', { ...ada, email: 'ada' }, 'email'],
  ['no name', { ...ada, name: '  ' }, 'name'],
  ['an unknown field', { ...ada, role: 'admin' }, 'role'],
  ['no object', 'x', 'body'],
])('%s is refused by name', async (_, body, field) => {
  const site = await openSite()
  const answer = await site.person().ask('POST', SIGN_UP, body)
  expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, 'INVALID_INPUT', field])
})

describe('KIOSK_SIGNUP', () => {
  test('closed lets nobody in, not even the first', async () => {
    const site = await openSite({ signup: 'closed' })
    expect(await site.accounts.signup()).toBe('closed')
    expect(await site.person().refused('POST', SIGN_UP, ada)).toEqual([403, 'FORBIDDEN'])
  })

  test('invite lets in the first, then those with an invitation to their address', async () => {
    const site = await openSite({ signup: 'invite' })
    expect(await site.accounts.signup()).toBe('open')
    const admin = await site.signedUp('Ada')
    expect(await site.accounts.signup()).toBe('invite')

    const bob = { name: 'Bob', email: emailOf('Bob'), password: PASSWORD }
    expect(await site.person().refused('POST', SIGN_UP, bob)).toEqual([403, 'FORBIDDEN'])
    const { id: invitationId } = await admin.done('POST', '/api/members', { email: bob.email })
    const eve = { ...bob, email: emailOf('Eve'), invitationId }
    expect(await site.person().refused('POST', SIGN_UP, eve)).toEqual([403, 'FORBIDDEN'])
    expect(await site.person().refused('POST', SIGN_UP, { ...bob, invitationId: 'x' })).toEqual([403, 'FORBIDDEN'])

    const person = site.person()
    await person.done('POST', SIGN_UP, { ...bob, invitationId })
    expect((await person.done('POST', `/api/invitations/${invitationId}/accept`)).role).toBe('member')
  })

  test('of two who come first at once one is let in', async () => {
    // Hashes that take a while: all have asked whether they may before one has an account.
    const site = await openSite({ signup: 'invite', passwordCost: { logN: 14, r: 8, p: 1 } })
    const come = (name: string) =>
      site.person().refused('POST', SIGN_UP, { name, email: emailOf(name), password: PASSWORD })
    const statuses = (await Promise.all([come('Ada'), come('Bob'), come('Cid')])).map(([status]) => status)
    expect(statuses.sort()).toEqual([200, 403, 403])
  })

  test('a known e-mail is not told from an unknown one where sign-up is by invitation', async () => {
    const site = await openSite({ signup: 'invite' })
    await site.signedUp('Ada')
    const known = await site.person().ask('POST', SIGN_UP, ada)
    const unknown = await site.person().ask('POST', SIGN_UP, { ...ada, email: emailOf('Bob') })
    const told = ({ status, body }: typeof known) => [status, { ...body.error, requestId: '' }]
    expect(told(known)).toEqual(told(unknown))
  })
})

describe('when a step fails', () => {
  test('without an organization there is no account', async () => {
    let isAway = true
    const site = await openSite({
      directory: (real) =>
        making(real, (given) =>
          isAway ? Promise.reject(new StoreUnavailable('away')) : real.createOrganization(given),
        ),
    })
    const person = site.person()
    expect(await person.refused('POST', SIGN_UP, ada)).toEqual([503, 'AUTH_UNAVAILABLE'])
    expect((await person.signIn(ada.email, PASSWORD)).status).toBe(401)
    isAway = false
    expect((await person.ask('POST', SIGN_UP, ada)).status).toBe(200)
  })

  test('without its members there is no account either', async () => {
    const blocks: (() => Promise<void>)[] = []
    const site: Site = await openSite({
      directory: (real) =>
        making(real, async (given) => {
          const made = await real.createOrganization(given)
          if (blocks.length === 0) blocks.push(await site.blockWrites())
          return made
        }),
    })
    const person = site.person()
    expect(await person.refused('POST', SIGN_UP, ada)).toEqual([503, 'AUTH_UNAVAILABLE'])
    for (const unblock of blocks) await unblock()
    expect((await person.signIn(ada.email, PASSWORD)).status).toBe(401)
    expect((await person.ask('POST', SIGN_UP, ada)).status).toBe(200)
    expect((await person.done('GET', '/test/session')).memberships).toHaveLength(1)
  })
})

/** What accounts ask of a directory, with another way to make organizations. */
function making(real: Directory, createOrganization: Directory['createOrganization']) {
  return {
    createOrganization,
    organizationById: (id: string) => real.organizationById(id),
    rename: (id: string, name: string) => real.rename(id, name),
  }
}

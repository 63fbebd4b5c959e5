// Invitations: a link for one person, for a week, once.
import { invitation, invitationView, memberList } from '@kiosk/dashboard'
import { expect, test } from 'vitest'
import { emailOf, openSite, type Site } from './site.ts'

async function invitedBob(site: Site, role?: 'admin' | 'member') {
  const ada = await site.signedUp('Ada')
  const made = invitation.parse(await ada.done('POST', '/api/members', { email: 'Bob@Example.test', role }))
  return { ada, made }
}

test('an invitation is a link that says to whom and for how long, without a session', async () => {
  const site = await openSite()
  const { ada, made } = await invitedBob(site)
  expect(made).toMatchObject({ email: emailOf('Bob'), role: 'member', invitedBy: 'Ada' })
  expect(made.link).toBe(`${site.origin}/invitation/${made.id}`)
  expect(made.id).toMatch(/^\w{32}$/)
  const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThanOrEqual(7)

  const view = invitationView.parse(await site.person().done('GET', `/api/invitations/${made.id}`))
  expect(view).toEqual({
    organization: "Ada's organization",
    email: emailOf('Bob'),
    role: 'member',
    expiresAt: made.expiresAt,
  })
  expect(memberList.parse(await ada.done('GET', '/api/members')).invitations).toEqual([made])
})

test('it is accepted once, by the account that has its address', async () => {
  const site = await openSite()
  const { ada, made } = await invitedBob(site, 'admin')
  const path = `/api/invitations/${made.id}/accept`
  expect(await site.person().refused('POST', path)).toEqual([401, 'UNAUTHORIZED'])
  const [eve, bob] = [await site.signedUp('Eve'), await site.signedUp('Bob')]
  expect(await eve.refused('POST', path)).toEqual([403, 'FORBIDDEN'])

  const answers = await Promise.all([1, 2, 3].map(() => bob.ask('POST', path)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({
    id: (await ada.done('GET', '/test/session')).organizationId,
    name: "Ada's organization",
    slug: 'ada-s-organization',
    role: 'admin',
  })
  const { members, invitations } = memberList.parse(await ada.done('GET', '/api/members'))
  expect(members.map(({ name, role }) => [name, role])).toEqual([
    ['Ada', 'admin'],
    ['Bob', 'admin'],
  ])
  expect(invitations).toEqual([])
  expect(await site.person().refused('GET', `/api/invitations/${made.id}`)).toEqual([404, 'NOT_FOUND'])
})

test('two invitations of one person make one member', async () => {
  const site = await openSite()
  const { ada, made } = await invitedBob(site)
  const bob = await site.signedUp('Bob')
  const again = await ada.done('POST', '/api/members', { email: emailOf('Bob'), role: 'admin' })
  expect(await bob.refused('POST', `/api/invitations/${made.id}/accept`), 'replaced').toEqual([404, 'NOT_FOUND'])
  expect((await bob.done('POST', `/api/invitations/${again.id}/accept`)).role).toBe('admin')
  const answer = await ada.ask('POST', '/api/members', { email: emailOf('Bob') })
  expect([answer.status, answer.body.error.field]).toEqual([400, 'email'])
})

test('it can be declined by who is meant, and withdrawn', async () => {
  const site = await openSite()
  const { ada, made } = await invitedBob(site)
  const [eve, bob] = [await site.signedUp('Eve'), await site.signedUp('Bob')]
  expect(await eve.refused('POST', `/api/invitations/${made.id}/decline`)).toEqual([403, 'FORBIDDEN'])
  expect((await bob.ask('POST', `/api/invitations/${made.id}/decline`)).status).toBe(204)
  expect(await bob.refused('POST', `/api/invitations/${made.id}/accept`)).toEqual([404, 'NOT_FOUND'])

  const other = await ada.done('POST', '/api/members', { email: emailOf('Bob') })
  expect((await ada.ask('DELETE', `/api/members/invitations/${other.id}`)).status).toBe(204)
  expect(await ada.refused('DELETE', `/api/members/invitations/${other.id}`)).toEqual([404, 'NOT_FOUND'])
  expect(await bob.refused('POST', `/api/invitations/${other.id}/accept`)).toEqual([404, 'NOT_FOUND'])
})

test('after its time it is gone', async () => {
  const site = await openSite()
  const { ada, made } = await invitedBob(site)
  const bob = await site.signedUp('Bob')
  const past = new Date(Date.now() - 1).toISOString()
  expect(await site.execute('UPDATE auth_invitation SET "expiresAt" = ? WHERE id = ?', past, made.id)).toBe(1)
  expect(await bob.refused('GET', `/api/invitations/${made.id}`)).toEqual([404, 'NOT_FOUND'])
  expect(await bob.refused('POST', `/api/invitations/${made.id}/accept`)).toEqual([404, 'NOT_FOUND'])
  expect(await bob.refused('POST', `/api/invitations/${made.id}/decline`)).toEqual([404, 'NOT_FOUND'])
  expect(memberList.parse(await ada.done('GET', '/api/members')).invitations).toEqual([])
})

test('a hundred may be open, one more is refused; one that replaces another is not one more', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const invite = (name: string) => ada.refused('POST', '/api/members', { email: emailOf(name) })
  for (let one = 0; one < 100; one++) expect((await invite(`guest${one}`))[0]).toBe(201)
  expect(await invite('another')).toEqual([400, 'INVALID_INPUT'])
  expect((await invite('guest7'))[0]).toBe(201)
})

test.each([
  ['no e-mail', { email: 'bob' }, 'email'],
  ['a role that does not exist', { email: emailOf('Bob'), role: 'owner' }, 'role'],
  ['an unknown field', { email: emailOf('Bob'), organizationId: 'x' }, 'organizationId'],
])('%s is refused by name', async (_, body, field) => {
  const site = await openSite()
  const answer = await (await site.signedUp('Ada')).ask('POST', '/api/members', body)
  expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, 'INVALID_INPUT', field])
})

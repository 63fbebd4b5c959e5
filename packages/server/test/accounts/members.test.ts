// Members and their roles: who may change what, and that an organization keeps an admin.
import { me, memberList } from '@kiosk/dashboard'
import { describe, expect, test } from 'vitest'
import { emailOf, openSite, type Person } from './site.ts'

async function membersSeenBy(person: Person) {
  return memberList.parse(await person.done('GET', '/api/members')).members
}

async function idOf(person: Person, name: string): Promise<string> {
  return (await membersSeenBy(person)).find((member) => member.name === name)?.id ?? ''
}

test('the list says who, since when, and who one is oneself', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const bob = await site.joined(ada, 'Bob')
  const seen = (await membersSeenBy(bob)).map(({ name, email, role, isYou }) => ({ name, email, role, isYou }))
  expect(seen).toEqual([
    { name: 'Ada', email: emailOf('Ada'), role: 'admin', isYou: false },
    { name: 'Bob', email: emailOf('Bob'), role: 'member', isYou: true },
  ])
})

test('more members than the library lists by itself are all there, with their names', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  for (let one = 0; one < 101; one++) await site.joined(ada, `Member${one}`)
  const members = await membersSeenBy(ada)
  expect(members).toHaveLength(102)
  expect(members.every(({ name }) => name !== '')).toBe(true)
  const names = await site.accounts.names(members.map(({ userId }) => userId))
  expect(names.size).toBe(102)
})

test('members see members, and change none but themselves', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const bob = await site.joined(ada, 'Bob')
  const { id: open } = await ada.done('POST', '/api/members', { email: emailOf('Cid') })
  expect(memberList.parse(await bob.done('GET', '/api/members')).invitations).toEqual([])
  const [adaId, bobId] = [await idOf(bob, 'Ada'), await idOf(bob, 'Bob')]
  for (const [method, path, body] of [
    ['POST', '/api/members', { email: emailOf('Dee') }],
    ['PATCH', `/api/members/${bobId}`, { role: 'admin' }],
    ['DELETE', `/api/members/${adaId}`],
    ['DELETE', '/api/members/nobody'],
    ['DELETE', `/api/members/invitations/${open}`],
    ['PATCH', '/api/organization', { name: 'Evil' }],
  ] as const) {
    expect([path, ...(await bob.refused(method, path, body))]).toEqual([path, 403, 'FORBIDDEN'])
  }
})

test('a role counts from the next request on', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const bob = await site.joined(ada, 'Bob')
  const bobId = await idOf(ada, 'Bob')
  const changed = await ada.done('PATCH', `/api/members/${bobId}`, { role: 'admin' })
  expect(changed).toMatchObject({ id: bobId, name: 'Bob', role: 'admin', isYou: false })
  expect((await bob.done('GET', '/test/session')).role).toBe('admin')
  await bob.done('PATCH', `/api/members/${bobId}`, { role: 'member' })
  expect(await bob.refused('POST', '/api/members', { email: emailOf('Cid') })).toEqual([403, 'FORBIDDEN'])
})

test('who is removed loses the organization at once, and nothing else', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const bob = await site.joined(ada, 'Bob')
  await ada.done('DELETE', `/api/members/${await idOf(ada, 'Bob')}`)
  expect(await bob.refused('GET', '/api/members')).toEqual([404, 'NOT_FOUND'])
  bob.organization = null
  expect((await membersSeenBy(bob)).map(({ name }) => name)).toEqual(['Bob'])
})

test('who is in no organization any more gets one of their own, one for all requests at once', async () => {
  const made: string[] = []
  let isHeld = false
  const held = Promise.withResolvers<void>()
  const site = await openSite({
    directory: (real) => ({
      organizationById: (id) => real.organizationById(id),
      rename: (id, name) => real.rename(id, name),
      async createOrganization(given) {
        made.push(given.name)
        if (isHeld) await held.promise
        return real.createOrganization(given)
      },
    }),
  })
  const ada = await site.signedUp('Ada')
  const bob = await site.joined(ada, 'Bob', 'admin')
  await site.execute('DELETE FROM auth_member WHERE "userId" = (SELECT id FROM auth_user WHERE name = ?)', 'Bob')

  bob.organization = null
  isHeld = true
  const sessions = [1, 2, 3].map(() => bob.done('GET', '/test/session'))
  // Requests that came later are answered: those before have got as far as they can.
  for (let answered = 0; answered < 5; answered++) await ada.done('GET', '/test/session')
  held.resolve()
  const [first, ...others] = await Promise.all(sessions)
  expect(others).toEqual([first, first])
  expect(first.memberships).toHaveLength(1)
  expect(made).toEqual(["Ada's organization", "Bob's organization", "Bob's organization"])
})

describe('the last admin', () => {
  test('cannot leave or become a member', async () => {
    const site = await openSite()
    const ada = await site.signedUp('Ada')
    await site.joined(ada, 'Bob')
    const id = await idOf(ada, 'Ada')
    const demoted = await ada.ask('PATCH', `/api/members/${id}`, { role: 'member' })
    expect([demoted.status, demoted.body.error.code, demoted.body.error.field]).toEqual([400, 'INVALID_INPUT', 'role'])
    const left = await ada.ask('DELETE', `/api/members/${id}`)
    expect([left.status, left.body.error.code, left.body.error.field]).toEqual([400, 'INVALID_INPUT', 'id'])
    await ada.done('PATCH', `/api/members/${await idOf(ada, 'Bob')}`, { role: 'admin' })
    await ada.done('DELETE', `/api/members/${id}`)
  })

  test.each([
    ['demote', 'PATCH', { role: 'member' }],
    ['remove', 'DELETE', undefined],
  ] as const)('is left when two %s each other at once', async (_, method, body) => {
    const site = await openSite()
    const ada = await site.signedUp('Ada')
    const bob = await site.joined(ada, 'Bob', 'admin')
    const [adaId, bobId] = [await idOf(ada, 'Ada'), await idOf(ada, 'Bob')]
    const both = await Promise.all([
      ada.ask(method, `/api/members/${bobId}`, body),
      bob.ask(method, `/api/members/${adaId}`, body),
    ])
    const refused = both.filter(({ status }) => status >= 400)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.body.error.code).toMatch(/^(?:INVALID_INPUT|FORBIDDEN|NOT_FOUND)$/)
  })

  test('is left when both leave at once', async () => {
    const site = await openSite()
    const ada = await site.signedUp('Ada')
    const bob = await site.joined(ada, 'Bob', 'admin')
    const [adaId, bobId] = [await idOf(ada, 'Ada'), await idOf(ada, 'Bob')]
    const both = await Promise.all([
      ada.refused('DELETE', `/api/members/${adaId}`),
      bob.refused('DELETE', `/api/members/${bobId}`),
    ])
    expect(both.sort(([a], [b]) => a - b)).toEqual([
      [204, undefined],
      [400, 'INVALID_INPUT'],
    ])
  })
})

describe('two organizations', () => {
  test('do not see each other by any id', async () => {
    const site = await openSite()
    const [ada, eve] = [await site.signedUp('Ada'), await site.signedUp('Eve')]
    await site.joined(ada, 'Bob')
    const { id: open } = await ada.done('POST', '/api/members', { email: emailOf('Cid') })
    const { organizationId } = await ada.done('GET', '/test/session')
    const bobId = await idOf(ada, 'Bob')
    const attempts = [
      ['PATCH', `/api/members/${bobId}`, { role: 'admin' }],
      ['DELETE', `/api/members/${bobId}`],
      ['DELETE', `/api/members/invitations/${open}`],
    ] as const
    for (const [method, path, body] of attempts) {
      const foreign = await eve.ask(method, path, body)
      const unknown = await eve.ask(method, path.replace(/[^/]+$/, 'x'.repeat(32)), body)
      const told = ({ status, body: { error } }: typeof foreign) => [status, { ...error, requestId: '' }]
      expect([path, foreign.status]).toEqual([path, 404])
      expect(told(foreign)).toEqual(told(unknown))
    }
    eve.organization = organizationId
    for (const [method, path, body] of [
      ...attempts,
      ['GET', '/api/members'],
      ['PATCH', '/api/organization', { name: 'Evil' }],
    ] as const) {
      expect([path, ...(await eve.refused(method, path, body))]).toEqual([path, 404, 'NOT_FOUND'])
    }
    expect((await membersSeenBy(ada)).find(({ name }) => name === 'Bob')?.role).toBe('member')
  })

  test('of one person are told apart by x-kiosk-organization, else the oldest counts', async () => {
    const site = await openSite()
    const ada = await site.signedUp('Ada')
    const bob = await site.joined(ada, 'Bob')
    const joined = bob.organization
    bob.organization = null
    const own = await bob.done('GET', '/test/session')
    expect(own.role).toBe('admin')
    bob.organization = joined
    const other = await bob.done('GET', '/test/session')
    expect([other.organizationId, other.role]).toEqual([joined, 'member'])
    expect(other.memberships).toEqual([
      { organizationId: own.organizationId, role: 'admin' },
      { organizationId: joined, role: 'member' },
    ])
  })
})

test('an admin gives the organization another name', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const before = await ada.done('GET', '/test/session')
  const renamed = me.shape.organization.parse(await ada.done('PATCH', '/api/organization', { name: ' Acme ' }))
  expect(renamed).toMatchObject({
    id: before.organizationId,
    name: 'Acme',
    role: 'admin',
    plan: { name: 'free', quota: 1000, requestsPerSecond: 5 },
  })
  expect((await site.directory.organizationById(before.organizationId))?.name).toBe('Acme')
  expect(await ada.refused('PATCH', '/api/organization', { name: '' })).toEqual([400, 'INVALID_INPUT'])
})

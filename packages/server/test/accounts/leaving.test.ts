// A member leaves by themselves: what they lose, and what they still have.
import { memberList } from '@kiosk/dashboard'
import { expect, test } from 'vitest'
import { openSite, type Person } from './site.ts'

async function ownMembership(person: Person): Promise<string> {
  const { members } = memberList.parse(await person.done('GET', '/api/members'))
  return members.find(({ isYou }) => isYou)?.id ?? ''
}

test('a member leaves, and is in their own organization again', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const bob = await site.joined(ada, 'Bob')
  const id = await ownMembership(bob)
  expect((await bob.ask('DELETE', `/api/members/${id}`)).status).toBe(204)
  expect(await bob.refused('GET', '/api/members')).toEqual([404, 'NOT_FOUND'])
  expect(memberList.parse(await ada.done('GET', '/api/members')).members.map(({ name }) => name)).toEqual(['Ada'])
  bob.organization = null
  const { role, memberships } = await bob.done('GET', '/test/session')
  expect([role, memberships.length]).toEqual(['admin', 1])
})

test('a member takes nobody else along', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const [bob, cid] = [await site.joined(ada, 'Bob'), await site.joined(ada, 'Cid')]
  for (const other of [ada, cid]) {
    const id = await ownMembership(other)
    expect(await bob.refused('DELETE', `/api/members/${id}`)).toEqual([403, 'FORBIDDEN'])
  }
  // The own membership of another organization is no way in, either.
  const elsewhere = await ownMembership(bob)
  bob.organization = null
  expect(await bob.refused('DELETE', `/api/members/${elsewhere}`)).toEqual([404, 'NOT_FOUND'])
  expect(memberList.parse(await ada.done('GET', '/api/members')).members).toHaveLength(3)
})

test('who leaves the only organization that they were in gets one of their own', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const bob = await site.joined(ada, 'Bob', 'admin')
  ada.organization = (await ada.done('GET', '/test/session')).organizationId
  const id = await ownMembership(ada)
  await ada.done('DELETE', `/api/members/${id}`)
  expect(await ada.refused('GET', '/test/session')).toEqual([404, 'NOT_FOUND'])
  ada.organization = null
  const own = await ada.done('GET', '/test/session')
  expect([own.role, own.memberships.length]).toEqual(['admin', 1])
  expect(own.organizationId).not.toBe(bob.organization)
})

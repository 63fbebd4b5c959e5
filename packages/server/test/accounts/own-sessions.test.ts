// The list of one's own sessions: what it shows, and how one of them is ended.
import { sessionList } from '@kiosk/dashboard'
import { expect, test } from 'vitest'
import { emailOf, openSite, PASSWORD, type Person } from './site.ts'

async function sessionsSeenBy(person: Person) {
  return sessionList.parse(await person.done('GET', '/api/sessions')).sessions
}

test('the list says from where each was opened, newest first, and which one asks', async () => {
  const site = await openSite({ trustProxy: '1' })
  const ada = await site.signedUp('Ada')
  const phone = site.person()
  await phone.signIn(emailOf('Ada'), PASSWORD, { 'user-agent': 'Phone', 'x-forwarded-for': '203.0.113.9' })
  await (await site.signedUp('Bob')).done('GET', '/api/sessions')
  const [newest, oldest, ...others] = await sessionsSeenBy(ada)
  expect(newest).toMatchObject({ userAgent: 'Phone', ipAddress: '203.0.113.9', isCurrent: false })
  expect(oldest?.isCurrent).toBe(true)
  expect(others).toEqual([])
  expect((await sessionsSeenBy(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
})

test('one is ended by its id, and only by whose it is', async () => {
  const site = await openSite()
  const [ada, bob] = [await site.signedUp('Ada'), await site.signedUp('Bob')]
  const [phone, tablet] = [site.person(), site.person()]
  await phone.signIn(emailOf('Ada'), PASSWORD)
  const id = (await sessionsSeenBy(phone)).find(({ isCurrent }) => isCurrent)?.id ?? ''
  await tablet.signIn(emailOf('Ada'), PASSWORD)

  const foreign = await bob.ask('DELETE', `/api/sessions/${id}`)
  const unknown = await bob.ask('DELETE', '/api/sessions/nothing')
  expect([foreign.status, foreign.body.error.message]).toEqual([404, unknown.body.error.message])
  expect((await phone.ask('GET', '/test/session')).status).toBe(200)

  expect((await ada.ask('DELETE', `/api/sessions/${id}`)).status).toBe(204)
  expect((await phone.ask('GET', '/test/session')).status).toBe(401)
  expect((await tablet.ask('GET', '/test/session')).status, 'the others go on').toBe(200)
  expect((await ada.ask('DELETE', `/api/sessions/${id}`)).status, 'it is gone').toBe(404)
})

test('all but the one that asks are ended at once', async () => {
  const site = await openSite()
  const [ada, bob, phone] = [await site.signedUp('Ada'), await site.signedUp('Bob'), site.person()]
  await phone.signIn(emailOf('Ada'), PASSWORD)
  await ada.done('POST', '/api/auth/revoke-other-sessions', {})
  expect((await phone.ask('GET', '/test/session')).status).toBe(401)
  expect(await sessionsSeenBy(ada)).toHaveLength(1)
  expect((await bob.ask('GET', '/test/session')).status).toBe(200)
})

test('no answer holds what opens a session', async () => {
  const site = await openSite()
  const [ada, phone] = [await site.signedUp('Ada'), site.person()]
  const signedIn = await phone.signIn(emailOf('Ada'), PASSWORD)
  const changed = await ada.ask('POST', '/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'another password',
    revokeOtherSessions: false,
  })
  const tokens = [ada, phone].map((person) => decodeURIComponent(person.cookie().split('=')[1] ?? '').split('.')[0])
  expect(tokens.every((token) => (token?.length ?? 0) > 20)).toBe(true)
  const answers = [signedIn, changed]
  for (const path of ['/api/auth/get-session', '/api/sessions', '/test/session']) {
    answers.push(await ada.ask('GET', path), await phone.ask('GET', path))
  }
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/"token"/)
    for (const token of tokens) expect(JSON.stringify(body)).not.toContain(token)
  }
})

test.each([true, false])('another password starts a new session, also where others stay (%s)', async (revokes) => {
  const site = await openSite()
  const [ada, phone] = [await site.signedUp('Ada'), site.person()]
  await phone.signIn(emailOf('Ada'), PASSWORD)
  const before = ada.cookie()
  await ada.done('POST', '/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'another password',
    revokeOtherSessions: revokes,
  })
  expect(ada.cookie()).not.toBe(before)
  expect((await ada.ask('GET', '/test/session')).status).toBe(200)
  const stolen = site.person()
  expect((await stolen.ask('GET', '/test/session', undefined, { cookie: before })).status).toBe(401)
  expect((await phone.ask('GET', '/test/session')).status).toBe(revokes ? 401 : 200)
  expect(await sessionsSeenBy(ada)).toHaveLength(revokes ? 1 : 2)
})

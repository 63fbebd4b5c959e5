// Two processes that share a PostgreSQL do the same thing at once: each is stopped where it would win or lose by chance.
import { until } from '@kiosk/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createPasswords } from '../../../src/app-http/accounts/passwords.ts'
import { makeResetToken, resetPassword } from '../../../src/app-http/accounts/resets/reset-tokens.ts'
import { AccountStore } from '../../../src/app-http/accounts/rows/account-store.ts'
import { postgresClient, usePostgres } from '../databases.ts'
import { expectToOpenTogether } from '../processes.ts'
import { type Answer, emailOf, openSite, PASSWORD, type Person, type Site, type SiteOptions } from '../site.ts'

const postgres = usePostgres()

/** The same accounts as two processes serve them. */
async function twoProcesses(options: SiteOptions = {}): Promise<[Site, Site]> {
  const one = await openSite(options)
  return [one, await openSite({ ...options, dataDir: one.dataDir })]
}

/** Somebody's requests to another process. */
function elsewhere(site: Site, person: Person): Person {
  return Object.assign(site.person(), { cookie: () => person.cookie(), organization: person.organization })
}

/** Starts all while somebody else holds a lock that each of them needs, one after the other, and lets them go together. */
async function together<T>(lock: string, ...starts: (() => Promise<T>)[]): Promise<T[]> {
  const client = await postgresClient(postgres().address)
  await client.query('BEGIN')
  await client.query(lock)
  const running: Promise<T>[] = []
  for (const start of starts) {
    running.push(start())
    await until('it waits for the lock', 10_000, async () => (await waiting()) === running.length)
  }
  await client.query('COMMIT')
  return Promise.all(running)
}

async function waiting(): Promise<number> {
  return Number(await postgres().server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))
}

function codes(answers: readonly Answer[]) {
  return answers.map(({ status, body }) => [status, body?.error?.code]).sort(([a], [b]) => a - b)
}

const ORGANIZATIONS = 'SELECT FROM auth_organization FOR UPDATE'
const NEW_USERS = 'LOCK TABLE auth_user IN SHARE MODE'

test('the tables are made once, by several processes at once', async () => {
  await expectToOpenTogether(await postgres().server.createDatabase())
}, 60_000)

test.each([
  ['demote', 'PATCH', { role: 'member' }],
  ['remove', 'DELETE', undefined],
] as const)('of two admins who %s each other one is left', async (_, method, body) => {
  const [here, there] = await twoProcesses()
  const ada = await here.signedUp('Ada')
  const bob = elsewhere(there, await here.joined(ada, 'Bob', 'admin'))
  const { members } = await ada.done('GET', '/api/members')
  const answers = await together(
    ORGANIZATIONS,
    () => ada.ask(method, `/api/members/${members[1].id}`, body),
    () => bob.ask(method, `/api/members/${members[0].id}`, body),
  )
  expect(codes(answers)).toEqual([
    [method === 'PATCH' ? 200 : 204, undefined],
    [400, 'INVALID_INPUT'],
  ])
})

test('an invitation is accepted once', async () => {
  const [here, there] = await twoProcesses()
  const [ada, bob] = [await here.signedUp('Ada'), await here.signedUp('Bob')]
  const { id } = await ada.done('POST', '/api/members', { email: emailOf('Bob') })
  const accept = (person: Person) => () => person.ask('POST', `/api/invitations/${id}/accept`)
  expect(codes(await together(ORGANIZATIONS, accept(bob), accept(elsewhere(there, bob))))).toEqual([
    [200, undefined],
    [404, 'NOT_FOUND'],
  ])
  expect((await ada.done('GET', '/api/members')).members).toHaveLength(2)
})

test('an invitation that is replaced while it is accepted ends in one of the two, not in a deadlock', async () => {
  const [here, there] = await twoProcesses()
  const [ada, bob] = [await here.signedUp('Ada'), await here.signedUp('Bob')]
  const { id } = await ada.done('POST', '/api/members', { email: emailOf('Bob') })
  const answers = await together(
    ORGANIZATIONS,
    () => ada.ask('POST', '/api/members', { email: emailOf('Bob') }),
    () => elsewhere(there, bob).ask('POST', `/api/invitations/${id}/accept`),
  )
  expect(codes(answers)).toEqual([
    [201, undefined],
    [404, 'NOT_FOUND'],
  ])
})

test.each([
  ['the same e-mail', 'open', ['Ada', 'Ada'], [400, 'INVALID_INPUT']],
  ['the first account where sign-up is by invitation', 'invite', ['Ada', 'Bob'], [403, 'FORBIDDEN']],
] as const)('of two who sign up with %s one gets an account', async (_, signup, names, refusal) => {
  const sites = await twoProcesses({ signup })
  const starts = sites.map((site, at) => () => {
    const [name = ''] = names.slice(at)
    return site.person().ask('POST', '/api/auth/sign-up/email', { name, email: emailOf(name), password: PASSWORD })
  })
  expect(codes(await together(NEW_USERS, ...starts))).toEqual([[200, undefined], refusal])
  const client = await postgresClient(postgres().address)
  const left = await client.query(
    'SELECT FROM auth_user UNION ALL SELECT FROM auth_member UNION ALL SELECT FROM auth_verification',
  )
  expect(left.rowCount).toBe(2)
})

test('of two links to a new password for one account one is good', async () => {
  const [here, there] = await twoProcesses()
  await here.signedUp('Ada')
  const passwords = createPasswords({ logN: 1, r: 1, p: 1 })
  const starts: (() => Promise<string>)[] = []
  for (const { database } of [here, there]) {
    const store = await AccountStore.open(database)
    onTestFinished(() => store.close())
    const made = await makeResetToken(store, emailOf('Ada'))
    starts.push(() =>
      resetPassword({ store, passwords }, made?.token ?? '', 'another password').then(
        () => 'reset',
        (error) => error.code,
      ),
    )
  }
  expect((await together('SELECT FROM auth_user FOR UPDATE', ...starts)).sort()).toEqual(['INVALID_INPUT', 'reset'])
})

test('who is in no organization any more gets one of their own, not one from each process', async () => {
  const [here, there] = await twoProcesses()
  const bob = await here.signedUp('Bob')
  await here.execute('DELETE FROM auth_member')
  const answers = await together(
    'SELECT FROM auth_user FOR UPDATE',
    () => bob.done('GET', '/test/session'),
    () => elsewhere(there, bob).done('GET', '/test/session'),
  )
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0].memberships).toHaveLength(1)
})

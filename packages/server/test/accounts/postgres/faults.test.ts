// PostgreSQL is away, in each of the ways that it can be: all about sessions says so soon, and heals by itself.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Secret } from '@kiosk/catalog'
import { until } from '@kiosk/testkit'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AccountStore } from '../../../src/app-http/accounts/rows/account-store.ts'
import { createUser, userByEmail } from '../../../src/app-http/accounts/rows/people.ts'
import { postgresAccounts } from '../../../src/app-http/accounts/rows/postgres-accounts.ts'
import { openPostgresPool } from '../../../src/app-http/accounts/rows/postgres-pool.ts'
import { temporaryFolder } from '../../command-lines.ts'
import { postgresClient, usePostgres } from '../databases.ts'
import { expectAway, REQUESTS, UNAVAILABLE } from '../outages.ts'
import { emailOf, openSite, PASSWORD, type Person } from '../site.ts'

// A bound for hangs only: servers are ended and started here.
vi.setConfig({ testTimeout: 60_000 })

const MAX_CONNECTIONS = 14
/** For an answer, or an end: a few seconds, and what a busy machine adds. */
const SOON_MS = 20_000
const postgres = usePostgres({ max_connections: String(MAX_CONNECTIONS) })

const OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
const cutAll = () => postgres().server.sql(`SELECT count(pg_terminate_backend(pid)) ${OTHERS}`)
const run = promisify(execFile)
const IN_TEST = "WHERE datname = 'test_1'"

async function expectWell(person: Person): Promise<void> {
  expect((await person.done('GET', '/test/session')).user.name).toBe('Ada')
}

test.each([
  ['stopped', 'SIGINT'],
  ['crashed', 'SIGQUIT'],
] as const)('a server that was %s, and is started again', async (_, signal) => {
  const { server } = postgres()
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  await server.halt(signal)
  await expectAway(ada)
  expect(await site.accounts.health()).toBe(false)
  await server.resume()
  await expectWell(ada)
  expect(await site.accounts.health()).toBe(true)
  expect(site.defects).toEqual([])
})

test('idle connections that somebody cut are replaced, and nobody notices', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  await Promise.all(Array.from({ length: 8 }, () => expectWell(ada)))
  await cutAll()
  await until(
    'the connections are gone',
    SOON_MS,
    async () => (await postgres().server.sql(`SELECT count(*) ${OTHERS}`)) === '0',
  )
  await expectWell(ada)
  expect(site.defects).toEqual([])
})

test('a transaction whose connection is cut leaves nothing', async () => {
  const store = await AccountStore.open(postgresAccounts(new Secret(postgres().address)))
  onTestFinished(() => store.close())
  const account = { name: 'Eve', email: emailOf('Eve'), passwordHash: 'none' }
  const work = store.run((rows) =>
    rows.transaction(async (inside) => {
      await createUser(inside, account)
      // Between two statements, when nobody waits for the connection.
      await cutAll()
      await userByEmail(inside, account.email)
    }),
  )
  await expect(work).rejects.toMatchObject({ code: 'AUTH_UNAVAILABLE' })
  expect(await store.run((rows) => userByEmail(rows, account.email))).toBeNull()
})

test('a server that hangs keeps nobody waiting, nor from closing', async () => {
  const { server } = postgres()
  const site = await openSite()
  const other = await openSite({ dataDir: site.dataDir })
  const ada = await site.signedUp('Ada')
  expect(await other.accounts.health()).toBe(true)
  onTestFinished(() => server.thaw())
  await server.freeze()
  const startedAt = performance.now()
  // What was sent to end a session may yet end it.
  const requests = REQUESTS.filter(([, path]) => !/sign-out|revoke/.test(path))
  await Promise.all(requests.map((request) => expectAway(ada, [request])))
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS)
  const closedAt = performance.now()
  await other.accounts.close()
  expect(performance.now() - closedAt).toBeLessThan(SOON_MS)
  server.thaw()
  await until('it answers again', SOON_MS, () => site.accounts.health())
  await expectWell(ada)
  expect(site.defects).toEqual([])
})

test('a server that takes no more connections', async () => {
  const { address } = postgres()
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  await cutAll()
  const taken: Client[] = []
  onTestFinished(() => Promise.all(taken.map((client) => client.end())).then(() => {}))
  for (let isFull = false; !isFull; ) {
    const client = new Client({ connectionString: address })
    client.on('error', () => {})
    isFull = await client.connect().then(
      () => taken.push(client) > MAX_CONNECTIONS,
      () => true,
    )
  }
  expect(taken.length).toBeGreaterThan(MAX_CONNECTIONS / 2)
  await expectAway(ada)
  for (const client of taken.splice(0)) await client.end()
  await until('a connection is free', SOON_MS, () => site.accounts.health())
  await expectWell(ada)
})

test('a lock that does not end in time keeps nobody from reading', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const unblock = await site.blockWrites()
  await expectWell(ada)
  const startedAt = performance.now()
  const signIn = { email: emailOf('Ada'), password: PASSWORD }
  expect(await ada.refused('POST', '/api/auth/sign-in/email', signIn)).toEqual(UNAVAILABLE)
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS)
  const waiting = await postgres().server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
  expect(waiting, 'what was refused is not done later').toBe('0')
  await unblock()
  expect((await ada.signIn(signIn.email, PASSWORD)).status).toBe(200)
})

test('a server that only reads is left for the one that writes again', async () => {
  const { server, address } = postgres()
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const database = new URL(address).pathname.slice(1)
  const readOnly = (state: 'on' | 'off') =>
    server.sql(`ALTER DATABASE ${database} SET default_transaction_read_only = ${state}`)
  await readOnly('on')
  onTestFinished(() => readOnly('off').then(() => {}))
  await cutAll()
  await expectWell(ada)
  const signIn = { email: emailOf('Ada'), password: PASSWORD }
  expect(await ada.refused('POST', '/api/auth/sign-in/email', signIn)).toEqual(UNAVAILABLE)
  await readOnly('off')
  // New connections write; those from before never will.
  expect((await ada.signIn(signIn.email, PASSWORD)).status).toBe(200)
})

test('a connection has its own bounds and isolation, whatever the defaults of the server are', async () => {
  const pool = openPostgresPool(new Secret(postgres().address))
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  const shown = async (setting: string) => Object.values((await client.query(`SHOW ${setting}`)).rows[0])
  expect(await shown('idle_in_transaction_session_timeout')).toEqual(['10s'])
  expect(await shown('transaction_isolation')).toEqual(['read committed'])
  client.release()
})

test('a character that PostgreSQL cannot keep is refused as such', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const refused = ada.refused('POST', '/api/auth/update-user', { name: 'A\u0000da' })
  expect(await refused).toEqual([400, 'INVALID_INPUT'])
  expect((await ada.ask('GET', '/api/invitations/%00')).status).toBeLessThan(500)
  expect(site.defects).toEqual([])
})

test.each([
  ['another password', (address: string) => address.replace(/:[0-9a-f]{32}@/, ':wrong@'), /password/],
  ['TLS, which this server lacks', (address: string) => `${address}?sslmode=verify-full`, /SSL/],
  ['no server', () => 'postgres://kiosk:hush@127.0.0.1:1/kiosk', /ECONNREFUSED/],
])('an address with %s is not opened', async (_, change, says) => {
  const address = change(postgres().address)
  const refusal = await AccountStore.open(postgresAccounts(new Secret(address))).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'StoreUnavailable', message: expect.stringMatching(says) })
  expect(String(refusal)).not.toContain(new URL(address).password)
})

test('TLS is what the address says', async () => {
  const { server, address } = postgres()
  const folder = await temporaryFolder()
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ])
  const give = async (file: string, name: string) => {
    const text = await readFile(file, 'base64')
    await server.sql(`COPY (SELECT '${text}') TO PROGRAM 'base64 -d >${name} && chmod 600 ${name}'`)
  }
  await give(key, 'server.key')
  await give(certificate, 'server.crt')
  await server.sql('ALTER SYSTEM SET ssl = on')
  await server.sql('SELECT pg_reload_conf()')
  await until('TLS is on', SOON_MS, async () => (await server.sql('SHOW ssl')) === 'on')

  const open = (parameters: string) => AccountStore.open(postgresAccounts(new Secret(`${address}?${parameters}`)))
  await expect(open('sslmode=verify-full')).rejects.toThrow(/self-signed certificate/)
  const store = await open(`sslmode=verify-full&sslrootcert=${certificate}`)
  await store.run((rows) => userByEmail(rows, emailOf('Ada')))
  expect(await server.sql(`SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) ${IN_TEST}`)).toBe(
    't',
  )
  await store.close()
})

test('a database that cannot keep every name is not opened', async () => {
  const { server, address } = postgres()
  await server.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
  const latin = new Secret(address.replace(/\w+$/, 'latin'))
  await expect(AccountStore.open(postgresAccounts(latin))).rejects.toThrow(/LATIN1.*UTF8/)
  const client = await postgresClient(latin.reveal())
  expect((await client.query("SELECT 1 FROM pg_tables WHERE tablename LIKE 'auth%'")).rowCount).toBe(0)
})

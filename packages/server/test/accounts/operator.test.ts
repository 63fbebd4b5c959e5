// Accounts by the command line: before the first start, and beside a running server.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { runBin, runHere, temporaryFolder } from '../command-lines.ts'
import { expectToOpenTogether } from './processes.ts'
import { emailOf, openSite, PASSWORD, type Site } from './site.ts'

// A bound for hangs only: starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const createOrg = (...options: string[]) => [
  'admin',
  'create-org',
  ...['--name', 'Acme', '--plan', 'team', '--json'],
  ...options,
]

function adminOn({ dataDir }: Pick<Site, 'dataDir'>, ...args: string[]) {
  return runHere(args, { KIOSK_DATA_DIR: dataDir })
}

describe('create-org', () => {
  test('before the first start makes the account that signs in as admin', async () => {
    const dataDir = await temporaryFolder()
    const made = await adminOn(
      { dataDir },
      ...createOrg('--admin-email', 'Ada@example.test', '--admin-password', PASSWORD),
    )
    expect(made.code).toBe(0)
    expect(made.stdout + made.stderr).not.toContain(PASSWORD)
    const organization = JSON.parse(made.stdout)
    expect(Object.keys(organization)).toEqual(['id', 'name', 'slug', 'plan', 'quota'])

    const site = await openSite({ dataDir, signup: 'invite' })
    expect(await site.accounts.signup(), 'there is an account already').toBe('invite')
    const ada = site.person()
    expect((await ada.signIn(emailOf('Ada'), PASSWORD)).status).toBe(200)
    const session = await ada.done('GET', '/test/session')
    expect(session.user).toMatchObject({ name: 'Ada', email: emailOf('Ada') })
    expect(session.memberships).toEqual([{ organizationId: organization.id, role: 'admin' }])
  })

  test('beside a running server adds an account that is there, whose password stays', async () => {
    const site = await openSite()
    const ada = await site.signedUp('Ada')
    const options = ['--admin-email', emailOf('Ada'), '--admin-password', 'another password']
    const { stdout, code } = await adminOn(site, ...createOrg(...options))
    expect(code).toBe(0)
    ada.organization = JSON.parse(stdout).id
    expect((await ada.done('GET', '/test/session')).role).toBe('admin')
    expect((await site.person().signIn(emailOf('Ada'), 'another password')).status).toBe(401)
    expect((await site.person().signIn(emailOf('Ada'), PASSWORD)).status).toBe(200)
  })

  test('leaves nothing behind where a password is missing', async () => {
    const dataDir = await temporaryFolder()
    const { code, stdout } = await adminOn({ dataDir }, ...createOrg('--admin-email', emailOf('Ada')))
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'UNKNOWN_ACCOUNT', message: 'ada@example.test has no account yet.' },
    })
    expect((await adminOn({ dataDir }, 'admin', 'list-orgs', '--json')).stdout).toBe('[]\n')
  })
})

describe('reset-password', () => {
  test('by the program, beside a running server: a password that works, once, and no session that goes on', async () => {
    const site = await openSite()
    const ada = await site.signedUp('Ada')
    const bob = await site.signedUp('Bob')
    const reset = await runBin(['admin', 'reset-password', '--email', 'ADA@example.test'], {
      KIOSK_DATA_DIR: site.dataDir,
    })
    expect(reset.code).toBe(0)
    const password = reset.stdout.trimEnd()
    expect(password).toMatch(/^[a-z2-9]{20}$/)
    expect(reset.stderr).not.toContain(password)
    expect((await ada.ask('GET', '/test/session')).status).toBe(401)
    expect((await bob.ask('GET', '/test/session')).status).toBe(200)
    expect((await ada.signIn(emailOf('Ada'), PASSWORD)).status).toBe(401)
    expect((await ada.signIn(emailOf('Ada'), password)).status).toBe(200)
  })

  test('of an e-mail that has no account is refused', async () => {
    const site = await openSite()
    const { code, stdout } = await adminOn(site, 'admin', 'reset-password', '--email', emailOf('Ada'), '--json')
    expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'UNKNOWN_ACCOUNT'])
  })
})

test('several processes at once make the tables once', async () => {
  const dataDir = await temporaryFolder()
  await adminOn({ dataDir }, 'migrate')
  await expectToOpenTogether(dataDir)
})

test('no password and no session can be read from the database', async () => {
  const site = await openSite()
  const ada = await site.signedUp('Ada')
  const [, value = ''] = ada.cookie().split('=')
  const database = new DatabaseSync(join(site.dataDir, 'kiosk.db'))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const bytes = await readFile(join(site.dataDir, 'kiosk.db'), 'latin1')
  expect(bytes).toContain(emailOf('Ada'))
  expect(bytes).not.toContain(PASSWORD)
  const [, signature = ''] = decodeURIComponent(value).split('.')
  expect(signature.length).toBeGreaterThan(40)
  expect(bytes).not.toContain(signature)
})

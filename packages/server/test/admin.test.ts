// `kiosk admin …` by the real program, on a data folder that no server uses.
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWellFormedKey } from '@kiosk/engine'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Ran, runBin, runHere, temporaryFolder } from './command-lines.ts'

// A bound for hangs only: starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
beforeEach(async () => {
  dataDir = join(await temporaryFolder(), 'data')
})

/** In this process: only the tests of the program itself pay for starting one. */
const admin = (...args: string[]) => runHere(['admin', ...args], { KIOSK_DATA_DIR: dataDir })

async function adminJson(...args: string[]): Promise<{ code: number | null; document: unknown }> {
  const { code, stdout } = await admin(...args, '--json')
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  return { code, document: JSON.parse(stdout) }
}

test('by the program: an organization, its key, lists, and the end of the key', async () => {
  const run = (...args: string[]): Promise<Ran> => runBin(['admin', ...args], { KIOSK_DATA_DIR: dataDir })

  const made = await run('create-org', '--name', 'Acme Tools', '--plan', 'team')
  expect(made).toMatchObject({ code: 0, stdout: 'acme-tools\n' })
  expect(made.stderr).toContain('Made Acme Tools on the plan team: 50,000 units a month.')
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)

  const key = await run('create-key', '--org', 'acme-tools', '--name', 'laptop')
  expect(key.code).toBe(0)
  expect(isWellFormedKey(key.stdout.trimEnd())).toBe(true)
  expect(key.stderr).not.toContain(key.stdout.trimEnd())

  const listed = await run('list-keys', '--org', 'acme-tools', '--json')
  const [row] = JSON.parse(listed.stdout) as { id: string }[]
  expect(row).toMatchObject({ name: 'laptop', prefix: key.stdout.slice(0, 12), lastUsed: null })
  expect(listed.stdout).not.toContain(key.stdout.trimEnd())

  const id = row?.id ?? ''
  expect(await run('delete-key', '--org', 'acme-tools', '--id', id)).toMatchObject({ code: 0, stdout: '' })
  expect(await run('list-keys', '--org', 'acme-tools')).toMatchObject({ code: 0, stdout: '' })
  expect(await run('delete-key', '--org', 'acme-tools', '--id', id, '--json')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"code":"UNKNOWN_KEY"'),
  })
})

describe('organizations', () => {
  test('create-org --json has exactly the fields of the contract', async () => {
    const { code, document } = await adminJson('create-org', '--name', 'Acme', '--plan', 'free', '--quota', '50')
    expect(code).toBe(0)
    expect(document).toEqual({ id: expect.any(String), name: 'Acme', slug: 'acme', plan: 'free', quota: 50 })
  })

  test("quota is null where the plan's counts, and 0 is a quota", async () => {
    expect((await adminJson('create-org', '--name', 'A', '--plan', 'free')).document).toMatchObject({ quota: null })
    expect((await adminJson('create-org', '--name', 'B', '--plan', 'free', '--quota', '0')).document).toMatchObject({
      quota: 0,
    })
  })

  test('an unknown plan is refused with the nearest one', async () => {
    const { code, stderr, stdout } = await admin('create-org', '--name', 'A', '--plan', 'fre')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('There is no plan "fre". Did you mean free?')
    expect((await adminJson('list-orgs')).document).toEqual([])
  })

  test('list-orgs shows slug, plan and quota', async () => {
    await admin('create-org', '--name', 'Acme', '--plan', 'unlimited')
    expect((await adminJson('list-orgs')).document).toEqual([
      {
        id: expect.any(String),
        name: 'Acme',
        slug: 'acme',
        plan: 'unlimited',
        quota: null,
        withheld: [],
        expiresAt: null,
      },
    ])
    expect((await admin('list-orgs')).stdout).toMatch(/^SLUG +PLAN +QUOTA +NAME\nacme +unlimited +no limit +Acme\n$/)
  })

  test('set-plan changes the plan; without --quota its count holds again', async () => {
    await admin('create-org', '--name', 'Acme', '--plan', 'free', '--quota', '50')
    const kept = await adminJson('set-plan', '--org', 'acme', '--plan', 'team', '--quota', '70')
    expect(kept.document).toMatchObject({ slug: 'acme', plan: 'team', quota: 70 })
    const cleared = await adminJson('set-plan', '--org', 'acme', '--plan', 'business')
    expect(Object.keys(cleared.document as object)).toEqual(['id', 'name', 'slug', 'plan', 'quota'])
    expect(cleared.document).toMatchObject({ plan: 'business', quota: null })
  })

  test.each([
    ['list-keys'],
    ['create-key', '--name', 'x'],
    ['delete-key', '--id', 'x'],
    ['set-plan', '--plan', 'team'],
    ['withhold', '--slug', 'codehost-repo.get'],
    ['publish', '--slug', 'codehost-repo.get'],
  ])('%s refuses an organization that is not there', async (...args) => {
    await admin('create-org', '--name', 'Acme', '--plan', 'free')
    const { code, stdout, stderr } = await admin(...args, '--org', 'acne', '--json')
    expect(code).toBe(1)
    const message = 'No organization has the slug "acne". Did you mean acme?'
    expect(JSON.parse(stdout)).toEqual({ error: { code: 'UNKNOWN_ORGANIZATION', message } })
    expect(stderr).toContain(message)
  })
})

describe('keys', () => {
  test('create-key --json has exactly the fields of the contract', async () => {
    await admin('create-org', '--name', 'Acme', '--plan', 'free')
    const { document } = await adminJson('create-key', '--org', 'acme', '--name', 'ci')
    const { key } = document as { key: string }
    expect(isWellFormedKey(key)).toBe(true)
    expect(document).toEqual({ id: expect.any(String), name: 'ci', prefix: key.slice(0, 12), key })
  })

  test('the eleventh new key of an hour is refused', async () => {
    await admin('create-org', '--name', 'Acme', '--plan', 'free')
    const create = () => admin('create-key', '--org', 'acme', '--name', 'x', '--json')
    for (let made = 0; made < 10; made++) expect((await create()).code).toBe(0)
    const { code, stdout } = await create()
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'TOO_MANY_NEW_KEYS' } })
  })
})

describe('withhold and publish', () => {
  test('hide an operation and show it again', async () => {
    await admin('create-org', '--name', 'Acme', '--plan', 'free')
    const scope = ['--org', 'acme', '--slug', 'codehost-repo.get']
    expect((await adminJson('withhold', ...scope)).document).toMatchObject({
      slug: 'acme',
      withheld: ['codehost-repo.get'],
    })
    expect((await adminJson('publish', ...scope)).document).toMatchObject({ withheld: [] })
    const again = await admin('publish', ...scope)
    expect(again).toMatchObject({ code: 0, stderr: 'codehost-repo.get was not withheld from Acme.\n' })
  })

  test('an operation that is not there cannot be withheld', async () => {
    const { code, stderr } = await admin('withhold', '--org', 'acme', '--slug', 'codehost-rep.get')
    expect(code).toBe(1)
    expect(stderr).toContain('Did you mean codehost-repo.get?')
  })
})

describe('backup and migrate', () => {
  test('backup writes a database that opens, and no second time over it', async () => {
    await admin('create-org', '--name', 'Acme', '--plan', 'free')
    const copyDir = await temporaryFolder()
    const file = join(copyDir, 'kiosk.db')
    const { document } = await adminJson('backup', file)
    expect(document).toEqual({ file, bytes: (await stat(file)).size })
    const copied = await runHere(['admin', 'list-orgs', '--json'], { KIOSK_DATA_DIR: copyDir })
    expect(JSON.parse(copied.stdout)).toMatchObject([{ slug: 'acme' }])
    expect((await admin('backup', file)).code).toBe(1)
  })

  test('migrate makes the database, and again changes nothing', async () => {
    for (const _ of [1, 2]) {
      const { code, stdout } = await runHere(['migrate', '--json'], { KIOSK_DATA_DIR: dataDir })
      expect({ code, document: JSON.parse(stdout) }).toEqual({ code: 0, document: { dataDir, migrated: true } })
    }
  })

  test('a data folder that cannot be one is a failure in a sentence', async () => {
    await writeFile(dataDir, 'a file')
    const { code, stdout, stderr } = await admin('list-orgs')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(dataDir)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

// What holds of the embedded deployment alone: its folder, its lock, its first start.
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectOk } from '../support/answer.ts'
import { deployEmbedded, type EmbeddedDeployment } from '../support/deployment.ts'
import { Gateway } from '../support/gateway.ts'
import { ADDRESS, OPERATION_ENV } from '../support/operations.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const run = promisify(execFile)

describe('an embedded gateway', () => {
  let upstream: Upstream
  let gateway: Gateway<EmbeddedDeployment>
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({ deploy: deployEmbedded, env: { ...OPERATION_ENV, ...upstream.env } })
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  const mode = async (...names: string[]) =>
    ((await stat(join(gateway.deployment.dataDir, ...names))).mode & 0o777).toString(8)

  it('keeps its folder and what is secret in it to its owner', async () => {
    expect(await mode()).toBe('700')
    expect(await mode('guest-key')).toBe('600')
    expect(await mode('secret')).toBe('600')
    expect(await mode('kiosk.db')).toBe('600')
  })

  it('shows where it is and where its data lives, and never the key', async () => {
    expect(gateway.stdout).toContain(`Engine   ${gateway.baseUrl}`)
    expect(gateway.stdout).toContain(gateway.deployment.dataDir)
    expect(gateway.stdout).toContain(join(gateway.deployment.dataDir, 'guest-key'))
    const key = (await readFile(join(gateway.deployment.dataDir, 'guest-key'), 'utf8')).trim()
    expect(key).toMatch(/^kiosk_[0-9a-f]{48}$/)
    expect(gateway.output).not.toContain(key)
  })

  it('prints a curl line that works as it is', async () => {
    const line = /^ {2}(curl .+)$/m.exec(gateway.stdout)?.[1]
    if (line === undefined) throw new Error(`no curl line in ${gateway.stdout}`)
    const { stdout } = await run('sh', ['-c', line])
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Tokyo', lang: 'en' })
  })

  it('gives the guest key the plan guest for seven days', async () => {
    const key = (await readFile(join(gateway.deployment.dataDir, 'guest-key'), 'utf8')).trim()
    expect(await gateway.usage(key)).toMatchObject({ organization: { plan: 'guest' }, quota: { limit: 200 } })
    const [guest] = gateway.deployment.rows("SELECT expires_at FROM organizations WHERE plan = 'guest'")
    const days = (Date.parse(String(guest?.expires_at)) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
  })

  it('refuses a second engine on its data, in one clear line, and serves on', async () => {
    const { code, stderr } = await gateway.command('serve', '--role', 'engine')
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(gateway.deployment.dataDir)
    expect(stderr).not.toMatch(/\n\s+at |SQLITE/)
    const { key } = await gateway.tenant()
    expectOk(await gateway.call(ADDRESS, key))
  })

  it('makes no other key on a later start, and keeps the first one', async () => {
    const before = await readFile(join(gateway.deployment.dataDir, 'guest-key'), 'utf8')
    await gateway.restart()
    expect(gateway.stdout).not.toContain('curl')
    expect(await readFile(join(gateway.deployment.dataDir, 'guest-key'), 'utf8')).toBe(before)
    expect((await gateway.usage(before.trim())).quota.limit).toBe(200)
  })

  it('refuses a database that a newer Kiosk made, and leaves it as it is', async () => {
    await gateway.stop()
    const db = new DatabaseSync(join(gateway.deployment.dataDir, 'kiosk.db'))
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
    db.exec('PRAGMA user_version = 9999')
    for (const args of [['serve'], ['serve', '--role', 'engine'], ['admin', 'list-orgs']]) {
      const { code, stderr } = await gateway.command(...args)
      expect([args, code]).toEqual([args, 1])
      expect(stderr).toContain('9999')
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(9999)
    db.exec(`PRAGMA user_version = ${version}`)
    db.close()
    await gateway.restart()
  })

  it('is left sound', async () => {
    expect(gateway.deployment.faults()).toEqual([])
  })
})

// Who may call what: keys, guests, plans and withheld operations. Operators change them while the gateway serves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Tenant } from '../support/gateway.ts'
import { ADDRESS, OPERATION_ENV } from '../support/operations.ts'
import { exchangeRaw } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'

const madeKey = z.object({ id: z.string(), name: z.string(), prefix: z.string(), key: z.string() })
const madeOrganization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  quota: z.int().nullable(),
})

/** A change by the command line is seen this soon. */
const SEEN_WITHIN = { withinMs: 1_000 }

describe.each(deployments)('keys and plans ($name)', ({ deploy }) => {
  let gateway: Gateway
  let tenant: Tenant
  beforeAll(async () => {
    gateway = await Gateway.start({ deploy, env: OPERATION_ENV })
    tenant = await gateway.tenant()
  })
  afterAll(() => gateway?.close())

  const call = (key: string, slug: string = ADDRESS) => gateway.call(slug, key)

  /** Waits until a call answers with this status. */
  const sees = (status: number, send: () => Promise<Answer>) =>
    until(`an answer with ${status}`, async () => ((await send()).status === status ? true : null), SEEN_WITHIN)

  describe('401', () => {
    const wrong: [string, (key: string) => string][] = [
      ['empty', () => ''],
      ['a word', () => 'hello'],
      ['the prefix alone', () => 'kiosk_'],
      ['one character short', (key) => key.slice(0, -1)],
      ['one character long', (key) => `${key}0`],
      ['another prefix', (key) => `kiosc_${key.slice(6)}`],
      ['upper case', (key) => key.toUpperCase()],
      ['a wrong checksum', (key) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
      ['well-formed, but unknown', () => 'kiosk_00000000000000000000000000000000000000009df0c2c4'],
      ['inside Bearer', (key) => `Bearer ${key}`],
      ['quoted', (key) => `"${key}"`],
      ['twice with a comma', (key) => `${key}, ${key}`],
      ['very long', () => 'kiosk_'.repeat(1000)],
      ['SQL', () => "kiosk_' OR '1'='1"],
      ['latin-1', () => 'kiosk_\u00e9\u00ff'],
    ]
    it.each(wrong)('a key that is %s', async (_, form) => {
      const answer = await call(form(tenant.key))
      expectError(answer, 'UNAUTHORIZED')
      expect(answer.header('x-quota-cost')).toBeNull()
    })

    it('no key', async () => {
      expectError(await gateway.send(`/${ADDRESS}`, { body: {} }), 'UNAUTHORIZED')
    })

    it.each([
      ['authorization', (key: string) => `Bearer ${key}`],
      ['cookie', (key: string) => `x-api-key=${key}`],
      ['api-key', (key: string) => key],
    ])('a key in the header %s', async (name, value) => {
      expectError(
        await gateway.send(`/${ADDRESS}`, { headers: { [name]: value(tenant.key) }, body: {} }),
        'UNAUTHORIZED',
      )
    })

    it('a key in the query or the body', async () => {
      expectError(await gateway.send(`/${ADDRESS}?x-api-key=${tenant.key}`, { body: {} }), 'UNAUTHORIZED')
      expectError(await gateway.send(`/${ADDRESS}`, { body: { 'x-api-key': tenant.key } }), 'UNAUTHORIZED')
    })

    it('two x-api-key headers, be they equal', async () => {
      const bytes = `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx-api-key: ${tenant.key}\r\nx-api-key: ${tenant.key}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`
      const [answer] = await exchangeRaw(gateway.port, bytes)
      if (answer === undefined) throw new Error('no answer')
      expectError(answer, 'UNAUTHORIZED')
    })

    it('is never turned into 429, however often', async () => {
      const answers = await Promise.all(Array.from({ length: 120 }, () => call('kiosk_wrong')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    })

    it('a guest whose week is over', async () => {
      const guest = await gateway.tenant({ plan: 'guest', expiresAt: new Date(Date.now() - 1000).toISOString() })
      expectError(await call(guest.key), 'UNAUTHORIZED')
    })

    it('a guest from the moment its week is over', async () => {
      const expiresAt = Date.now() + 3_000
      const guest = await gateway.tenant({ plan: 'guest', expiresAt: new Date(expiresAt).toISOString() })
      expectOk(await call(guest.key))
      await until('the guest is refused', async () => {
        // Looked at before: what was asked in time may be answered after it.
        const askedAt = Date.now()
        const answer = await gateway.get('/usage', { 'x-api-key': guest.key })
        if (askedAt < expiresAt) return null
        expectError(answer, 'UNAUTHORIZED')
        return true
      })
    })
  })

  describe('keys made and deleted by the command line', () => {
    it('work at once, and from the moment the deletion was answered no more', async () => {
      const { slug } = tenant
      const made = madeKey.parse(await gateway.admin('create-key', '--org', slug, '--name', 'passing'))
      expect(made.key).toMatch(/^kiosk_[0-9a-f]{48}$/)
      expect(made.prefix).toBe(made.key.slice(0, 12))
      expectOk(await call(made.key))
      // Traffic all the while: what is in the middle of being accepted counts, too.
      let deleted = false
      const late: number[] = []
      const traffic = (async () => {
        while (!deleted) late.push((await call(made.key)).status)
      })()
      await gateway.admin('delete-key', '--org', slug, '--id', made.id)
      const after = await Promise.all(Array.from({ length: 60 }, () => call(made.key)))
      deleted = true
      await traffic
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
      expect(new Set(late)).toEqual(new Set([200, 401]))
      expectOk(await call(tenant.key))
    })

    it('are at most ten new ones within an hour', async () => {
      const crowded = await gateway.tenant()
      const keys: string[] = [crowded.key]
      while (keys.length < 10) keys.push(await gateway.newKey(crowded.id))
      const { code, stdout, stderr } = await gateway.command(
        ...['admin', 'create-key', '--org', crowded.slug, '--name', 'eleventh', '--json'],
      )
      expect([code, stderr.split('\n').length]).toEqual([1, 2])
      expect(JSON.parse(stdout)).toHaveProperty('error.code', 'TOO_MANY_NEW_KEYS')
      for (const key of keys) expectOk(await call(key))
    })

    it('print the key alone without --json', async () => {
      const { stdout, code } = await gateway.command('admin', 'create-key', '--org', tenant.slug, '--name', 'plain')
      expect(code).toBe(0)
      expect(stdout).toMatch(/^kiosk_[0-9a-f]{48}\n$/)
      expectOk(await call(stdout.trim()))
    })
  })

  describe('plans', () => {
    it('keep operations from guests that are not for them', async () => {
      // None of today's published operations is closed to guests, unless the catalog says so.
      const { operations } = z
        .object({ operations: z.array(z.object({ slug: z.string(), access: z.string() })) })
        .parse((await gateway.get('/catalog')).json)
      const guest = await gateway.tenant({ plan: 'guest', quota: 0 })
      const closed = operations.filter(
        ({ slug, access }) => access !== 'public' || slug === 'photoapp-check-account.post',
      )
      for (const { slug } of closed.slice(0, 5)) expectError(await call(guest.key, slug), 'FORBIDDEN')
      expect((await call(guest.key)).status).toBe(429)
    })

    it('change by the command line while it serves', async () => {
      const made = madeOrganization.parse(
        await gateway.admin('create-org', '--name', 'Kites & Sons', '--plan', 'team', '--quota', '0'),
      )
      expect(made).toMatchObject({ name: 'Kites & Sons', slug: 'kites-sons', plan: 'team', quota: 0 })
      const key = await gateway.newKey(made.id)
      expectError(await call(key), 'QUOTA_EXCEEDED')
      await gateway.admin('set-plan', '--org', made.slug, '--plan', 'team', '--quota', '1')
      await sees(200, () => call(key))
      expectError(await call(key), 'QUOTA_EXCEEDED')
      await gateway.admin('set-plan', '--org', made.slug, '--plan', 'business')
      await sees(200, () => call(key))
      expect((await gateway.usage(key)).quota).toMatchObject({ limit: 1_000_000, used: 2 })
    })

    it('refuse names that are none', async () => {
      const { code, stdout } = await gateway.command('admin', 'set-plan', '--org', tenant.slug, '--plan', 'x', '--json')
      expect(code).toBe(1)
      expect(JSON.parse(stdout)).toHaveProperty('error.message')
    })
  })

  describe('withheld operations', () => {
    it('are not found by their organization alone, until they are published again', async () => {
      const apart = await gateway.tenant()
      expectOk(await call(apart.key))
      await gateway.admin('withhold', '--org', apart.slug, '--slug', ADDRESS)
      await sees(404, () => call(apart.key))
      expectError(await call(apart.key), 'OPERATION_NOT_FOUND')
      expectError(
        await gateway.send(`/${ADDRESS}`, { method: 'GET', headers: { 'x-api-key': apart.key } }),
        'OPERATION_NOT_FOUND',
      )
      expectOk(await call(tenant.key))
      await gateway.admin('publish', '--org', apart.slug, '--slug', ADDRESS)
      await sees(200, () => call(apart.key))
    })
  })
})

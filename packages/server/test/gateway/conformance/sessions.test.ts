// Calls by session as the app makes them: a signed token in place of a key.
import { randomUUID } from 'node:crypto'
import { Secret } from '@kiosk/catalog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintSessionToken, type SessionCall } from '../../../src/session-token.ts'
import { type Answer, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Tenant } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, fresh, keyed, OPERATION_ENV } from '../support/operations.ts'
import { exchangeRaw } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'
import { usageDocument } from '../support/usage-document.ts'

const SECRET = `invented-${randomUUID()}`
const NEXT_SECRET = `invented-${randomUUID()}`

describe.each(deployments)('calls by session ($name)', ({ deploy }) => {
  let upstream: Upstream
  let gateway: Gateway
  let tenant: Tenant
  let env: Readonly<Record<string, string>>
  beforeAll(async () => {
    upstream = await startUpstream()
    env = { ...OPERATION_ENV, ...upstream.env, KIOSK_SECRET: SECRET }
    gateway = await Gateway.start({ deploy, env })
    tenant = await gateway.tenant()
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  const mint = (call: Partial<SessionCall> = {}, secret = SECRET) =>
    mintSessionToken(
      new Secret(secret),
      {
        method: 'POST',
        path: `/${ADDRESS}`,
        organizationId: tenant.id,
        memberId: 'member_1',
        idempotencyKey: null,
        proxyUrl: null,
        body: Buffer.from('{}'),
        ...call,
      },
      Date.now(),
    )

  const send = (token: string, headers: Record<string, string> = {}, path = `/${ADDRESS}`, body = '{}') =>
    gateway.send(path, {
      headers: { 'x-kiosk-session': token, 'content-type': 'application/json', ...headers },
      body,
    })

  const usage = (token: string) => gateway.get('/usage', { 'x-kiosk-session': token })
  const mintForUsage = (call: Partial<SessionCall> = {}) =>
    mint({ method: 'GET', path: '/usage', body: new Uint8Array(), ...call })

  it('are billed to the organization, and logged under the label session', async () => {
    const own = await gateway.tenant({ quota: 10 })
    const answer = expectOk(await send(mint({ organizationId: own.id })))
    expect([answer.cost, answer.header('x-quota-remaining')]).toEqual([1, '9'])
    expect(await gateway.used(own.key)).toBe(1)
    const [row] = await until('the call stands in the log', () => {
      const rows = gateway.deployment.rows(`SELECT * FROM requests WHERE organization = '${own.id}'`)
      return rows.length > 0 ? rows : null
    })
    expect(row).toMatchObject({ label: 'session', key_id: null, slug: ADDRESS, status: 200, units: 1 })
    expect(row?.request_id).toBe(answer.header('x-request-id'))
  })

  it('share quota, cache and replays with the keys of the organization', async () => {
    const own = await gateway.tenant({ quota: 2 })
    const { id: organizationId, key } = own
    const title = fresh('Session')
    const body = Buffer.from(JSON.stringify({ title }))
    const once = keyed()
    const path = `/${ARTICLE}`
    const first = await gateway.call(ARTICLE, key, body, once)
    expect(expectOk(first).cache).toBe('MISS')
    const token = mint({ organizationId, path, body, idempotencyKey: once['idempotency-key'] })
    const replay = await send(token, once, path, body.toString())
    expect([replay.status, replay.isReplay, replay.raw]).toEqual([200, true, first.raw])
    const hit = expectOk(await send(mint({ organizationId, path, body }), {}, path, body.toString()))
    expect([hit.cache, hit.cost]).toEqual(['HIT', 0])
    expectOk(await send(mint({ organizationId })))
    expectError(await send(mint({ organizationId })), 'QUOTA_EXCEEDED')
    expectError(await gateway.call(ADDRESS, key), 'QUOTA_EXCEEDED')
    expect(upstream.hits(title)).toBe(1)
  })

  it('read the usage, once a token', async () => {
    const token = mintForUsage()
    const answer = expectOk(await usage(token))
    expect(usageDocument.parse(answer.json).organization.id).toBe(tenant.id)
    expectError(await usage(token), 'UNAUTHORIZED')
    expectError(await usage(mint()), 'UNAUTHORIZED')
    expectError(await usage(mintForUsage({ body: Buffer.from('{}') })), 'UNAUTHORIZED')
    expect(
      (await gateway.send('/usage', { method: 'HEAD', headers: { 'x-kiosk-session': mintForUsage() } })).status,
    ).toBe(401)
  })

  it('carry headers in any spelling that HTTP has for them', async () => {
    const idempotencyKey = `${randomUUID()}-\u00e9\u00ff`
    const proxyUrl = 'http://user:p%20w@proxy.example.test:8000'
    const headers = { 'idempotency-key': ` ${idempotencyKey} `, 'x-proxy-url': proxyUrl }
    expectOk(await send(mint({ idempotencyKey, proxyUrl }), headers))
  })

  const altered: [string, () => Promise<Answer>][] = [
    ['another method', () => gateway.get(`/${ADDRESS}`, { 'x-kiosk-session': mint() })],
    ['another path', () => send(mint(), {}, `/${ARTICLE}`)],
    ['another body', () => send(mint(), {}, undefined, '{ }')],
    ['an Idempotency-Key', () => send(mint(), keyed())],
    ['another Idempotency-Key', () => send(mint({ idempotencyKey: randomUUID() }), keyed())],
    ['a proxy', () => send(mint(), { 'x-proxy-url': 'http://proxy.example.test:8000' })],
    ['no proxy', () => send(mint({ proxyUrl: 'http://proxy.example.test:8000' }))],
    ['another secret', () => send(mint({}, NEXT_SECRET))],
    ['an organization that is not there', () => send(mint({ organizationId: 'org_gone' }))],
    ['a key of its own organization beside it', () => send(mint(), { 'x-api-key': tenant.key })],
    ['an empty key beside it', () => send(mint(), { 'x-api-key': '' })],
    ['a good key beside an empty header', () => gateway.call(ADDRESS, tenant.key, {}, { 'x-kiosk-session': '' })],
  ]
  it.each(altered)('are refused with %s', async (_, sendAltered) => {
    expectError(await sendAltered(), 'UNAUTHORIZED')
  })

  it('are refused with the token in two headers, be they equal', async () => {
    const token = mint()
    const bytes = `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx-kiosk-session: ${token}\r\nx-kiosk-session: ${token}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`
    const [answer] = await exchangeRaw(gateway.port, bytes)
    if (answer === undefined) throw new Error('no answer')
    expectError(answer, 'UNAUTHORIZED')
  })

  it('open one call for one token, however many come at once', async () => {
    const token = mint()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(token)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 401)])
  })

  it('follow what operators change of the organization while the gateway serves', async () => {
    const own = await gateway.tenant({ plan: 'free' })
    const call = () => send(mint({ organizationId: own.id }))
    expectOk(await call())
    await gateway.admin('withhold', '--org', own.slug, '--slug', ADDRESS)
    await until('the operation is gone', async () => ((await call()).status === 404 ? true : null), { withinMs: 1_000 })
    expectError(await call(), 'OPERATION_NOT_FOUND')
  })

  it('end with the week of a guest', async () => {
    const guest = await gateway.tenant({ plan: 'guest', expiresAt: new Date(Date.now() - 1).toISOString() })
    expectError(await send(mint({ organizationId: guest.id })), 'UNAUTHORIZED')
  })

  it('are not offered to pages of other origins', async () => {
    const preflight = await gateway.send(`/${ADDRESS}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-kiosk-session',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.header('access-control-allow-headers')).toContain('x-api-key')
    expect(preflight.header('access-control-allow-headers')).not.toContain('x-kiosk-session')
  })

  it('are refused after a crash where the token was used before it', async () => {
    const token = mint()
    const unused = mint()
    expectOk(await send(token))
    await gateway.kill9()
    await gateway.restart()
    expectError(await send(token), 'UNAUTHORIZED')
    expectError(await send(unused), 'UNAUTHORIZED')
    expectOk(await send(mint()))
  })

  it('go on while the secret changes, until the former one is taken away', async () => {
    await gateway.restart({ ...env, KIOSK_SECRET: NEXT_SECRET, KIOSK_SECRET_PREVIOUS: SECRET })
    expectOk(await send(mint()))
    expectOk(await send(mint({}, NEXT_SECRET)))
    await gateway.restart({ ...env, KIOSK_SECRET: NEXT_SECRET })
    expectError(await send(mint()), 'UNAUTHORIZED')
    expectOk(await send(mint({}, NEXT_SECRET)))
  })
})

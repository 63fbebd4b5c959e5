// Calls by session: which tokens open the door, and that everything behind it is as for a key.
import { randomBytes } from 'node:crypto'
import { Secret } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import {
  type CallRequest,
  deriveKey,
  type Organization,
  type SessionClaims,
  type SessionRequest,
  SessionVerifier,
  sessionBodyDigest,
  sessionKey,
  signSessionToken,
} from '../src/index.ts'
import { createToys, type ToyOptions, toySecret } from './toys.ts'

const IDEMPOTENCY_KEY = 'b7c1a0de-0000-4000-8000-000000000001'
const NOW = Date.parse('2026-03-14T09:30:00Z')
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const HELLO = { say: 'hello' }

interface Forged {
  readonly key?: Buffer
  readonly request?: Partial<SessionRequest>
  readonly claims?: Partial<SessionClaims>
}

function tokenFor(
  organization: Organization,
  body: string,
  { key = sessionKey(toySecret), request, claims }: Forged = {},
) {
  return signSessionToken(
    key,
    { method: 'POST', path: '/toy-echo.get', idempotencyKeys: [], proxyUrl: null, ...request },
    {
      organizationId: organization.id,
      memberId: 'member_1',
      expiresAt: NOW + 60_000,
      jti: randomBytes(16).toString('base64url'),
      bodyDigest: sessionBodyDigest(Buffer.from(body)),
      ...claims,
    },
  )
}

/** A gateway with one organization, and its calls by session. */
function createSessions(options: ToyOptions, more: Partial<Organization> & { plan?: string } = {}) {
  const toys = createToys(options)
  const { key, organization } = toys.addOrganization(more.plan ?? 'free', more)
  const text = JSON.stringify(HELLO)
  const token = (forged: Forged = {}) => tokenFor(organization, text, forged)
  const send = (sessionToken: string, request: Partial<CallRequest> = {}, body: unknown = text) =>
    toys.call(request.slug ?? 'toy-echo.get', null, body, { sessionToken, ...request })
  return { ...toys, key, organization, token, send }
}

describe.each([{ later: false }, { later: true }])('calls by session (store answers later: $later)', ({ later }) => {
  test('a call is billed to the organization and logged under the label session', async () => {
    const { send, token, memory, organization } = createSessions({ later })
    const answer = await send(token())
    expect([answer.status, answer.json]).toEqual([200, { said: 'hello', runs: 1 }])
    expect(answer.headers).toMatchObject({ 'x-quota-used': '3', 'x-quota-cost': '3' })
    expect(memory.rows).toMatchObject([
      { organizationId: organization.id, label: 'session', keyId: null, slug: 'toy-echo.get', status: 200, units: 3 },
    ])
  })

  test('rate, quota, plan, cache and idempotency are those of the organization, whichever door is used', async () => {
    const { send, token, call, key, stage } = createSessions({ later }, { quotaOverride: 6 })
    const keyed = { idempotencyKeys: [IDEMPOTENCY_KEY] }
    const byKey = await call('toy-echo.get', key, HELLO, keyed)
    const bySession = await send(token({ request: keyed }), keyed)
    expect([bySession.headers['idempotency-replayed'], bySession.raw]).toEqual(['true', byKey.raw])
    expect((await call('toy-cached.get', key, HELLO)).headers['x-kiosk-cache']).toBe('MISS')
    const cached = { slug: 'toy-cached.get' }
    const hit = await send(token({ request: { path: '/toy-cached.get' } }), cached)
    expect([hit.headers['x-kiosk-cache'], hit.headers['x-quota-used']]).toEqual(['HIT', '6'])
    expect((await send(token())).json.error.code).toBe('QUOTA_EXCEEDED')
    expect(stage.runs).toBe(2)

    const guest = createSessions({ later }, { plan: 'guest' })
    const act = { request: { path: '/toy-act.post' } }
    expect((await guest.send(guest.token(act), { slug: 'toy-act.post' })).json.error.code).toBe('FORBIDDEN')
    for (let n = 0; n < 9; n += 1) expect((await guest.send(guest.token())).status).toBe(200)
    expect((await guest.send(guest.token())).json.error.code).toBe('RATE_LIMITED')
  })

  test('usage answers a session as it answers a key', async () => {
    const { token, send, usage, organization } = createSessions({ later })
    await send(token())
    const forUsage = { method: 'GET', path: '/usage' }
    const emptyBody = { bodyDigest: sessionBodyDigest(Buffer.from('')) }
    const sessionToken = token({ request: forUsage, claims: emptyBody })
    const answer = await usage(null, { sessionToken })
    expect(answer.status).toBe(200)
    expect(JSON.parse(Buffer.from(answer.body).toString())).toMatchObject({
      organization: { id: organization.id },
      quota: { used: 3 },
    })
    expect((await usage(null, { sessionToken })).status).toBe(401)
    expect((await usage(null, { sessionToken: token({ claims: emptyBody }) })).status).toBe(401)
    expect((await usage(null, { sessionToken: token({ request: forUsage }) })).status).toBe(401)
  })

  const otherRequests: [string, Partial<SessionRequest>, Partial<CallRequest>][] = [
    ['method', {}, { method: 'GET' }],
    ['path', {}, { slug: 'toy-act.post' }],
    ['Idempotency-Key left out', { idempotencyKeys: [IDEMPOTENCY_KEY] }, {}],
    ['Idempotency-Key added', {}, { idempotencyKeys: [IDEMPOTENCY_KEY] }],
    [
      'Idempotency-Key sent twice',
      { idempotencyKeys: [IDEMPOTENCY_KEY] },
      { idempotencyKeys: [IDEMPOTENCY_KEY, IDEMPOTENCY_KEY] },
    ],
    ['x-proxy-url left out', { proxyUrl: 'http://proxy.example.test:8000' }, {}],
    ['x-proxy-url added', {}, { proxyUrl: 'http://proxy.example.test:8000' }],
    ['x-proxy-url empty', {}, { proxyUrl: '' }],
  ]
  test.each(otherRequests)('a token is refused with another %s', async (_, signed, sent) => {
    const { send, token, stage, memory } = createSessions({ later })
    const answer = await send(token({ request: signed }), sent)
    expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHORIZED'])
    expect(answer.headers['x-quota-used']).toBeUndefined()
    expect([stage.runs, memory.rows]).toEqual([0, []])
  })

  test('a token is refused with another body, even where the JSON says the same', async () => {
    const { send, token, stage } = createSessions({ later })
    for (const body of ['{"say":"other"}', '{ "say":"hello"}', '']) {
      const answer = await send(token(), {}, body)
      expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHORIZED'])
    }
    expect(stage.runs).toBe(0)
  })

  test('a token in which any one part was changed is refused', async () => {
    const { send, token, addOrganization, stage } = createSessions({ later })
    const other = addOrganization('free').organization
    const otherBody = '{"say":"other"}'
    const claims = { memberId: 'member_2', expiresAt: NOW + 60_001 }
    const foreign = tokenFor(other, otherBody, { claims }).split('.')
    expect(foreign).toHaveLength(6)
    for (const [at, part] of foreign.entries()) {
      for (const body of [undefined, otherBody]) {
        const parts = token().split('.')
        expect(parts[at]).not.toBe(part)
        const answer = await send(parts.with(at, part).join('.'), {}, body)
        expect([at, body, answer.status]).toEqual([at, body, 401])
      }
    }
    expect(stage.runs).toBe(0)
  })

  test('what has not the form of a token is refused, an empty text and two tokens in one header included', async () => {
    const { send, token } = createSessions({ later })
    const good = token()
    const parts = good.split('.')
    const twice = `${token()}, ${token()}`
    // The last of 43 characters in base64url holds two bits that stand for nothing.
    const respelled = BASE64URL[BASE64URL.indexOf(good.slice(-1)) ^ 1]
    expect(Buffer.from(`${parts[5]?.slice(0, -1)}${respelled}`, 'base64url')).toEqual(
      Buffer.from(`${parts[5]}`, 'base64url'),
    )
    const forms = [
      `${good.slice(0, -1)}${respelled}`,
      '',
      'session',
      '.....',
      ` ${good}`,
      `${good}=`,
      `${good}.x`,
      parts.slice(1).join('.'),
      twice,
    ]
    for (const form of forms) expect([form, (await send(form)).status]).toEqual([form, 401])
    expect((await send(good)).status).toBe(200)
  })

  test('a token serves once, also when both calls come at the same time', async () => {
    const { send, token, stage } = createSessions({ later })
    const one = token()
    const answers = await Promise.all([send(one), send(one), send(one)])
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401])
    expect((await send(one)).status).toBe(401)
    expect(stage.runs).toBe(1)
  })

  test('a token lives 60 seconds by the clock of the engine', async () => {
    const { send, token, time } = createSessions({ later })
    const [early, late, again] = [token(), token(), token()]
    time.now = NOW + 59_999
    expect((await send(early)).status).toBe(200)
    time.now = NOW + 60_000
    expect((await send(late)).status).toBe(401)
    time.now = NOW + 30_000
    expect((await send(again)).status).toBe(200)
  })

  test('the clock of the app may be five seconds ahead, no more', async () => {
    const { send, token } = createSessions({ later })
    expect((await send(token({ claims: { expiresAt: NOW + 65_000 } }))).status).toBe(200)
    expect((await send(token({ claims: { expiresAt: NOW + 65_001 } }))).status).toBe(401)
  })

  test('a token from before the engine’s start is refused: nobody remembers whether it was used', async () => {
    const { send, token } = createSessions({ later })
    expect((await send(token({ claims: { expiresAt: NOW + 59_999 } }))).status).toBe(401)
  })

  test('a key for another purpose opens nothing', async () => {
    const { send, organization } = createSessions({ later })
    const other = deriveKey(toySecret, 'stored answers')
    expect((await send(tokenFor(organization, JSON.stringify(HELLO), { key: other }))).status).toBe(401)
  })

  test('the former secret still opens after a change, and no other one', async () => {
    const former = new Secret('the secret before')
    const sessions = new SessionVerifier(toySecret, former, NOW)
    const { send, token } = createSessions({ later, deps: { sessions } })
    expect((await send(token())).status).toBe(200)
    expect((await send(token({ key: sessionKey(former) }))).status).toBe(200)
    expect((await send(token({ key: sessionKey(new Secret('some other secret')) }))).status).toBe(401)
  })

  test('a deleted organization and an expired guest are refused; an outage is 503 and uses the token up', async () => {
    const { send, token, memory } = createSessions({ later })
    const waiting = token()
    memory.down = true
    const outage = await send(waiting)
    expect([outage.status, outage.json.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(outage.headers['retry-after']).toBe('2')
    memory.down = false
    expect((await send(waiting)).status).toBe(401)
    expect((await send(token())).status).toBe(200)
    memory.callers.clear()
    const deleted = await send(token())
    expect([deleted.status, deleted.json.error.code]).toEqual([401, 'UNAUTHORIZED'])

    const guest = createSessions({ later }, { plan: 'guest', expiresAt: '2026-03-14T09:30:01Z' })
    expect((await guest.send(guest.token())).status).toBe(200)
    guest.time.now = NOW + 1_000
    const expired = await guest.send(guest.token())
    expect([expired.status, expired.json.error.code]).toEqual([401, 'UNAUTHORIZED'])
  })

  test('a token beside a key is refused, and is not used up', async () => {
    const { send, token, key } = createSessions({ later })
    const one = token()
    for (const apiKey of [key, '', 'kiosk_wrong']) {
      const answer = await send(one, { apiKey })
      expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHORIZED'])
    }
    expect((await send(one)).status).toBe(200)
  })

  test('refusals name the door and do not tell what was wrong with a token', async () => {
    const { send, token } = createSessions({ later })
    const used = token()
    await send(used)
    const answers = [
      await send(used),
      await send(token({ claims: { expiresAt: NOW - 1 } })),
      await send(token({ key: sessionKey(new Secret('some other secret')) })),
      await send(token(), { slug: 'toy-act.post' }),
      await send(token(), {}, '{}'),
      await send('x'),
    ]
    const messages = new Set(answers.map(({ json }) => json.error.message))
    expect(messages.size).toBe(1)
    expect([...messages][0]).toContain('x-kiosk-session')
  })
})

test('nothing but whole claims is signed', () => {
  const { organization } = createToys().addOrganization('free')
  for (const claims of [
    { organizationId: '' },
    { memberId: '' },
    { expiresAt: Number.NaN },
    { jti: 'short' },
    { bodyDigest: '' },
  ]) {
    expect(() => tokenFor(organization, '', { claims })).toThrow(TypeError)
  }
})

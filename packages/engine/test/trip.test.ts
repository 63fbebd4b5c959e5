import { OperationError } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { generateKey } from '../src/index.ts'
import { createToys } from './toys.ts'

const IDEMPOTENCY_KEY = 'b7c1a0de-0000-4000-8000-000000000001'

describe.each([{ later: false }, { later: true }])('the trip of a call (store answers later: $later)', ({ later }) => {
  test('a fresh call answers the output itself, bills its weight and says so', async () => {
    const { call, addOrganization, memory } = createToys({ later })
    const { key } = addOrganization('free')
    const answer = await call('toy-echo.get', key, { say: 'hello' })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ said: 'hello', runs: 1 })
    expect(answer.headers).toMatchObject({
      'x-quota-limit': '1000',
      'x-quota-used': '3',
      'x-quota-remaining': '997',
      'x-quota-cost': '3',
      'x-quota-reset': '2026-04-01T00:00:00Z',
    })
    expect(answer.headers['ratelimit-policy']).toBe('"monthly";q=1000;w=2678400;qu="units", "burst";q=2000;w=2')
    expect(answer.headers.ratelimit).toMatch(/^"monthly";r=997;t=\d+, "burst";r=1999;t=1$/)
    expect(answer.headers['x-kiosk-cache']).toBeUndefined()
    expect(answer.requestId).toMatch(/^req_[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(memory.rows).toMatchObject([{ slug: 'toy-echo.get', status: 200, units: 3, code: null, replayed: false }])
  })

  test('keys: missing, malformed, mistyped, unknown, doubled and expired are 401; a store that is down is 503', async () => {
    const { call, addOrganization, memory } = createToys({ later })
    const { key } = addOrganization('free')
    const expired = addOrganization('guest', { expiresAt: '2026-03-14T09:29:59Z' }).key
    const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
    for (const bad of [
      null,
      '',
      'kiosk_',
      mistyped,
      key.toUpperCase(),
      generateKey(),
      `${key}, ${key}`,
      ` ${key}`,
      expired,
    ]) {
      const answer = await call('toy-echo.get', bad, { say: 'x' })
      expect([bad, answer.status, answer.json.error.code]).toEqual([bad, 401, 'UNAUTHORIZED'])
      expect(answer.headers['x-quota-limit']).toBeUndefined()
    }
    memory.down = true
    const answer = await call('toy-echo.get', key, { say: 'x' })
    expect(answer.status).toBe(503)
    expect(answer.json.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('steps refuse in order: key, rate, operation, method, plan, size, key length, type, input', async () => {
    const { call, addOrganization } = createToys({ later })
    const { key } = addOrganization('guest')
    const rates = await Promise.all(Array.from({ length: 11 }, () => call('nope.get', key, '')))
    expect(rates.map((answer) => answer.status)).toEqual([...Array(10).fill(404), 429])
    expect(rates[10]?.json.error).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(rates[10]?.headers['retry-after']).toBe('1')

    const member = addOrganization('free').key
    const guest = addOrganization('guest').key
    const withheld = addOrganization('free', { withheld: ['toy-echo.get'] }).key
    const huge = 'x'.repeat(300_000)
    const cases = [
      [await call('nope.get', member, huge, { method: 'GET' }), 404, 'OPERATION_NOT_FOUND'],
      [await call('toy-echo.get', withheld, { say: 'x' }), 404, 'OPERATION_NOT_FOUND'],
      [await call('toy-act.post', guest, huge, { method: 'GET' }), 405, 'METHOD_NOT_ALLOWED'],
      [await call('toy-act.post', guest, huge), 403, 'FORBIDDEN'],
      [await call('toy-private.get', guest, { token: 'x' }), 403, 'FORBIDDEN'],
      [await call('toy-echo.get', member, huge, { idempotencyKeys: ['short'] }), 413, 'PAYLOAD_TOO_LARGE'],
      [
        await call('toy-echo.get', member, '{', { idempotencyKeys: ['short'], contentType: 'text/plain' }),
        400,
        'INVALID_INPUT',
      ],
      [await call('toy-echo.get', member, '{', { contentType: 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [await call('toy-echo.get', member, '{', { contentEncoding: 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [
        await call('toy-echo.get', member, { say: 'x' }, { contentEncoding: 'identity' }),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [await call('toy-echo.get', member, '{'), 400, 'INVALID_INPUT'],
    ] as const
    for (const [answer, status, code] of cases) {
      expect([answer.status, answer.json.error.code]).toEqual([status, code])
      expect(answer.json.error).toMatchObject({
        requestId: answer.requestId,
        docs: `http://app.example.test/docs/errors#${code}`,
      })
      expect(answer.headers['x-quota-cost']).toBe('0')
    }
    expect(cases[2][0].headers.allow).toBe('POST')
  })

  test('input: every kind of mismatch is a 400 that names the field and never quotes a value', async () => {
    const { call, addOrganization, stage } = createToys({ later })
    const { key } = addOrganization('unlimited')
    const cases: [unknown, string][] = [
      [{}, 'say'],
      ['', 'say'],
      [{ say: '' }, 'say'],
      [{ say: 5 }, 'say'],
      [{ say: 'x', mood: 'odd-value' }, 'mood'],
      [{ say: 'x', extra: 1 }, 'extra'],
      ['[]', 'body'],
      ['null', 'body'],
      ['"text"', 'body'],
      ['{"say":"x"', 'body'],
      [Buffer.from([0x7b, 0xff, 0x7d]), 'body'],
      ['{"say":"\\ud800"}', 'body'],
      ['['.repeat(100_000), 'body'],
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'body'],
      ['{"__proto__":{"say":"x"},"say":"x"}', '__proto__'],
    ]
    for (const [body, field] of cases) {
      const answer = await call('toy-echo.get', key, body)
      expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([400, 'INVALID_INPUT', field])
      expect(JSON.stringify(answer.json)).not.toContain('odd-value')
    }
    expect((await call('toy-echo.get', key, {})).json.error.message).toBe('say: required; expected string')
    expect((await call('toy-echo.get', key, { say: 5 })).json.error.message).toBe(
      'say: expected string, received number',
    )
    expect(stage.runs).toBe(0)
  })

  test('quota: a call that does not fit is 429 with the time to the month’s end, and nothing runs', async () => {
    const { call, addOrganization, stage, memory } = createToys({ later })
    const { key } = addOrganization('free', { quotaOverride: 7 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call('toy-echo.get', key, { say: String(n) })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2)
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.json.error).toMatchObject({ code: 'QUOTA_EXCEEDED', details: { cost: 3, limit: 7 } })
    expect(refused?.json.error.message).toContain('costs 3 units and 1 of 7 are left')
    expect(refused?.headers['retry-after']).toBe(
      String((Date.parse('2026-04-01T00:00:00Z') - Date.parse('2026-03-14T09:30:00Z')) / 1000),
    )
    expect([stage.runs, memory.usedUnits(), memory.reservedUnits()]).toEqual([2, 6, 0])
  })

  test('a month later the quota is whole again, and a call is billed to the month it was reserved in', async () => {
    const { call, addOrganization, time, memory, stage } = createToys({ later })
    const { key, organization } = addOrganization('free', { quotaOverride: 3 })
    stage.gated = true
    time.now = Date.parse('2026-03-31T23:59:59Z')
    const begun = stage.arrival()
    const late = call('toy-echo.get', key, { say: 'a' })
    await begun
    time.now = Date.parse('2026-04-01T00:00:01Z')
    stage.open()
    expect((await late).status).toBe(200)
    expect(memory.used).toEqual(new Map([[`${organization.id} 2026-03`, 3]]))
    const april = await call('toy-echo.get', key, { say: 'b' })
    expect([april.status, april.headers['x-quota-used']]).toEqual([200, '3'])
  })

  test.each([
    ['an error with a code', () => new OperationError('NOT_FOUND', 'No such thing.'), 404, 'NOT_FOUND'],
    ['a defect', () => new TypeError('secret-in-message'), 500, 'INTERNAL'],
    ['a thrown string', () => 'boom', 500, 'INTERNAL'],
  ])('%s gives the units back', async (_, fail, status, code) => {
    const { call, addOrganization, stage, memory, defects } = createToys({ later })
    const { key } = addOrganization('free')
    stage.fail = fail
    const answer = await call('toy-cached.get', key, { say: 'x' })
    expect([answer.status, answer.json.error.code, answer.headers['x-quota-cost']]).toEqual([status, code, '0'])
    expect(answer.raw.toString()).not.toContain('secret-in-message')
    expect([memory.usedUnits(), memory.reservedUnits(), memory.cached.size]).toEqual([0, 0, 0])
    expect(defects).toHaveLength(status === 500 ? 1 : 0)
  })

  test('an output that does not match its schema is UPSTREAM_CHANGED naming the path, unbilled', async () => {
    const { call, addOrganization, memory } = createToys({ later })
    const { key } = addOrganization('free')
    const answer = await call('toy-wrong.get', key, { say: 'x' })
    expect([answer.status, answer.json.error.code]).toEqual([502, 'UPSTREAM_CHANGED'])
    expect(answer.json.error.message).toContain('said')
    expect(memory.usedUnits() + memory.reservedUnits()).toBe(0)
  })

  test('a settle that fails is 503, unbilled, and the claim is free again', async () => {
    const { call, addOrganization, memory } = createToys({ later })
    const { key } = addOrganization('free')
    memory.settleFails = true
    const failed = await call('toy-cached.get', key, { say: 'x' }, { idempotencyKeys: [IDEMPOTENCY_KEY] })
    expect([failed.status, failed.json.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect([memory.usedUnits(), memory.reservedUnits(), memory.cached.size]).toEqual([0, 0, 0])
    memory.settleFails = false
    const retried = await call('toy-cached.get', key, { say: 'x' }, { idempotencyKeys: [IDEMPOTENCY_KEY] })
    expect([retried.status, retried.headers['idempotency-replayed'], memory.usedUnits()]).toEqual([200, undefined, 3])
  })

  test('plans: unlimited has no limit headers, an override still holds, an unknown plan gets nothing', async () => {
    const { call, addOrganization } = createToys({ later })
    const free = await call('toy-echo.get', addOrganization('unlimited').key, { say: 'x' })
    expect(free.headers).toMatchObject({ 'x-quota-used': '3', 'x-quota-cost': '3' })
    for (const name of ['x-quota-limit', 'x-quota-remaining', 'ratelimit']) expect(free.headers[name]).toBeUndefined()
    const capped = await call('toy-echo.get', addOrganization('unlimited', { quotaOverride: 2 }).key, { say: 'x' })
    expect(capped.json.error.code).toBe('QUOTA_EXCEEDED')
    const orphan = await call('toy-echo.get', addOrganization('gone').key, { say: 'x' })
    expect(orphan.json.error.code).toBe('QUOTA_EXCEEDED')
  })

  test('usage costs nothing, does not count against the rate, and has the quota headers without a cost', async () => {
    const { call, usage, addOrganization } = createToys({ later })
    const { key } = addOrganization('slow')
    await call('toy-cached.get', key, { say: 'x' })
    await call('toy-cached.get', key, { say: 'x' })
    for (let n = 0; n < 30; n += 1) expect((await usage(key)).status).toBe(200)
    const answer = await usage(key)
    expect(JSON.parse(Buffer.from(answer.body).toString())).toEqual({
      organization: { id: 'org_1', name: 'org_1', plan: 'slow' },
      period: '2026-03',
      quota: { limit: 1000, used: 3, remaining: 997, resetsAt: '2026-04-01T00:00:00Z' },
      operations: [{ slug: 'toy-cached.get', calls: 2, units: 3, cacheHits: 1 }],
    })
    expect(answer.headers['x-quota-cost']).toBeUndefined()
    expect(answer.headers['x-quota-used']).toBe('3')
    expect((await usage(null)).status).toBe(401)
  })
})

import { OperationError } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { createToys } from './toys.ts'

const KEY = 'b7c1a0de-0000-4000-8000-000000000001'
const keyed = { idempotencyKeys: [KEY] }

describe.each([{ later: false }, { later: true }])('idempotency (store answers later: $later)', ({ later }) => {
  test('the same key and body replays the stored bytes, unbilled, without quota headers', async () => {
    const { call, addOrganization, stage, memory } = createToys({ later })
    const { key } = addOrganization('free')
    const first = await call('toy-echo.get', key, { say: 'hello' }, keyed)
    const again = await call('toy-echo.get', key, { say: 'hello' }, keyed)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect([again.status, again.raw.equals(first.raw), stage.runs, memory.usedUnits()]).toEqual([200, true, 1, 3])
    expect(Object.keys(again.headers).filter((name) => /quota|ratelimit/.test(name))).toEqual([])
    expect(again.requestId).not.toBe(first.requestId)
    expect(memory.rows.at(-1)).toMatchObject({ replayed: true, units: 0 })
  })

  test('a key of 36 to 255 characters; anything else, and two headers, are 400 and claim nothing', async () => {
    const { call, addOrganization, memory } = createToys({ later })
    const { key } = addOrganization('free')
    for (const lines of [[''], ['k'.repeat(35)], ['k'.repeat(256)], [KEY, KEY]]) {
      const answer = await call('toy-echo.get', key, { say: 'x' }, { idempotencyKeys: lines })
      expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([
        400,
        'INVALID_INPUT',
        'Idempotency-Key',
      ])
    }
    expect(memory.answers.size).toBe(0)
    for (const length of [36, 255]) {
      expect((await call('toy-echo.get', key, { say: 'x' }, { idempotencyKeys: ['k'.repeat(length)] })).status).toBe(
        200,
      )
    }
  })

  test('another body, the same JSON written differently, or another operation is 409 REUSED', async () => {
    const { call, addOrganization, stage } = createToys({ later })
    const { key } = addOrganization('free')
    await call('toy-echo.get', key, '{"say":"hello"}', keyed)
    for (const [slug, body] of [
      ['toy-echo.get', '{"say":"other"}'],
      ['toy-echo.get', '{ "say":"hello"}'],
      ['toy-cached.get', '{"say":"hello"}'],
    ] as const) {
      const answer = await call(slug, key, body, keyed)
      expect([answer.status, answer.json.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
      expect(answer.headers['retry-after']).toBeUndefined()
    }
    expect(stage.runs).toBe(1)
  })

  test('of a hundred at once one runs; the others are told to ask again in a second', async () => {
    const { call, addOrganization, stage, memory } = createToys({ later })
    const { key } = addOrganization('free')
    stage.gated = true
    const begun = stage.arrival()
    const calls = Array.from({ length: 100 }, () => call('toy-echo.get', key, { say: 'x' }, keyed))
    await begun
    stage.open()
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const waiting = answers.filter((answer) => answer.status === 409)
    expect(waiting).toHaveLength(99)
    expect(waiting[0]?.json.error.code).toBe('IDEMPOTENCY_IN_FLIGHT')
    expect(waiting[0]?.headers['retry-after']).toBe('1')
    expect([stage.runs, memory.usedUnits()]).toEqual([1, 3])
  })

  test('4xx is stored, invalid input included; 429 and 5xx release the key', async () => {
    const { call, addOrganization, stage } = createToys({ later })
    const { key } = addOrganization('free')
    const invalid = await call('toy-echo.get', key, { wrong: 1 }, keyed)
    const replayed = await call('toy-echo.get', key, { wrong: 1 }, keyed)
    expect([
      invalid.status,
      replayed.status,
      replayed.headers['idempotency-replayed'],
      replayed.raw.equals(invalid.raw),
    ]).toEqual([400, 400, 'true', true])

    const statuses = async (code: 'NOT_FOUND' | 'UPSTREAM_ERROR' | 'UPSTREAM_RATE_LIMITED' | 'TIMEOUT', id: string) => {
      stage.fail = () => new OperationError(code, 'as asked')
      const options = { idempotencyKeys: [id.repeat(36)] }
      await call('toy-echo.get', key, { say: 'x' }, options)
      return (await call('toy-echo.get', key, { say: 'x' }, options)).headers['idempotency-replayed']
    }
    expect(await statuses('NOT_FOUND', 'a')).toBe('true')
    expect(await statuses('UPSTREAM_ERROR', 'b')).toBeUndefined()
    expect(await statuses('UPSTREAM_RATE_LIMITED', 'c')).toBeUndefined()
    expect(await statuses('TIMEOUT', 'd')).toBeUndefined()

    stage.fail = null
    const poor = addOrganization('free', { quotaOverride: 2 })
    const refused = await call('toy-echo.get', poor.key, { say: 'x' }, keyed)
    expect([
      refused.status,
      (await call('toy-echo.get', poor.key, { say: 'x' }, keyed)).headers['idempotency-replayed'],
    ]).toEqual([429, undefined])
  })

  test('an answer over 100 KB is billed but not stored: a repeat runs anew', async () => {
    const { call, addOrganization, stage, memory } = createToys({ later })
    const { key } = addOrganization('free')
    const frame = JSON.stringify({ said: '', runs: 1 }).length
    const fits = 'x'.repeat(100 * 1024 - frame)
    const first = { idempotencyKeys: ['f'.repeat(36)] }
    expect((await call('toy-echo.get', key, { say: fits }, first)).raw).toHaveLength(100 * 1024)
    expect((await call('toy-echo.get', key, { say: fits }, first)).headers['idempotency-replayed']).toBe('true')
    const second = { idempotencyKeys: ['g'.repeat(36)] }
    await call('toy-echo.get', key, { say: `${fits}x` }, second)
    expect(
      (await call('toy-echo.get', key, { say: `${fits}x` }, second)).headers['idempotency-replayed'],
    ).toBeUndefined()
    expect([stage.runs, memory.usedUnits()]).toEqual([3, 9])
  })

  test('keys belong to the organization and are forgotten after a day', async () => {
    const { call, addOrganization, stage, time } = createToys({ later })
    const { key } = addOrganization('free')
    const other = addOrganization('free').key
    await call('toy-echo.get', key, { say: 'mine' }, keyed)
    expect((await call('toy-echo.get', other, { say: 'theirs' }, keyed)).json.said).toBe('theirs')
    time.now += 86_400_000 - 1
    expect((await call('toy-echo.get', key, { say: 'mine' }, keyed)).headers['idempotency-replayed']).toBe('true')
    time.now += 2
    expect((await call('toy-echo.get', key, { say: 'mine' }, keyed)).headers['idempotency-replayed']).toBeUndefined()
    expect(stage.runs).toBe(3)
  })

  test('a caller that leaves does not stop a keyed call: it is billed, stored and replayed', async () => {
    const { call, addOrganization, stage, memory } = createToys({ later })
    const { key } = addOrganization('free')
    stage.gated = true
    const begun = stage.arrival()
    const left = call('toy-cached.get', key, { say: 'x' }, keyed)
    await begun
    left.leave()
    stage.open()
    expect((await left).status).toBe(200)
    expect(stage.signals[0]?.aborted).toBe(false)
    const retry = await call('toy-cached.get', key, { say: 'x' }, keyed)
    expect([retry.headers['idempotency-replayed'], stage.runs, memory.usedUnits()]).toEqual(['true', 1, 3])
  })

  test('operations that act on an account claim durably; stored answers of those that take secrets are sealed', async () => {
    const { call, addOrganization, memory } = createToys({ later })
    const { key } = addOrganization('free')
    await call('toy-act.post', key, { say: 'x' }, keyed)
    await call('toy-private.get', key, { token: 'invented-token' }, { idempotencyKeys: ['p'.repeat(36)] })
    const [acted, secretive] = [...memory.answers.values()]
    expect([acted?.request.durable, secretive?.request.durable]).toEqual([true, false])
    expect(Buffer.from(acted?.stored?.body ?? []).toString()).toContain('"said"')
    expect(Buffer.from(secretive?.stored?.body ?? []).toString()).not.toContain('"said"')
    const replay = await call(
      'toy-private.get',
      key,
      { token: 'invented-token' },
      { idempotencyKeys: ['p'.repeat(36)] },
    )
    expect([replay.headers['idempotency-replayed'], replay.json.said]).toEqual(['true', '14'])
  })

  test('a cache hit under a key is stored as an answer, unbilled', async () => {
    const { call, addOrganization, memory } = createToys({ later })
    const { key } = addOrganization('free')
    await call('toy-cached.get', key, { say: 'x' })
    const hit = await call('toy-cached.get', key, { say: 'x' }, keyed)
    expect([hit.headers['x-kiosk-cache'], hit.headers['x-quota-cost']]).toEqual(['HIT', '0'])
    const replay = await call('toy-cached.get', key, { say: 'x' }, keyed)
    expect([replay.headers['idempotency-replayed'], memory.usedUnits()]).toEqual(['true', 3])
  })
})

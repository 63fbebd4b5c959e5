import { createdKey, keyList } from '@kiosk/dashboard'
import { hashKey } from '@kiosk/engine'
import { expect, test } from 'vitest'
import { openSite, type Person, type Site } from './site.ts'

const HOUR_MS = 3_600_000

async function make(person: Person, name: string) {
  const answer = await person.ask('POST', '/api/keys', { body: { name } })
  expect(answer.statusCode, answer.body).toBe(201)
  return createdKey.parse(answer.json())
}

async function list(person: Person) {
  return keyList.parse((await person.ask('GET', '/api/keys')).json())
}

function engineTakes(site: Site, key: string) {
  return site.store.keys.find(hashKey(key))
}

test('a key is shown once, works, and is listed with the name of who made it', async () => {
  const site = await openSite()
  const ana = await site.signUp('Ana Example')
  const made = await make(ana, ' laptop ')
  expect(made.key).toMatch(/^kiosk_[0-9a-f]{48}$/)
  expect(made).toMatchObject({ name: 'laptop', prefix: made.key.slice(0, 12) })
  expect(await engineTakes(site, made.key)).toMatchObject({ organization: { id: ana.organizationId }, keyId: made.id })

  const answer = await ana.ask('GET', '/api/keys')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).not.toContain(made.key)
  const { key: _, ...shown } = made
  expect((await list(ana)).keys).toEqual([{ ...shown, createdBy: 'Ana Example', lastUsed: null }])
})

test("a key of the operator's command line has no maker", async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const { organizationId } = ana
  await site.directory.addKey({ organizationId, name: 'cli', prefix: 'kiosk_abcdef', hash: 'h', createdBy: null })
  expect((await list(ana)).keys).toMatchObject([{ name: 'cli', createdBy: null }])
})

test('a deletion is answered when no engine takes the key any more; a second one finds nothing', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const { id, key } = await make(ana, 'laptop')
  expect(await engineTakes(site, key)).not.toBeNull()
  const deleted = await ana.ask('DELETE', `/api/keys/${id}`)
  expect([deleted.statusCode, deleted.body]).toEqual([204, ''])
  expect(await engineTakes(site, key)).toBeNull()
  const again = await ana.ask('DELETE', `/api/keys/${id}`)
  expect([again.statusCode, again.json().error.code]).toEqual([404, 'NOT_FOUND'])
})

test('members see keys, and neither make nor delete them', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp(), await site.signUp()]
  const headers = await site.join(ana, ben)
  const { id } = await make(ana, 'laptop')
  expect((await ben.ask('GET', '/api/keys', { headers })).json().keys).toMatchObject([{ id }])
  for (const answer of [
    await ben.ask('POST', '/api/keys', { headers, body: { name: 'mine' } }),
    await ben.ask('DELETE', `/api/keys/${id}`, { headers }),
  ]) {
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'FORBIDDEN'])
  }
  expect((await list(ana)).keys).toHaveLength(1)
})

test('ten new ones an hour, deleted ones included; the answer and the list say when the next is possible', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const first = await make(ana, 'key 0')
  site.wait(600_000)
  for (let i = 1; i < 10; i++) await make(ana, `key ${i}`)
  await ana.ask('DELETE', `/api/keys/${first.id}`)
  site.wait(600_500)

  const refused = await ana.ask('POST', '/api/keys', { body: { name: 'one more' } })
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RATE_LIMITED'])
  const waitSec = Number(refused.headers['retry-after'])
  expect(waitSec).toBe(2400)
  const { limits } = await list(ana)
  const nextAt = new Date(Date.parse(first.createdAt) + HOUR_MS).toISOString()
  expect(limits).toEqual({ keys: 20, newPerHour: 10, newLeft: 0, nextAt })

  site.wait(waitSec * 1000)
  expect((await list(ana)).limits).toMatchObject({ newLeft: 1, nextAt: null })
  await make(ana, 'one more')
})

test('twenty keys, then the name says why not', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  for (let i = 0; i < 20; i++) {
    if (i % 10 === 0) site.wait(HOUR_MS + 1)
    await make(ana, `key ${i}`)
  }
  site.wait(HOUR_MS + 1)
  const refused = await ana.ask('POST', '/api/keys', { body: { name: 'one more' } })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().error).toMatchObject({ code: 'INVALID_INPUT', field: 'name' })
  expect(refused.json().error.message).toContain('at most 20 keys')
})

test('a body that does not fit is refused by its field', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const bodies: [unknown, string][] = [
    [undefined, 'body'],
    [[], 'body'],
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'ok', scope: 'all' }, 'scope'],
  ]
  for (const [body, field] of bodies) {
    const answer = await ana.ask('POST', '/api/keys', { body })
    expect([answer.statusCode, answer.json().error.field], JSON.stringify(body)).toEqual([400, field])
  }
  expect((await list(ana)).keys).toEqual([])
})

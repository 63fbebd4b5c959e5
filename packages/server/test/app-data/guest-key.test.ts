import { guestKey } from '@kiosk/dashboard'
import { hashKey } from '@kiosk/engine'
import { expect, test } from 'vitest'
import { APP_URL, openSite, type Site } from './site.ts'

const DAY_MS = 86_400_000

function ask(site: Site, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') {
  return site.app.inject({ method: 'POST', url: '/api/guest-key', headers, remoteAddress })
}

test('a guest gets an organization of its own for seven days', async () => {
  const site = await openSite()
  const answer = await ask(site)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
  const { key, plan, quota, expiresAt } = guestKey.parse(answer.json())
  expect([plan, quota]).toEqual(['guest', { limit: 200 }])
  expect(expiresAt).toBe(new Date(site.now + 7 * DAY_MS).toISOString())
  const other = guestKey.parse((await ask(site)).json())
  const callers = await Promise.all([key, other.key].map((one) => site.store.keys.find(hashKey(one))))
  expect(callers).toMatchObject([
    { organization: { plan: 'guest', expiresAt } },
    { organization: { plan: 'guest', expiresAt } },
  ])
  expect(callers[0]?.organization.id).not.toBe(callers[1]?.organization.id)
})

test('three in seven days for an address, and for all addresses of an IPv6 household', async () => {
  const site = await openSite()
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3']) {
    expect((await ask(site, {}, address)).statusCode).toBe(201)
  }
  const refused = await ask(site, {}, '2001:db8::4')
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RATE_LIMITED'])
  expect(refused.headers['retry-after'], 'until the first of them is a week old').toBe(String((7 * DAY_MS) / 1000))
  expect((await ask(site, {}, '2001:db8:0:1::1')).statusCode, 'another household').toBe(201)
  expect((await ask(site, {}, '192.0.2.1')).statusCode, 'another address').toBe(201)
  expect(await site.directory.listOrganizations()).toHaveLength(5)
  site.wait(7 * DAY_MS + 1)
  expect((await ask(site, {}, '2001:db8::4')).statusCode).toBe(201)
})

const CHAIN = '203.0.113.7, 203.0.113.8, 203.0.113.9'

test.each([
  ['off: the one that connects', false, '192.0.2.1', CHAIN, '198.51.100.1', CHAIN],
  [
    'addresses: the last that none of them is',
    ['192.0.2.1', '198.51.100.1'],
    '198.51.100.1',
    '203.0.113.9',
    '192.0.2.1',
    '203.0.113.8',
  ],
  ['one proxy: the one that it saw', 1, '198.51.100.1', '203.0.113.9', '192.0.2.1', '203.0.113.9, 203.0.113.8'],
  [
    'two proxies: the one that the first saw',
    2,
    '198.51.100.1',
    '203.0.113.8, 10.0.0.1',
    '192.0.2.1',
    '203.0.113.7, 203.0.113.9',
  ],
])('an address with trusted proxies is, %s', async (_, trustProxy, sameFrom, sameVia, otherFrom, otherVia) => {
  const site = await openSite({ trustProxy: trustProxy as false | number | string[] })
  const from = (address: string, via: string) => ask(site, { 'x-forwarded-for': via }, address)
  for (let i = 0; i < 3; i++) expect((await from('192.0.2.1', CHAIN)).statusCode).toBe(201)
  expect((await from(sameFrom, sameVia)).statusCode, 'the same caller').toBe(429)
  expect((await from(otherFrom, otherVia)).statusCode, 'another one').toBe(201)
})

test('a page of another site cannot use up what its visitors are given', async () => {
  const site = await openSite()
  for (const origin of ['https://evil.example.test', 'null', `${APP_URL}.evil.test`]) {
    const answer = await ask(site, { origin })
    expect([answer.statusCode, answer.json().error.code], origin).toEqual([403, 'FORBIDDEN'])
  }
  expect((await ask(site, { origin: APP_URL })).statusCode).toBe(201)
})

test('a guest plan without a limit says so', async () => {
  const site = await openSite({ plans: '{"guest":{"units":null,"ratePerSec":2}}' })
  expect(guestKey.parse((await ask(site)).json()).quota).toEqual({ limit: null })
})

test('closed means 403, with nothing made', async () => {
  const site = await openSite({ guestKeys: false })
  const answer = await ask(site)
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'FORBIDDEN'])
  expect(await site.directory.listOrganizations()).toEqual([])
})

test('the sign-in page learns whether guests are welcome', async () => {
  for (const guestKeys of [true, false]) {
    const site = await openSite({ guestKeys })
    expect((await site.app.inject('/api/instance')).json()).toMatchObject({
      guestKeys,
      signup: 'open',
      appUrl: APP_URL,
    })
  }
})

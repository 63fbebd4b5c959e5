import { defineProvider, type HttpResponse } from '@kiosk/catalog'
import { expect, test } from 'vitest'
import { refuseUnlessOk, retryAfterSec } from './upstream.ts'

const provider = defineProvider({
  name: 'kites',
  title: 'Kites',
  upstreams: { main: 'https://kites.test' },
  hosts: 'own',
})
const clock = { now: () => new Date('2026-03-14T09:30:00Z'), monotonicMs: () => 0 }

function answer(status: number, retryAfter: string | null = null, text = ''): HttpResponse {
  const header = (name: string) => (name === 'retry-after' ? retryAfter : null)
  return { status, url: '', header, cookies: [], bytes: new Uint8Array(), text: () => text, json: () => undefined }
}

test.each([
  ['120', 120],
  [' 0 ', 1],
  ['Sat, 14 Mar 2026 09:31:30 GMT', 90],
  ['Sat, 14 Mar 2026 09:00:00 GMT', 1],
  ['1773480660', 60],
  ['1500000000', 1],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j is %j s', (value, seconds) => {
  expect(retryAfterSec(answer(429, value), clock)).toBe(seconds)
})

test.each([
  [429, 'UPSTREAM_RATE_LIMITED'],
  [401, 'UPSTREAM_BLOCKED'],
  [403, 'UPSTREAM_BLOCKED'],
  [302, 'UPSTREAM_BLOCKED'],
  [418, 'UPSTREAM_ERROR'],
  [503, 'UPSTREAM_ERROR'],
])('%i is %s, and says whose answer it was', (status, code) => {
  const thrown = { code, details: { upstream: { provider: 'kites', status } } }
  expect(() => refuseUnlessOk(provider, answer(status), clock)).toThrow(expect.objectContaining(thrown))
})

test.each([
  ['in words', null, 'Too many requests, slow down.', 'UPSTREAM_RATE_LIMITED'],
  ['in JSON', null, '{"error":"Rate limit exceeded"}', 'UPSTREAM_RATE_LIMITED'],
  ['by naming a time', '9', '', 'UPSTREAM_RATE_LIMITED'],
  ['not: a wall that mentions it', null, ' <html>too many requests, prove you are human</html>', 'UPSTREAM_BLOCKED'],
  ['not: another reason', null, 'Please set a user agent.', 'UPSTREAM_BLOCKED'],
])('a 403 that says it is a limit %s', (_, retryAfter, text, code) => {
  const retryAfterSec = code === 'UPSTREAM_BLOCKED' ? undefined : Number(retryAfter ?? 60)
  const thrown = expect.objectContaining({ code, retryAfterSec })
  expect(() => refuseUnlessOk(provider, answer(403, retryAfter, text), clock)).toThrow(thrown)
})

test.each([200, 204, 299])('%i is an answer', (status) => {
  expect(() => refuseUnlessOk(provider, answer(status), clock)).not.toThrow()
})

import { expect, test } from 'vitest'
import { rateLimitOf } from './rate-limit.ts'

const of = (headers: Record<string, string>) => rateLimitOf({ header: (name) => headers[name] ?? null })

test('what is not stated, or is no whole number, is null', () => {
  const nothing = { limit: null, remaining: null, resetEpoch: null, resetAt: null, resource: null }
  expect(of({})).toEqual(nothing)
  const odd = { 'x-ratelimit-limit': '', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '9'.repeat(20) }
  expect(of({ ...odd, 'x-ratelimit-resource': ' ' })).toEqual(nothing)
})

test('zero is a number', () => {
  expect(of({ 'x-ratelimit-remaining': '0' }).remaining).toBe(0)
})

test('the reset is told twice', () => {
  expect(of({ 'x-ratelimit-reset': '1773480600' })).toMatchObject({
    resetEpoch: 1_773_480_600,
    resetAt: '2026-03-14T09:30:00.000Z',
  })
  expect(of({ 'x-ratelimit-reset': '99999999999' }).resetAt).toBe('5138-11-16T09:46:39.000Z')
})

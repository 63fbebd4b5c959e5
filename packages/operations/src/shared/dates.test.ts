import { expect, test } from 'vitest'
import { z } from 'zod'
import { optionalTime, upstreamTime, utcTime } from './dates.ts'

test.each([
  ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
  ['2024-05-01T10:00:00.123456Z', '2024-05-01T10:00:00.123456Z'],
  ['2024-05-01T10:00:00', '2024-05-01T10:00:00Z'],
  ['2024-05-01 10:00:00', '2024-05-01T10:00:00Z'],
  ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00.000Z'],
  ['2024-05-01T10:00:00-0330', '2024-05-01T13:30:00.000Z'],
])('%s is %s', (given, expected) => {
  expect(utcTime(given)).toBe(expected)
  expect(z.iso.datetime().safeParse(utcTime(given)).success).toBe(true)
})

test.each(['', '2024-05-01', '2024-13-01T10:00:00Z', '2024-05-01T25:00:00Z', 'yesterday'])('%j is no time', (given) => {
  expect(utcTime(given)).toBeNull()
  expect(upstreamTime.safeParse(given).success).toBe(false)
})

test('what is not there is null', () => {
  expect(z.object({ at: optionalTime }).parse({})).toEqual({ at: null })
})

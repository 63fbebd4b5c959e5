import { expect, test } from 'vitest'
import { secondsUntilNext } from './publication.ts'

const HOUR = 3600

test.each([
  ['Thursday evening in winter: Friday 15:00 UTC', '2026-01-15', '2026-01-15T18:00:00Z', 21 * HOUR],
  ['Thursday evening in summer: Friday 14:00 UTC', '2026-07-16', '2026-07-16T18:00:00Z', 20 * HOUR],
  ['Friday evening: Monday', '2026-01-16', '2026-01-16T18:00:00Z', 69 * HOUR],
  ['Sunday: Monday', '2026-01-16', '2026-01-18T15:00:00Z', 24 * HOUR],
  ['over the change to summer time: Monday 14:00 UTC', '2026-03-27', '2026-03-29T14:00:00Z', 24 * HOUR],
  ['a minute before', '2026-01-15', '2026-01-16T14:59:00Z', 60],
  ['the moment has come', '2026-01-15', '2026-01-16T15:00:00Z', 900],
  ['bank holiday: late all day', '2026-04-02', '2026-04-03T19:00:00Z', 900],
  ['a file from another age', '2018-06-11', '2026-01-16T15:00:00Z', 900],
  ['a file from the future', '2099-01-01', '2026-01-16T15:00:00Z', 72 * HOUR],
])('%s', (_, date, now, seconds) => {
  expect(secondsUntilNext(date, new Date(now))).toBe(seconds)
})

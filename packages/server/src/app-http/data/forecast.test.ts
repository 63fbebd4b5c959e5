import { monthAt } from '@kiosk/engine'
import { expect, test } from 'vitest'
import { alerts, forecast } from './forecast.ts'

const at = (text: string) => Date.parse(text)
const of = (used: number, limit: number | null, now: string) => forecast(used, limit, monthAt(at(now)), at(now))

test('goes on as it went so far', () => {
  expect(of(100, 1000, '2026-11-11T00:00:00Z')).toEqual({ units: 300, exhaustedAt: null })
  expect(of(500, 1000, '2026-11-11T00:00:00Z')).toEqual({ units: 1500, exhaustedAt: '2026-11-21T00:00:00.000Z' })
  expect(of(500, null, '2026-11-11T00:00:00Z')).toEqual({ units: 1500, exhaustedAt: null })
})

test('a few minutes say nothing of a month: the first day counts whole', () => {
  expect(of(10, 1000, '2026-11-01T00:00:30Z').units).toBe(300)
})

test('nothing spent leads nowhere, and a quota that is used up ended by now', () => {
  expect(of(0, 1000, '2026-11-11T00:00:00Z')).toEqual({ units: 0, exhaustedAt: null })
  for (const [used, limit] of [
    [1000, 1000],
    [1500, 1000],
    [0, 0],
  ] as const) {
    expect(of(used, limit, '2026-11-11T06:00:00Z').exhaustedAt).toBe('2026-11-11T06:00:00.000Z')
  }
})

test('the end of the quota lies in the month, or is not told', () => {
  expect(of(990, 1000, '2026-11-30T23:00:00Z').exhaustedAt).toBeNull()
  expect(of(999, 1000, '2026-11-30T00:00:00Z').exhaustedAt).toBe('2026-11-30T00:41:48.108Z')
})

test.each([
  [499, 1000, []],
  [500, 1000, [50]],
  [800, 1000, [50, 80]],
  [1000, 1000, [50, 80, 100]],
  [1_000_000, null, []],
  [0, 0, [50, 80, 100]],
])('%d of %s units: alerts %j', (used, limit, expected) => {
  expect(alerts(used, limit)).toEqual(expected)
})

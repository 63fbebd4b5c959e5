import { describe, expect, it } from 'vitest'
import { bars, daysOfMonth, niceMax, ticks } from './scale.ts'

it.each([
  [[], 1],
  [[0, 0], 1],
  [[7], 8],
  [[1.2], 2],
  [[10], 10],
  [[11, 3], 15],
  [[258], 300],
  [[430], 500],
  [[501], 600],
])('the top of %j is %d', (values, top) => {
  expect(niceMax(values)).toBe(top)
})

it('ticks are whole', () => {
  expect(ticks(500)).toEqual([0, 250, 500])
  expect(ticks(5)).toEqual([0, 5])
})

describe('bars', () => {
  it('stand on the ground, side by side, inside of the box', () => {
    const [first, second] = bars([50, 100], { width: 100, height: 40 }, 0.5)
    expect(first).toEqual({ x: 12.5, y: 20, width: 25, height: 20 })
    expect(second).toEqual({ x: 62.5, y: 0, width: 25, height: 40 })
  })

  it('are seen when there is something, and not when there is nothing', () => {
    const [some, none] = bars([1, 0, 1_000_000], { width: 90, height: 100 })
    expect(some?.height).toBeGreaterThan(1)
    expect(none?.height).toBe(0)
  })
})

it('days of a month', () => {
  expect(daysOfMonth('2026-11')).toHaveLength(30)
  expect(daysOfMonth('2028-02').at(-1)).toBe('2028-02-29')
  expect(daysOfMonth('2026-12')[0]).toBe('2026-12-01')
})

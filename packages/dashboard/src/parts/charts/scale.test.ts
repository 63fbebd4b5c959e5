import { describe, expect, it } from 'vitest'
import { barHeights, daysOfMonth, niceMax, ticks } from './scale.ts'

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
  it('are as high as their share of the top', () => {
    expect(barHeights([50, 100])).toEqual([50, 100])
    expect(barHeights([3, 7])).toEqual([37.5, 87.5])
  })

  it('are seen when there is something, and not when there is nothing', () => {
    const [some, none] = barHeights([1, 0, 1_000_000])
    expect(some).toBeGreaterThan(1)
    expect(none).toBe(0)
  })
})

it('days of a month', () => {
  expect(daysOfMonth('2026-11')).toHaveLength(30)
  expect(daysOfMonth('2028-02').at(-1)).toBe('2028-02-29')
  expect(daysOfMonth('2026-12')[0]).toBe('2026-12-01')
})

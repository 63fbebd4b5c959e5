import { expect, it } from 'vitest'
import { type Forest, sumLeaves, sumLeavesOfRows } from './forest.ts'

/** `count` trees of one question each: at most 0.5 gives `low`, more gives `high`. */
function stumps(count: number, low: number, high: number): Forest {
  const repeat = (...values: number[]): number[] => Array.from({ length: count }, () => values).flat()
  return {
    roots: Int32Array.from({ length: count }, (_, tree) => tree * 3),
    column: Int16Array.from(repeat(1, -1, -1)),
    value: Float32Array.from(repeat(0.5, low, high)),
    right: Int16Array.from(repeat(2, 0, 0)),
  }
}

/** Two columns; the second is asked. */
const rows = Float32Array.of(9, 0.5, 9, 0.75, 9, 0)

it('sums the leaves of all trees, row by row or all rows at once', () => {
  const forest = stumps(100, -0.125, 0.25)
  expect([0, 2, 4].map((row) => sumLeaves(forest, rows, row))).toEqual([-12.5, 25, -12.5])
  expect(sumLeavesOfRows(stumps(20, -0.125, 0.25), rows, 2)).toEqual(Float32Array.of(-2.5, 5, -2.5))
})

it('gives up rows that are hopeless after the first trees, and no others', () => {
  const [hopeless, sure] = sumLeavesOfRows(stumps(100, -0.125, 0.25), rows, 2)
  expect(hopeless).toBe(-0.125 * 60)
  expect(sure).toBe(25)
  expect(sumLeavesOfRows(stumps(100, -0.03125, 0), rows, 2)[0]).toBe(-3.125)
})

import { expect, test } from 'vitest'
import { UsedTokens } from './used-tokens.ts'

test('a token serves once, for as long as it could be shown again', () => {
  const used = new UsedTokens(10)
  expect(used.use('a', 1_000, 0)).toBe(true)
  expect(used.use('a', 1_000, 0)).toBe(false)
  expect(used.use('b', 1_000, 0)).toBe(true)
  expect(used.use('a', 1_000, 999)).toBe(false)
})

test('what has expired is forgotten, what came out of order a little later', () => {
  const used = new UsedTokens(10)
  used.use('late', 2_000, 0)
  used.use('early', 1_000, 0)
  used.use('next', 3_000, 1_500)
  expect(used.size).toBe(3)
  used.use('last', 4_000, 2_000)
  expect(used.size).toBe(2)
})

test('when it is full, new tokens are refused rather than old ones opened again', () => {
  const used = new UsedTokens(2)
  used.use('a', 1_000, 0)
  used.use('b', 1_000, 0)
  expect(() => used.use('c', 1_000, 999)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }))
  expect(used.use('a', 1_000, 999)).toBe(false)
  expect(used.use('c', 2_000, 1_000)).toBe(true)
})

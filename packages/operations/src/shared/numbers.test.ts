import { expect, test } from 'vitest'
import { z } from 'zod'
import { numeric, optionalWhole, whole } from './numbers.ts'

test.each([
  [85, 85],
  ['85.0', 85],
  [' -3 ', -3],
  ['1564234358', 1_564_234_358],
])('whole reads %j as %j', (given, expected) => {
  expect(whole.parse(given)).toBe(expected)
})

test.each(['', '1,234', '12 kites', '0x10', '1e3', '85.5', 85.5, null, true, '9'.repeat(30)])(
  'whole refuses %j',
  (given) => {
    expect(whole.safeParse(given).success).toBe(false)
    expect(z.object({ n: optionalWhole }).parse({ n: given })).toEqual({ n: null })
  },
)

test('a number that is not there is null', () => {
  expect(z.object({ n: optionalWhole }).parse({})).toEqual({ n: null })
})

test('numeric keeps decimals', () => {
  expect(numeric.parse('35.6897')).toBe(35.6897)
})

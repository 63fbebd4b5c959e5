import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { capped } from './capped.ts'

it('what is short stays as it is', () => {
  const value = { title: 'A', list: [1, 2, 3], nested: { text: 'b'.repeat(500) } }
  expect(capped(value, 1000)).toEqual({ value, cuts: [] })
})

it('the longest text goes first, and only as far as it must', () => {
  const { value, cuts } = capped({ short: 'a'.repeat(500), long: 'b'.repeat(5000) }, 3000)
  expect(value).toMatchObject({ short: 'a'.repeat(500) })
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(3000)
  expect(JSON.stringify(value).length).toBeGreaterThan(2900)
  expect(cuts).toEqual([expect.stringMatching(/^long: \d+ of 5000 characters$/)])
})

it('lists lose their ends', () => {
  const links = Array.from({ length: 500 }, (_, at) => ({ href: `https://example.test/${at}`, text: `link ${at}` }))
  const { value, cuts } = capped({ title: 'A', links }, 5000)
  const kept = (value as { links: unknown[] }).links
  expect(kept).toEqual(links.slice(0, kept.length))
  expect(kept.length).toBeGreaterThan(50)
  expect(cuts).toEqual([`links: ${kept.length} of 500 items`])
})

it('does not touch what it was given', () => {
  const value = { text: 'a'.repeat(5000) }
  capped(value, 1000)
  expect(value.text).toHaveLength(5000)
})

it('no text ends in half of a character', () => {
  const { value } = capped({ text: '\u{1f600}'.repeat(1000) }, 1001)
  expect((value as { text: string }).text.isWellFormed()).toBe(true)
})

it('keeps names and kinds of values, whatever it is given', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 2000 }), (given, maxChars) => {
      const { value, cuts } = capped(given, maxChars)
      expect(sameShape(given, value)).toBe(true)
      if (JSON.stringify(given).length <= maxChars) expect(cuts).toEqual([])
    }),
  )
})

function sameShape(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && b.length <= a.length && b.every((one, at) => sameShape(a[at], one))
  if (typeof a !== 'object' || a === null) return typeof a === typeof b
  if (typeof b !== 'object' || b === null) return false
  return Object.entries(a).every(([name, one]) => name in b && sameShape(one, Reflect.get(b, name)))
}

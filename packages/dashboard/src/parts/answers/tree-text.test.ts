import { expect, it } from 'vitest'
import { cellText, rawText, scalarText, sizeText } from './tree-text.ts'

it('scalars', () => {
  expect([3, true, null, 'a"b'].map(scalarText)).toEqual([
    { text: '3', kind: 'number', hidden: 0 },
    { text: 'true', kind: 'boolean', hidden: 0 },
    { text: 'null', kind: 'null', hidden: 0 },
    { text: '"a\\"b"', kind: 'string', hidden: 0 },
  ])
})

it('long strings are cut, and say by how much', () => {
  const cut = scalarText('x'.repeat(1000))
  expect(cut.hidden).toBe(700)
  expect(cut.text).toHaveLength(302)
})

it('sizes', () => {
  expect([[1], {}, { a: 1 }].map(sizeText)).toEqual(['1 item', '0 fields', '1 field'])
})

it('cells', () => {
  expect([null, undefined, 'a', 0, { a: 1 }].map(cellText)).toEqual(['–', '–', 'a', '0', '{"a":1}'])
  expect(cellText('x'.repeat(400))).toHaveLength(301)
})

it('shows the beginning of a large answer and copies all of it', () => {
  const { all, shown, hidden } = rawText({ image: 'x'.repeat(200_000) })
  expect(shown).toHaveLength(100_000)
  expect(hidden).toBe(all.length - 100_000)
  expect(rawText([1])).toEqual({ all: '[\n  1\n]', shown: '[\n  1\n]', hidden: 0 })
})

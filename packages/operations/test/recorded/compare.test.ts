import { describe, expect, test } from 'vitest'
import { differences } from './compare.ts'

describe('differences', () => {
  test.each<[string, unknown, unknown]>([
    ['members that nobody expects', { a: 1 }, { a: 1, b: 2 }],
    ['times as instants', { at: '2026-03-14T09:30:00Z' }, { at: '2026-03-14T10:30:00.000+01:00' }],
    ['fractions to 6 digits', { rate: 0.8481764206955047 }, { rate: 0.848176 }],
    ['a fraction that was rounded to a whole number', 21.0000001, 21],
    ['contains, of a text', { textContains: ['ab', 'cd'] }, { text: 'abcd' }],
    ['contain, of a list', { itemsContain: [{ a: 1 }] }, { items: [{ a: 0 }, { a: 1, b: 2 }] }],
    ['starts with', { textStartsWith: 'ab' }, { text: 'abc' }],
    ['one of', { urlOneOf: ['x', null] }, { url: null }],
    ['length', { itemsLength: 2 }, { items: [1, 2] }],
    ['a member whose own name ends so', { cableLength: 5 }, { cableLength: 5 }],
  ])('lets pass: %s', (_, expected, actual) => {
    expect(differences(expected, actual)).toEqual([])
  })

  test.each<[string, unknown, unknown, string]>([
    ['another value', { a: { b: 'x' } }, { a: { b: 'y' } }, 'output.a.b: expected "x", got "y"'],
    ['null for nothing', { a: null }, {}, 'output.a: expected null, got undefined'],
    ['another count', { n: 268_457_110 }, { n: 268_457_111 }, 'output.n'],
    ['the seventh digit is free, the fifth is not', { n: 0.848176 }, { n: 0.84819 }, 'output.n'],
    ['a number as text', { n: 1 }, { n: '1' }, 'output.n'],
    ['another instant', { at: '2026-03-14T09:30:00Z' }, { at: '2026-03-14T09:30:01Z' }, 'output.at'],
    ['a shorter list', [1, 2], [1], 'output: expected 2 items, got 1'],
    ['another item', [{ a: 1 }], [{ a: 2 }], 'output.0.a'],
    ['no list', [], {}, 'output'],
    ['contains', { textContains: ['ab', 'x'] }, { text: 'ab' }, 'output.textContains'],
    ['contain', { itemsContain: [1] }, { items: [2] }, 'output.itemsContain'],
    ['starts with', { textStartsWith: 'b' }, { text: 'ab' }, 'output.textStartsWith'],
    ['one of', { urlOneOf: ['x', 'y'] }, { url: null }, 'output.urlOneOf'],
    ['length', { itemsLength: 2 }, { items: [1] }, 'output.itemsLength'],
  ])('sees: %s', (_, expected, actual, line) => {
    const found = differences(expected, actual)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(line)
  })
})

import { expect, test } from 'vitest'
import { parseMailboxes } from './authors.ts'

test.each([
  ['only an address', 'ana@example.test', [], ['ana@example.test']],
  ['name and address', 'Ana Example <ana@example.test>', ['Ana Example'], ['ana@example.test']],
  [
    'several, some named',
    'Ana <ana@example.test>, bea@example.test,Carl <carl@example.test>',
    ['Ana', 'Carl'],
    ['ana@example.test', 'bea@example.test', 'carl@example.test'],
  ],
  ['semicolons', 'ana@example.test; bea@example.test', [], ['ana@example.test', 'bea@example.test']],
  ['blanks', 'ana@example.test bea@example.test', [], ['ana@example.test', 'bea@example.test']],
  ['words', 'ana@example.test and bea@example.test', [], ['ana@example.test', 'bea@example.test']],
  ['comma in a quoted name', '"Example, Ana" <ana@example.test>', ['Example, Ana'], ['ana@example.test']],
  [
    'comma in a bare name',
    'Example, Ana <ana@example.test>, bea@example.test',
    ['Example, Ana'],
    ['ana@example.test', 'bea@example.test'],
  ],
  [
    'comma in an encoded name',
    '=?utf-8?q?Mu=C3=B1oz=2C_Ana?= <ana@example.test>',
    ['Muñoz, Ana'],
    ['ana@example.test'],
  ],
  ['address inside a quoted name', '"bea@work" <bea@example.test>', ['bea@work'], ['bea@example.test']],
  ['name in parentheses', 'ana@example.test (Ana Example)', ['Ana Example'], ['ana@example.test']],
  ['mailto', 'mailto:ana@example.test', [], ['ana@example.test']],
  ['escaped quotes', '"Ana \\"Kite\\" Example" <ana@example.test>', ['Ana "Kite" Example'], ['ana@example.test']],
  ['no address at all', 'Ana Example', [], []],
  ['nothing', '', [], []],
])('%s', (_, line, names, addresses) => {
  expect(parseMailboxes(line)).toEqual({ names, addresses })
})

test('hostile lines are read in time', () => {
  for (const piece of ['"', '\\"', '=?a?q?', '<', 'a@', ',"']) {
    const before = performance.now()
    parseMailboxes(piece.repeat(100_000))
    expect(performance.now() - before).toBeLessThan(2000)
  }
})

import { expect, test } from 'vitest'
import { parseCsv } from './csv.ts'

test.each([
  [
    'plain',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no line break at the end',
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['quoted comma, quote and line break', '"a,b","say ""c""","d\ne"\n', [['a,b', 'say "c"', 'd\ne']]],
  ['empty fields', ',,\n""\n', [['', '', '']]],
  ['empty lines', 'a\n\n\nb\n', [['a'], ['b']]],
  ['byte order mark', '\ufeffa,b', [['a', 'b']]],
  ['nothing', '', []],
])('%s', (_, text, rows) => {
  expect(parseCsv(text)).toEqual(rows)
})

test.each(['a,"b\n1,2\n', 'a,b"c\n'])('%j cannot be read', (text) => {
  expect(() => parseCsv(text)).toThrow(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
})

import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes what needs it', () => {
  expect(csvLine(['a', 'b,c', 'say "so"', 'two\nlines', 7, true, null])).toBe(
    'a,"b,c","say ""so""","two\nlines",7,true,\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1'])('%j is a text, not a formula', (cell) => {
  expect(csvLine([cell]).replace(/^"/, '')[0]).toBe("'")
})

test('numbers stay numbers', () => {
  expect(csvLine([-1, 0])).toBe('-1,0\r\n')
})

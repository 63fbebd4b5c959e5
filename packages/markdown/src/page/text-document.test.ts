import { describe, expect, test } from 'vitest'
import { cutText, markdownTitle, normalizeText } from './text-document.ts'

test.each([
  ['\ufeff\r\n \r\n  a\r\nb\rc \n\n', '  a\nb\nc'],
  ['a\n\n\nb', 'a\n\n\nb'],
  ['', ''],
])('%j is %j', (text, expected) => {
  expect(normalizeText(text)).toBe(expected)
})

describe('the title of Markdown', () => {
  test.each([
    ['# Box kites', 'Box kites'],
    ['words\n\n# Box kites #\n# Later', 'Box kites'],
    ['Box kites\n=========\n', 'Box kites'],
    ['# **Box** `kites` [here](https://a.test)', 'Box kites here'],
    ['---\n# not: this\n---\n# Box kites', 'Box kites'],
    ['```sh\n# a comment\n```\n# Box kites', 'Box kites'],
    ['## Only a section', ''],
    ['#hashtag', ''],
    ['plain', ''],
  ])('%j', (markdown, expected) => {
    expect(markdownTitle(markdown)).toBe(expected)
  })
})

describe('the cut', () => {
  test.each([
    ['fits', 'one two', 7, 'one two', false],
    ['after a paragraph', 'one two\n\nthree four', 12, 'one two', true],
    ['exactly at its end', 'one two\n\nthree', 7, 'one two', true],
    ['after a line', 'one\ntwo\nthree', 9, 'one\ntwo', true],
    ['after a word', 'one two three', 9, 'one two', true],
    ['inside a word', 'x'.repeat(20), 10, 'x'.repeat(10), true],
    ['in code points', '🪁'.repeat(5), 5, '🪁'.repeat(5), false],
    ['never inside of one', '🪁'.repeat(6), 5, '🪁'.repeat(5), true],
  ])('%s', (_, text, maxChars, expected, truncated) => {
    expect(cutText(text, maxChars)).toEqual({ text: expected, truncated })
  })
})

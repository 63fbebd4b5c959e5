import { describe, expect, test } from 'vitest'
import { convertText, cutText, markdownTitle, normalizeText } from './text-document.ts'

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

describe('Markdown that is cut', () => {
  const cut = (text: string, maxChars: number) => {
    const wishes = { mode: 'article', maxChars, includeLinks: true, includeImages: true } as const
    const outcome = convertText(text, wishes, { url: 'https://a.test/x.md', isMarkdown: true, lang: null })
    return outcome.kind === 'page' ? outcome.markdown : outcome.kind
  }
  const lines = 'let kite = 1\n'.repeat(20)

  test.each([
    ['inside of a fence, which is closed', `\`\`\`js\n${lines}\`\`\``, /^```js\n(?:let kite = 1\n)+```$/],
    ['inside of one of tildes', `~~~~\n${lines}~~~~`, /^~~~~\n(?:let kite = 1\n)+~~~~$/],
    [
      'inside of one with a shorter one in it',
      `\`\`\`\`\n\`\`\`\n${lines}\`\`\`\``,
      /^````\n```\n(?:let kite = 1\n)+````$/,
    ],
    ['after a fence', `~~~\nx\n~~~\n${lines}`, /^~~~\nx\n~~~\n(?:let kite = 1\n)+let kite = 1$/],
  ])('%s', (_, text, expected) => {
    for (const maxChars of [100, 101, 106, 113]) {
      expect(cut(text, maxChars)).toMatch(expected)
      expect(cut(text, maxChars).length).toBeLessThanOrEqual(maxChars)
    }
  })

  test('a fence that is not cut stays as it is', () => {
    expect(cut('~~~\nx', 100)).toBe('~~~\nx')
  })
})

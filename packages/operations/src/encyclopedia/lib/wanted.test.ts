import { expect, test } from 'vitest'
import { titleSegment, wantedArticle } from './wanted.ts'

test.each([
  ['free text', 'box  kite', 'en', 'box kite'],
  ['slug', 'Box_kite_(toy)', 'en', 'Box kite (toy)'],
  ['encoded slug', 'Caf%C3%A9', 'en', 'Café'],
  ['a percent sign that encodes nothing', '100% wool', 'en', '100% wool'],
  ['link', 'https://de.wikipedia.org/wiki/K%C3%B6ln', 'de', 'Köln'],
  ['mobile link', 'https://de.m.wikipedia.org/wiki/K%C3%B6ln', 'de', 'Köln'],
  [
    'link with a section and a query',
    'http://fr.wikipedia.org/wiki/Cerf-volant?action=raw#Histoire',
    'fr',
    'Cerf-volant',
  ],
  ['link without scheme', 'simple.wikipedia.org/wiki/Kite', 'simple', 'Kite'],
  ['link that begins with two slashes', '//zh-yue.wikipedia.org/wiki/Kite', 'zh-yue', 'Kite'],
  ['link in a script of the language', 'https://zh.wikipedia.org/zh-hant/%E6%9D%B1%E4%BA%AC', 'zh', '東京'],
  ['link with the title in the query', 'https://en.wikipedia.org/w/index.php?title=Box+kite&oldid=3', 'en', 'Box kite'],
  ['link with a slash in the title', 'https://en.wikipedia.org/wiki/AC/DC', 'en', 'AC/DC'],
  ['link of no edition keeps the language asked for', 'https://www.wikipedia.org/wiki/Kite', 'en', 'Kite'],
  [
    'link of another site is free text',
    'https://wikipedia.org.example.test/wiki/Kite',
    'en',
    'https://wikipedia.org.example.test/wiki/Kite',
  ],
  ['half a character', 'kite \ud800', 'en', 'kite \ufffd'],
])('%s', (_, text, language, title) => {
  expect(wantedArticle(text, 'en')).toEqual({ language, title })
})

test.each(['https://en.wikipedia.org/', 'https://en.wikipedia.org/wiki/', '_', '%20', '//wikipedia.org//%'])(
  '%j names no article',
  (text) => {
    expect(() => wantedArticle(text, 'en')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field: 'title' }))
  },
)

test('a title is one path segment', () => {
  expect(titleSegment('AC/DC at 100% ?')).toBe('AC%2FDC_at_100%25_%3F')
  expect(titleSegment('a/../b')).toBe('a%2F..%2Fb')
  expect(titleSegment('..')).toBeNull()
  expect(titleSegment('.')).toBeNull()
})

import { describe, expect, it } from 'vitest'
import { canonicalLanguage, fromGoogleCode, googleCode, isLanguage, isSameLanguage } from './languages.ts'
import { unescapeText } from './unescape.ts'

describe('languages', () => {
  it.each([
    ['de', 'de', 'de'],
    ['DE-at', 'de-AT', 'de'],
    ['iw', 'he', 'iw'],
    ['he', 'he', 'iw'],
    ['jw', 'jv', 'jw'],
    ['zh', 'zh-CN', 'zh-CN'],
    ['zh-cn', 'zh-CN', 'zh-CN'],
    ['zh-Hans', 'zh-CN', 'zh-CN'],
    ['zh-hk', 'zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW', 'zh-TW'],
    ['pt-br', 'pt-BR', 'pt'],
    ['pt-PT', 'pt-PT', 'pt-PT'],
    ['nb', 'nb', 'no'],
    ['tl', 'fil', 'tl'],
    ['gom', 'kok', 'gom'],
    ['ber-latn', 'ber-Latn', 'ber-Latn'],
    ['sr-Latn', 'sr-Latn', 'sr'],
    ['de-aaa-aaa', 'de-aaa-aaa', 'de'],
  ])('%s is %s, at Google %s', (tag, canonical, google) => {
    expect(canonicalLanguage(tag)).toBe(canonical)
    expect(googleCode(canonical)).toBe(google)
  })

  it('asks Google to detect what is not given', () => {
    expect(googleCode(null)).toBe('auto')
    expect([fromGoogleCode('iw'), fromGoogleCode('zh-CN')]).toEqual(['he', 'zh-CN'])
    expect(fromGoogleCode('und')).toBeNull()
  })

  it.each([
    ['en', 'en-US', true],
    ['pt', 'pt-BR', true],
    ['pt', 'pt-PT', false],
    ['zh-CN', 'zh-TW', false],
    ['da', 'nl', false],
  ])('%s and %s: the same %s', (one, other, same) => {
    expect(isSameLanguage(one, other)).toBe(same)
  })

  it('knows which languages exist', () => {
    expect(['de', 'pt-BR', 'yua', 'nhe', 'ber-Latn', 'zh-Hant', 'tlh'].filter((tag) => !isLanguage(tag))).toEqual([])
    expect(['xx', 'zz', 'qqq', 'xx-DE', 'und'].filter(isLanguage)).toEqual([])
  })
})

it.each([
  ['l&#39;eau &amp; le &quot;vin&quot;', 'water', `l'eau & le "vin"`],
  ['&amp;lt;', 'x', '&lt;'],
  ['eins&#10;zwei&#xD;&#8217;&apos;&nbsp;', 'x', "eins\nzwei\r\u2019'\u00a0"],
  ['&#0; &#55296; &#xFFFFFF; &copy;', 'x', '&#0; &#55296; &#xFFFFFF; &copy;'],
  ['&#8217;', 'x &#8217;', '&#8217;'],
  ['Schreib &amp;', 'Write &amp;', 'Schreib &amp;'],
])('unescapeText(%s)', (translated, original, text) => {
  expect(unescapeText(translated, original)).toBe(text)
})

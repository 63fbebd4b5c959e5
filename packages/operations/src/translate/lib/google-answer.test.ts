import { OperationError } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { parseSegments, parseTexts } from './google-answer.ts'

const codeOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error instanceof OperationError ? error.code : error
  }
}

describe('parseSegments', () => {
  it.each([
    [
      'joins segments as they are',
      [
        [
          ['Un. ', 'One. '],
          ['Deux\n', 'Two\n'],
          ['Trois', 'Three'],
        ],
        null,
        'en',
        null,
        null,
        null,
        0.5,
      ],
      { text: 'Un. Deux\nTrois', source: 'en', confidence: 0.5 },
    ],
    [
      'skips the row of the transliteration',
      [
        [
          ['こんにちは', 'hello'],
          [null, null, 'Kon’nichiwa', 'hello'],
        ],
        null,
        'en',
        null,
        null,
        null,
        null,
      ],
      { text: 'こんにちは', source: 'en', confidence: null },
    ],
    [
      'skips rows that are null',
      [[['Un. '], null, ['Deux']], null, 'en'],
      { text: 'Un. Deux', source: 'en', confidence: null },
    ],
    ['a short tail', [[['x', 'y']], null, 'de'], { text: 'x', source: 'de', confidence: null }],
    ['no language', [[['x', 'y']]], { text: 'x', source: null, confidence: null }],
    ['an undetermined language', [[['1', '1']], null, 'und'], { text: '1', source: null, confidence: null }],
    ['old codes', [[['x', 'y']], null, 'iw'], { text: 'x', source: 'he', confidence: null }],
    [
      'a certainty outside of 0-1',
      [[['x', 'y']], null, 'de', null, null, null, 3],
      { text: 'x', source: 'de', confidence: null },
    ],
    [
      'the object form',
      { sentences: [{ trans: 'Un. ' }, { trans: 'Deux' }, { src_translit: 'wan' }], src: 'en', confidence: '0.9' },
      { text: 'Un. Deux', source: 'en', confidence: 0.9 },
    ],
    [
      'the object form with a null row',
      { sentences: [{ trans: 'Un' }, null] },
      { text: 'Un', source: null, confidence: null },
    ],
    ['a throttled answer', [], 'UPSTREAM_BLOCKED'],
    ['no segments', [null, null, 'en'], 'UPSTREAM_BLOCKED'],
    ['empty segments', [[], null, 'en'], 'UPSTREAM_BLOCKED'],
    ['only a transliteration', [[[null, null, 'x']], null, 'en'], 'UPSTREAM_BLOCKED'],
    ['another object', { error: 'no' }, 'UPSTREAM_CHANGED'],
    ['texts where segments must be', ['x'], 'UPSTREAM_CHANGED'],
    ['nothing', null, 'UPSTREAM_CHANGED'],
  ])('%s', (_, body, expected) => {
    expect(codeOf(() => parseSegments(body))).toEqual(expected)
  })
})

describe('parseTexts', () => {
  it.each([
    ['"text"', 'Hola', { text: 'Hola', source: null }],
    ['["text"]', ['Hola'], { text: 'Hola', source: null }],
    ['[["text", "src"]]', [['Hola', 'en']], { text: 'Hola', source: 'en' }],
    ['["text", "src"]', ['Hola', 'en'], { text: 'Hola', source: 'en' }],
    ['wrapped segments', [[[[['Hola']], null, 'en']]], { text: 'Hola', source: 'en' }],
    ['wrapped text', [[[['Hola']]]], { text: 'Hola', source: null }],
    [
      'segments',
      [
        [
          ['Ho', 'He'],
          ['la', 'llo'],
        ],
        null,
        'en',
      ],
      { text: 'Hola', source: 'en' },
    ],
    ['the object form', { sentences: [{ trans: 'Hola' }, {}], src: 'en' }, { text: 'Hola', source: 'en' }],
  ])('%s', (_, body, expected) => {
    expect(parseTexts(body)).toMatchObject(expected)
  })

  it.each([
    ['a throttled answer', [], 'UPSTREAM_BLOCKED'],
    ['an empty text', [''], 'UPSTREAM_BLOCKED'],
    ['an empty text alone', '', 'UPSTREAM_BLOCKED'],
    ['several texts', ['one text', 'another text'], 'UPSTREAM_CHANGED'],
    ['another object', {}, 'UPSTREAM_CHANGED'],
  ])('%s', (_, body, code) => {
    expect(codeOf(() => parseTexts(body))).toBe(code)
  })
})

import { expect, test } from 'vitest'
import { sampleAnswer } from './sample-answer.ts'

test('long lists and texts say how they begin and how much is left out', () => {
  const answer = { list: [1, 2, 3, 4, 5], short: [1, 2, 3], image: 'A'.repeat(401), text: 'B'.repeat(400) }
  expect(JSON.parse(sampleAnswer(answer))).toEqual({
    ...answer,
    list: [1, 2, 3, '… 2 more'],
    image: `${'A'.repeat(120)}… 281 more characters`,
  })
  expect(sampleAnswer({ a: 1 })).toBe('{"a":1}')
  expect(sampleAnswer({ a: 1 }, 2)).toBe('{\n  "a": 1\n}')
})

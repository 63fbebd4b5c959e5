import { expect, test } from 'vitest'
import { curlLine } from './curl-line.ts'
import { fieldLines } from './field-lines.ts'

test('fields of every kind, nested ones below', () => {
  const lines = fieldLines({
    type: 'object',
    required: ['name', 'jobs'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'Its name.' },
      country: { type: 'string', minLength: 2, maxLength: 2, default: 'us' },
      mode: { enum: ['fast', 'deep'] },
      token: { type: 'string', 'x-secret': true },
      score: { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] },
      kind: { const: 'job' },
      most: { type: 'integer', maximum: 9 },
      jobs: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] },
      },
      place: { anyOf: [{ type: 'object', properties: { city: {} } }, { type: 'null' }] },
    },
  })
  expect(lines).toEqual([
    '- `name` (string, required, 1 to 40 characters): Its name.',
    '- `country` (string, optional, exactly 2 characters, default "us")',
    '- `mode` ("fast" or "deep", optional)',
    '- `token` (string, optional, secret)',
    '- `score` (number or null, optional)',
    '- `kind` ("job", optional)',
    '- `most` (integer, optional, at most 9)',
    '- `jobs` (array of object, required)',
    '  - `id` (string, required, uuid)',
    '- `place` (object or null, optional)',
    '  - `city` (any, optional)',
  ])
  expect(fieldLines({ type: 'object' })).toEqual([])
})

test('a quote in the input does not end the argument of the shell', () => {
  expect(curlLine('https://a.test', 'x.get', { title: "It's" })).toMatch(/-d '\{"title":"It'\\''s"\}'$/)
})

import type { JsonSchema } from '@kiosk/catalog'
import { expect, test } from 'vitest'
import { curlLine, curlLines } from './curl-call.ts'
import { fieldLines } from './field-lines.ts'

test('fields of every kind, nested ones under their paths', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['name', 'jobs'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'Its name.' },
      country: { type: 'string', minLength: 2, default: 'us' },
      mode: { enum: ['fast', 'deep'] },
      token: { type: 'string', 'x-secret': true },
      score: { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] },
      kind: { const: 'job' },
      most: { type: 'integer', maximum: 9 },
      jobs: {
        type: 'array',
        maxItems: 5,
        items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] },
      },
      place: { anyOf: [{ type: 'object', properties: { city: {} } }, { type: 'null' }] },
      rates: { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0 } },
    },
  }
  expect(fieldLines(schema, 'input')).toEqual([
    '- `name` (string, required, 1-40 characters): Its name.',
    '- `country` (string, from 2 characters, default `"us"`)',
    '- `mode` (`fast` `deep`)',
    '- `token` (string, secret)',
    '- `score` (number, from 0)',
    '- `kind` (`"job"`)',
    '- `most` (integer, up to 9)',
    '- `jobs` (array of object, required, up to 5 items)',
    '- `jobs[].id` (string, required, format uuid)',
    '- `place` (object)',
    '- `place.city` (anything)',
    '- `rates` (object of number)',
  ])
  expect(fieldLines(schema, 'output').slice(4, 5)).toEqual(['- `score` (number, may be left out, may be null)'])
  expect(fieldLines({ type: 'object' }, 'input')).toEqual([])
})

test('fields that exclude each other are told of', () => {
  const either = { properties: { url: {}, html: {} }, oneOf: [{ required: ['url'] }, { required: ['html'] }] }
  expect(fieldLines(either, 'input').at(-1)).toBe('Exactly one of `url`, `html` must be sent.')
  const some = { properties: { a: {}, b: {}, c: {} }, anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] }
  expect(fieldLines(some, 'input').at(-1)).toBe('At least one of `a` with `b`, `c` must be sent.')
})

test('a quote in the input does not end the argument of the shell', () => {
  const quoted = /-d '\{"title":"It'\\''s"\}'$/
  expect(curlLine('https://a.test', 'x.get', { title: "It's" })).toMatch(quoted)
  expect(curlLines('https://a.test', 'x.get', { title: "It's" })).toMatch(quoted)
})

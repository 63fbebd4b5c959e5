import { describe, expect, it } from 'vitest'
import { faultAt, faultsOf } from './form-faults.ts'
import { formOf } from './form-field.ts'

const form = formOf({
  type: 'object',
  properties: {
    url: { type: 'string', minLength: 1, maxLength: 12, pattern: '^https?:' },
    width: { type: 'integer', minimum: 100, maximum: 3840 },
    format: { type: 'string', enum: ['png', 'jpeg'] },
    margin: { type: 'object', properties: { top: { type: 'string', maxLength: 3 } }, required: ['top'] },
    tags: { type: 'array', items: { type: 'string', minLength: 2 }, minItems: 1, maxItems: 2 },
    extra: {},
  },
  required: ['url'],
})

describe('faults of a body', () => {
  it.each<[string, object, Record<string, string>]>([
    [
      'nothing wrong',
      { url: 'http:a', width: 100, format: 'png', margin: { top: '1cm' }, tags: ['ab'], extra: [] },
      {},
    ],
    ['nothing but what is required', { url: 'http:a' }, {}],
    ['a text as long as it may be, in characters', { url: 'http:😀😀😀😀😀😀😀' }, {}],
    ['a missing field', {}, { url: 'is required' }],
    ['an empty text', { url: '' }, { url: 'is empty' }],
    ['a text of another form', { url: 'ftp:a' }, { url: 'does not have the expected form' }],
    ['a long text', { url: 'http:😀😀😀😀😀😀😀😀' }, { url: 'expected at most 12 characters' }],
    ['a text that is none', { url: 7 }, { url: 'expected text' }],
    ['a number out of bounds', { url: 'http:a', width: 99 }, { width: 'expected 100 to 3,840' }],
    ['a broken number', { url: 'http:a', width: 100.5 }, { width: 'expected a whole number' }],
    ['no number', { url: 'http:a', width: 'wide' }, { width: 'expected a number' }],
    ['none of the choices', { url: 'http:a', format: 'gif' }, { format: 'expected png or jpeg' }],
    ['a missing part', { url: 'http:a', margin: {} }, { 'margin.top': 'is required' }],
    ['no object', { url: 'http:a', margin: '1cm' }, { margin: 'expected an object' }],
    ['a short list', { url: 'http:a', tags: [] }, { tags: 'expected at least 1' }],
    ['a long list', { url: 'http:a', tags: ['aa', 'bb', 'cc'] }, { tags: 'expected at most 2' }],
    ['no list', { url: 'http:a', tags: 'aa' }, { tags: 'expected a list' }],
    ['an item', { url: 'http:a', tags: ['aa', 'b'] }, { 'tags.1': 'expected at least 2 characters' }],
    ['an unknown field', { url: 'http:a', size: 1 }, { size: 'is not a field of this operation' }],
  ])('%s', (_, body, expected) => {
    expect(Object.fromEntries(faultsOf(form, body))).toEqual(expected)
  })

  it('a pattern that the browser cannot read refuses nothing', () => {
    const odd = formOf({ type: 'object', properties: { a: { type: 'string', pattern: '(?<' } } })
    expect(faultsOf(odd, { a: 'x' }).size).toBe(0)
  })
})

it('finds the fault of a field, and of its parts where they have no input', () => {
  const faults = new Map([['options.depth', 'expected a number']])
  expect(faultAt(faults, 'options', false)).toBe('expected a number')
  expect(faultAt(faults, 'options', true)).toBeUndefined()
  expect(faultAt(faults, 'option', false)).toBeUndefined()
  expect(faultAt(faults, 'options.depth', true)).toBe('expected a number')
})

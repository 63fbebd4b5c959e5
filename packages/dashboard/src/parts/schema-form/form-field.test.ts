import type { JsonSchema } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { alternativesText, type FormField, formOf } from './form-field.ts'

function only(schema: JsonSchema, isRequired = false): FormField {
  const [field] = formOf({ type: 'object', properties: { it: schema }, required: isRequired ? ['it'] : [] }).fields
  if (!field) throw new Error('the form has no field')
  return field
}

describe('a form of a schema', () => {
  it('puts required fields first and keeps the order otherwise', () => {
    const form = formOf({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      required: ['c'],
    })
    expect(form.fields.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    expect(form.fields.map(({ isRequired }) => isRequired)).toEqual([true, false, false])
  })

  it.each<[string, JsonSchema, object]>([
    [
      'text',
      { type: 'string', minLength: 1, maxLength: 20, pattern: '^a' },
      { kind: 'text', isLong: false, minLength: 1, maxLength: 20, pattern: '^a' },
    ],
    ['a long text', { type: 'string', maxLength: 5000 }, { kind: 'text', isLong: true }],
    ['an address', { type: 'string', format: 'uri' }, { kind: 'text', format: 'uri' }],
    [
      'a credential, however long',
      { type: 'string', maxLength: 65_536, 'x-secret': true },
      { kind: 'text', isSecret: true, isLong: false },
    ],
    [
      'a number',
      { type: 'number', minimum: 0.1, maximum: 2, default: 1 },
      { kind: 'number', isInteger: false, minimum: 0.1, maximum: 2, fallback: 1 },
    ],
    ['an integer', { type: 'integer' }, { kind: 'number', isInteger: true, minimum: null, maximum: null }],
    ['a boolean', { type: 'boolean', default: false }, { kind: 'choice', choices: [true, false], fallback: false }],
    ['an enumeration', { type: 'string', enum: ['png', 'jpeg'] }, { kind: 'choice', choices: ['png', 'jpeg'] }],
    ['one value', { const: 3 }, { kind: 'choice', choices: [3] }],
    [
      'a list',
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 5 },
      { kind: 'list', minItems: 1, maxItems: 5, item: { kind: 'text', isRequired: true } },
    ],
    [
      'a group',
      { type: 'object', properties: { top: { type: 'string' } } },
      { kind: 'group', fields: [{ kind: 'text', name: 'top' }] },
    ],
    ['a record', { type: 'object', additionalProperties: { type: 'string' } }, { kind: 'json' }],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, { kind: 'json' }],
    ['anything', {}, { kind: 'json' }],
  ])('%s', (_, schema, expected) => {
    expect(only(schema)).toMatchObject({ name: 'it', isRequired: false, ...expected })
  })

  it('reads through a nullable and keeps what was said outside of it', () => {
    const schema = {
      description: 'Outside.',
      anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }],
      'x-secret': true,
    }
    expect(only(schema, true)).toMatchObject({
      kind: 'text',
      description: 'Outside.',
      maxLength: 9,
      isSecret: true,
      isRequired: true,
    })
  })
})

it('names the fields of which one is needed', () => {
  expect(alternativesText({ oneOf: [{ required: ['url'] }, { required: ['user', 'host'] }] })).toBe(
    'Send one of: url, user with host.',
  )
  expect(alternativesText({ type: 'object' })).toBeNull()
})

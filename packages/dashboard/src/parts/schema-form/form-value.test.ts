import { describe, expect, it } from 'vitest'
import { type ChoiceField, type FormField, formOf, type GroupField, type ListField } from './form-field.ts'
import {
  boundsText,
  choicePosition,
  groupValue,
  readChoice,
  readNumber,
  shownText,
  startValue,
  withItem,
  withMember,
  withoutItem,
} from './form-value.ts'

const form = formOf({
  type: 'object',
  properties: {
    format: { type: 'string', enum: ['png', 'jpeg'] },
    margin: { type: 'object', properties: { top: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
    limits: { type: 'array', items: { type: 'integer', minimum: 5 } },
    rest: {},
  },
})
const field = <Kind extends FormField['kind']>(name: string, kind: Kind) => {
  const found = form.fields.find((one) => one.name === name)
  if (found?.kind !== kind) throw new Error(`no ${kind} ${name}`)
  return found as Extract<FormField, { kind: Kind }>
}
const format: ChoiceField = field('format', 'choice')
const margin: GroupField = field('margin', 'group')
const tags: ListField = field('tags', 'list')

describe('a member', () => {
  it('is set without touching the body before', () => {
    const before = { a: 1 }
    expect(withMember(before, 'b', 2)).toEqual({ a: 1, b: 2 })
    expect(before).toEqual({ a: 1 })
  })

  it('is left out when it has no value', () => {
    expect(withMember({ a: 1, b: 2 }, 'b', undefined)).toStrictEqual({ a: 1 })
  })
})

it('leaves an emptied optional group out, and keeps a required one', () => {
  expect(groupValue(margin, {})).toBeUndefined()
  expect(groupValue(margin, { top: '1cm' })).toEqual({ top: '1cm' })
  expect(groupValue(form, {})).toEqual({})
})

describe('a list', () => {
  it('keeps the place of an emptied item', () => {
    expect(withItem(['a', 'b'], 0, undefined, tags.item)).toEqual(['', 'b'])
    expect(withItem(['a', 'b'], 1, 'c', tags.item)).toEqual(['a', 'c'])
  })

  it('is left out with its last item', () => {
    expect(withoutItem(['a', 'b'], 0)).toEqual(['b'])
    expect(withoutItem(['a'], 0)).toBeUndefined()
  })
})

it('begins new items as something of their kind', () => {
  expect(form.fields.map(startValue)).toEqual(['png', {}, [], [], null])
  expect(startValue(field('limits', 'list').item)).toBe(5)
})

describe('numbers', () => {
  it.each([
    ['', undefined],
    [' 12 ', 12],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['twelve', 'twelve'],
    ['-', '-'],
    ['1e999', '1e999'],
  ])('reads %j', (text, value) => {
    expect(readNumber(text)).toBe(value)
  })

  it.each([
    [{ minimum: 1, maximum: 1000 }, '1 to 1,000'],
    [{ minimum: 0, maximum: null }, 'at least 0'],
    [{ minimum: null, maximum: 2 }, 'at most 2'],
    [{ minimum: null, maximum: null }, ''],
  ])('names the bounds %j', (bounds, text) => {
    expect(boundsText(bounds)).toBe(text)
  })
})

it('shows what an input was not made for as JSON', () => {
  expect([undefined, 'a', 3, null, ['a']].map(shownText)).toEqual(['', 'a', '3', 'null', '["a"]'])
})

it('goes from a choice to its position and back', () => {
  expect(readChoice(format, choicePosition(format, 'jpeg'))).toBe('jpeg')
  expect(readChoice(format, '')).toBeUndefined()
  expect(choicePosition(format, 'gif')).toBe('')
  expect(choicePosition(format, undefined)).toBe('')
})

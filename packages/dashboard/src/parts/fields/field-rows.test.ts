import { expect, it } from 'vitest'
import { fieldRows } from './field-rows.ts'

const schema = {
  type: 'object',
  properties: {
    query: { description: 'What to look for.', type: 'string', minLength: 1, maxLength: 200, pattern: '^a' },
    page: { type: 'integer', minimum: 1, default: 1 },
    sort: { type: 'string', enum: ['new', 'old'] },
    note: { description: 'Outside.', anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
    token: { type: 'string', 'x-secret': true },
    cookies: { anyOf: [{ type: 'string' }, { type: 'null' }], 'x-secret': true },
    at: { type: 'string', format: 'date-time' },
    image: { type: 'string', contentEncoding: 'base64' },
    jobs: {
      type: 'array',
      maxItems: 50,
      items: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    },
    margin: { type: 'object', properties: { top: { type: 'string' } } },
  },
  required: ['query'],
}

it('makes one row a field, at any depth', () => {
  const rows = fieldRows(schema)
  expect(rows.map(({ path, type }) => [path, type])).toEqual([
    ['query', 'string'],
    ['page', 'integer'],
    ['sort', 'new | old'],
    ['note', 'string or null'],
    ['token', 'string'],
    ['cookies', 'string or null'],
    ['at', 'string (date-time)'],
    ['image', 'string (base64)'],
    ['jobs', 'list of objects'],
    ['jobs[].title', 'string'],
    ['margin', 'object'],
    ['margin.top', 'string'],
  ])
  expect(rows.filter(({ isRequired }) => isRequired).map(({ path }) => path)).toEqual(['query', 'jobs[].title'])
  expect(rows.filter(({ isSecret }) => isSecret).map(({ path }) => path)).toEqual(['token', 'cookies'])
})

it('says the rules and the default', () => {
  const [query, page, , note] = fieldRows(schema)
  expect(query).toMatchObject({
    description: 'What to look for.',
    rules: ['1 to 200 characters', 'matches ^a'],
    fallback: null,
  })
  expect(page).toMatchObject({ rules: ['at least 1'], fallback: '1' })
  expect(note).toMatchObject({ description: 'Outside.', rules: ['at most 5 characters'] })
})

import type { Operation } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { misplaced, rulesChecks, sharedNames } from '../src/index.ts'
import { cases, failures, input, output, subject, weather } from './weather.ts'

test('a right operation keeps all rules', async () => {
  expect(await failures(rulesChecks([subject()]))).toEqual({})
})

const field = z.string().max(9).describe('A field.')

describe('the rules see', () => {
  test.each<[string, Partial<Operation>, string, RegExp]>([
    ['an id that is not camelCase', { id: 'weather.the-report' }, 'names agree', /id weather\.the-report/],
    ['a slug of another shape', { slug: 'weather_report' as 'x.get' }, 'names agree', /kebab-case/],
    ['a tool name that is too long', { slug: `weather-${'x'.repeat(60)}.get` }, 'names agree', /at most 64/],
    ['no description', { description: '' }, 'is described', /description: expected/],
    ['a tag with blanks', { tags: ['Two Words'] }, 'is described', /tag Two Words/],
    ['no tags', { tags: [] }, 'is described', /tags: expected/],
    [
      'an undescribed field',
      { input: z.strictObject({ a: z.string().max(9) }) },
      'is described',
      /input a: no description/,
    ],
    [
      'an undescribed field deep in the output',
      { output: z.object({ list: z.array(z.object({ b: z.string() })).describe('A list.') }) },
      'is described',
      /output list\[\]\.b: no description/,
    ],
    ['no units', { units: 0 }, 'has limits', /units/],
    ['half a unit', { units: 0.5 }, 'has limits', /units/],
    ['no time', { timeoutSec: 0 }, 'has limits', /timeoutSec/],
    ['a negative cache', { cacheSec: -1 }, 'has limits', /cacheSec/],
    [
      'a string of any length',
      { input: z.strictObject({ a: z.string().describe('A.') }) },
      'has limits',
      /input a needs a longest length/,
    ],
    [
      'a string of any length that may be null',
      { input: z.strictObject({ a: z.string().nullable().describe('A.') }) },
      'has limits',
      /input a needs a longest length/,
    ],
    [
      'an array of any size',
      { input: z.strictObject({ a: z.array(z.enum(['x'])).describe('A.') }) },
      'has limits',
      /input a needs a most number of items/,
    ],
    [
      'an item without a bound',
      { input: z.strictObject({ a: z.array(z.string()).max(2).describe('A.') }) },
      'has limits',
      /input a\[\] needs/,
    ],
    ['any integer', { input: z.strictObject({ a: z.int().describe('A.') }) }, 'has limits', /input a needs a least/],
    [
      'a number without a greatest',
      { input: z.strictObject({ a: z.number().min(0).describe('A.') }) },
      'has limits',
      /input a needs a least/,
    ],
    [
      'an open input',
      { input: z.object({ a: field }) },
      'input is closed, output open',
      /input \(root\): takes unknown fields/,
    ],
    [
      'an open object in the input',
      { input: z.strictObject({ a: z.object({ b: field }).describe('A.') }) },
      'input is closed, output open',
      /input a: takes unknown fields/,
    ],
    [
      'a closed output',
      { output: z.strictObject({ a: field }) },
      'input is closed, output open',
      /output \(root\): leaves no room/,
    ],
    ['a provider without hosts', { provider: { ...weather, upstreams: {} } }, 'hosts are named', /names no upstream/],
    [
      'an upstream without https',
      { provider: { ...weather, upstreams: { main: 'http://a.test' } } },
      'hosts are named',
      /http:\/\/a\.test/,
    ],
    [
      'an upstream with a path',
      { provider: { ...weather, upstreams: { main: 'https://a.test/x' } } },
      'hosts are named',
      /a\.test\/x/,
    ],
    [
      'an example without a case',
      { examples: [{ title: 'New', input: { place: 'x' } }] },
      'examples hold',
      /example "New": no case/,
    ],
    [
      'an example that the input refuses',
      { examples: [{ title: 'A place', input: { place: '' } }] },
      'examples hold',
      /example "A place": Too small/,
    ],
    [
      'an example and a case that fail differently',
      { examples: [{ title: 'No such place', input: { place: 'x' } }] },
      'examples hold',
      /fail differently/,
    ],
    [
      'a failure as first example',
      { examples: [{ title: 'No such place', input: { place: 'x' }, fails: 'NOT_FOUND' }] },
      'examples hold',
      /first example must be a success/,
    ],
    [
      'a fixture of another operation',
      { slug: 'weather-other.get' },
      'examples hold',
      /fixture is of weather-report\.get/,
    ],
  ])('%s', async (_, operation, rule, message) => {
    expect((await failures(rulesChecks([subject({ operation })])))[rule]).toMatch(message)
  })

  test('a case that is no example and has no input', async () => {
    const [place] = cases
    const extra = place && { ...place, title: 'Extra' }
    expect(
      (await failures(rulesChecks([subject({ cases: [...cases, ...(extra ? [extra] : [])] })])))['examples hold'],
    ).toMatch(/case "Extra"/)
  })

  test('names that two operations share', () => {
    const { operation } = subject()
    const other = { ...operation, slug: 'weather-report.post' as const, id: 'weather.other' }
    expect(sharedNames([operation])).toEqual([])
    expect(sharedNames([operation, other])).toEqual([
      'tool name weather_report: of weather-report.get and of weather-report.post',
      'method name weatherReport: of weather-report.get and of weather-report.post',
    ])
    expect(sharedNames([operation, operation])).toHaveLength(4)
  })

  test('a file with another name or folder', () => {
    const { operation } = subject()
    expect(misplaced([{ operation, file: 'weather/report' }])).toEqual([])
    expect(misplaced([{ operation, file: 'weather/weather-report' }])).toHaveLength(1)
    expect(misplaced([{ operation, file: 'climate/report' }])).toEqual([
      'weather-report.get is in climate/report.ts, expected weather/report.ts',
    ])
  })
})

test('bounds are not asked of enums, constants and what a secret hides', async () => {
  const bounded = z.strictObject({
    one: z.enum(['a', 'b']).describe('One.'),
    two: z.literal('x').optional().describe('Two.'),
    three: z.int().min(1).max(9).default(3).describe('Three.'),
    four: z.union([z.string().max(3), z.null()]).describe('Four.'),
    place: input.shape.place,
  })
  const failed = await failures(rulesChecks([subject({ operation: { input: bounded, output } })]))
  expect(failed['has limits']).toBeUndefined()
  expect(failed['is described']).toBeUndefined()
})

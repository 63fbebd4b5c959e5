import { describe, expect, it } from 'vitest'
import { codeOf, csvName, filtersOf, instantOf, localInput } from './filters.ts'

it('takes the filters out of an address', () => {
  const search = { operation: 'screenshot.post', status: '5xx', code: undefined, key: '', request: 'req_1' }
  expect(filtersOf(search)).toStrictEqual({ operation: 'screenshot.post', status: '5xx' })
  expect(filtersOf({})).toStrictEqual({})
})

describe('times', () => {
  it('go to the input and back', () => {
    const instant = '2026-11-22T09:30:00.000Z'
    expect(instantOf(localInput(instant))).toBe(instant)
    expect(localInput(instant)).toMatch(/^2026-11-2\dT\d\d:\d\d$/)
  })

  it('are left out when they are none', () => {
    expect(localInput(undefined)).toBe('')
    expect(instantOf('')).toBeUndefined()
  })
})

it('reads a code that is typed carelessly, and nothing else', () => {
  expect(codeOf(' not_found ')).toBe('NOT_FOUND')
  expect(codeOf('404')).toBeUndefined()
  expect(codeOf('')).toBeUndefined()
})

it('names the export after what it holds', () => {
  const now = new Date('2026-11-22T23:59:00Z')
  expect(csvName({}, now)).toBe('requests-2026-11-22.csv')
  expect(csvName({ operation: 'screenshot.post', status: '5xx' }, now)).toBe('requests-screenshot-post-2026-11-22.csv')
})

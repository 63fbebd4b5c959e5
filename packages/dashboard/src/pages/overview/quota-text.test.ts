import { describe, expect, it } from 'vitest'
import { forecastOf, usedText } from './quota-text.ts'

const quota = { limit: 1000, used: 420, remaining: 580, resetsAt: '2026-12-01T00:00:00.000Z' }

describe('the forecast', () => {
  it('names the units of the whole month', () => {
    expect(forecastOf({ quota, forecast: { units: 620, exhaustedAt: null } })).toEqual({
      text: 'At this pace about 620 of 1,000 units by the renewal on Dec 1, 2026 (UTC).',
      isShort: false,
    })
  })

  it('needs no limit', () => {
    const unlimited = { ...quota, limit: null, remaining: null }
    expect(forecastOf({ quota: unlimited, forecast: { units: 1620, exhaustedAt: null } }).text).toBe(
      'At this pace about 1,620 units by the renewal on Dec 1, 2026 (UTC).',
    )
  })

  it('warns of units that end before the month', () => {
    const forecast = { units: 1400, exhaustedAt: '2026-11-26T23:10:00.000Z' }
    const { text, isShort } = forecastOf({ quota, forecast })
    expect(text).toBe('At this pace the units end around Nov 26, 2026, before new ones come on Dec 1, 2026 (UTC).')
    expect(isShort).toBe(true)
  })

  it('says what is: nothing yet, or all', () => {
    const forecast = { units: 0, exhaustedAt: null }
    expect(forecastOf({ quota: { ...quota, used: 0 }, forecast })).toEqual({
      text: 'Nothing was spent this month.',
      isShort: false,
    })
    expect(forecastOf({ quota: { ...quota, used: 1000 }, forecast })).toEqual({
      text: 'The units of this month are spent; new ones come on Dec 1, 2026 (UTC).',
      isShort: true,
    })
  })
})

it('says what was used', () => {
  expect(usedText(quota)).toBe('420 of 1,000 units used')
  expect(usedText({ ...quota, limit: null, remaining: null, used: 1 })).toBe('1 unit used, no limit')
})

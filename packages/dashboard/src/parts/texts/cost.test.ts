import { describe, expect, it } from 'vitest'
import { accessText, cacheText, costAfter, costBefore, exceedsQuota, priceText } from './cost.ts'

describe('before a run', () => {
  it.each([
    [
      { units: 20, cacheSec: 300 },
      1000,
      'This run costs 20 units of the 1,000 left; failures and answers from the cache (5 min) cost nothing.',
    ],
    [{ units: 1, cacheSec: 0 }, null, 'This run costs 1 unit; a failure costs nothing.'],
    [{ units: 0, cacheSec: 0 }, 5, 'This run is free.'],
  ])('%j with %j left', (priced, remaining, text) => {
    expect(costBefore(priced, remaining)).toBe(text)
  })

  it('knows what the quota does not carry', () => {
    expect(exceedsQuota({ units: 20, cacheSec: 0 }, 19)).toBe(true)
    expect(exceedsQuota({ units: 20, cacheSec: 0 }, 20)).toBe(false)
    expect(exceedsQuota({ units: 20, cacheSec: 0 }, null)).toBe(false)
  })
})

it.each([
  [{ cost: 20, cache: 'MISS', replayed: false }, '20 units spent.'],
  [{ cost: 0, cache: 'HIT', replayed: false }, 'From the cache: nothing was billed.'],
  [{ cost: 0, cache: null, replayed: false }, 'Nothing was billed.'],
  [{ cost: null, cache: null, replayed: true }, 'Replayed: nothing ran, nothing was billed.'],
  [{ cost: null, cache: null, replayed: false }, 'Nothing was billed.'],
] as const)('after a run: %j', (receipt, text) => {
  expect(costAfter(receipt)).toBe(text)
})

it('prices and windows', () => {
  expect([0, 1, 20].map(priceText)).toEqual(['free', '1 unit', '20 units'])
  expect([0, 60, 300, 3600].map(cacheText)).toEqual(['none', '60 s', '5 min', '1 h'])
})

it('names an access that it does not know', () => {
  expect(accessText('account').label).toBe('acts on an account')
  expect(accessText('lunar')).toEqual({ label: 'lunar', meaning: '' })
})

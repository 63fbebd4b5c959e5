import { expect, it } from 'vitest'
import { bytesText, distanceText, durationText, percentText, resetText, spanText } from './numbers.ts'

it.each([
  [1, '100 %'],
  [0.995, '99.5 %'],
  [0.9999, '> 99.9 %'],
  [0.0001, '< 0.1 %'],
  [0, '0 %'],
])('rate %d', (rate, text) => {
  expect(percentText(rate)).toBe(text)
})

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [59_960, '1 min'],
  [65_000, '1 min 5 s'],
])('duration %d', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

it('spans and bytes', () => {
  expect([25, 60, 90, 120, 3600, 86_400].map(spanText)).toEqual(['25 s', '60 s', '90 s', '2 min', '1 h', '24 h'])
  expect([1, 999, 1400, 2_500_000].map(bytesText)).toEqual(['1 byte', '999 bytes', '1.4 kB', '2.5 MB'])
})

it.each([
  ['2026-03-14T09:30:30Z', 'in 30 seconds'],
  ['2026-03-14T09:27:00Z', '3 minutes ago'],
  ['2026-03-14T14:30:00Z', 'in 5 hours'],
  ['2026-04-01T00:00:00Z', 'in 18 days'],
])('distance to %s', (instant, text) => {
  expect(distanceText(instant, Date.parse('2026-03-14T09:30:00Z'))).toBe(text)
})

it('counts days in UTC', () => {
  expect(resetText('2026-12-01T00:00:00.000Z')).toBe('on Dec 1, 2026 (UTC)')
})

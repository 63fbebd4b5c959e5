import { afterEach, expect, it, vi } from 'vitest'
import { formatCount, formatNumber } from './format.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('groups thousands and counts in words', () => {
  expect(formatNumber(1234567)).toBe('1,234,567')
  expect(formatCount(1, 'unit')).toBe('1 unit')
  expect(formatCount(0, 'unit')).toBe('0 units')
  expect(formatCount(2000, 'entry', 'entries')).toBe('2,000 entries')
})

it.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])('in %s, keeps a day without a zone that day', async (zone) => {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  const { formatDay } = await import('./format.ts')
  expect(formatDay('2026-12-01')).toBe('Dec 1, 2026')
  expect(formatDay('2026-12-01T11:00:00.000Z')).toBe(zone === 'Pacific/Honolulu' ? 'Dec 1, 2026' : 'Dec 2, 2026')
})

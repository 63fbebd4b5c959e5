import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHealer } from './healer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('looks until the service is back, however many failures it is told of, and begins anew with the next one', async () => {
  const looks: string[] = []
  let isAway = true
  const onBack = vi.fn()
  const failed = createHealer(async () => {
    looks.push('look')
    if (isAway) throw new Error('away')
  }, onBack)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([])

  failed()
  failed()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([looks.length, onBack.mock.calls.length]).toEqual([2, 0])
  isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([looks.length, onBack.mock.calls.length]).toEqual([3, 1])

  failed()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onBack).toHaveBeenCalledTimes(2)
})

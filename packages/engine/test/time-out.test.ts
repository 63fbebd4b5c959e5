import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToys } from './toys.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('an operation that does not finish in its time is 504 TIMEOUT, stopped and unbilled', async () => {
  const { call, addOrganization, stage, memory } = createToys()
  const { key } = addOrganization('free')
  stage.gated = true
  const begun = stage.arrival()
  const answer = call('toy-echo.get', key, { say: 'x' })
  await begun
  await vi.advanceTimersByTimeAsync(5000)
  expect([(await answer).status, (await answer).json.error.code]).toEqual([504, 'TIMEOUT'])
  expect(stage.signals[0]?.aborted).toBe(true)
  expect([memory.usedUnits(), memory.reservedUnits()]).toEqual([0, 0])
})

test('a lease is renewed while its call runs, and not after', async () => {
  const renewed: number[] = []
  const { call, addOrganization, stage, memory } = createToys()
  memory.idempotency.renew = () => void renewed.push(1)
  const { key } = addOrganization('free')
  stage.gated = true
  const begun = stage.arrival()
  const answer = call('toy-act.post', key, { say: 'x' }, { idempotencyKeys: ['k'.repeat(36)] })
  await begun
  await vi.advanceTimersByTimeAsync(25_000)
  stage.open()
  await answer
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renewed).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

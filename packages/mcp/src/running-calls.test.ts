import { expect, it, vi } from 'vitest'
import type { OperationAnswer } from './operation-caller.ts'
import { RunningCalls } from './running-calls.ts'

const ANSWER: OperationAnswer = {
  output: {},
  receipt: { requestId: null, units: 1, cache: null, replayed: false, quota: null },
}
const stays = () => new AbortController().signal

function call() {
  const { promise, resolve, reject } = Promise.withResolvers<OperationAnswer>()
  const signals: AbortSignal[] = []
  const start = vi.fn((signal: AbortSignal) => {
    signals.push(signal)
    return promise
  })
  return { start, resolve, reject, signals }
}

it('a short call is answered at once', async () => {
  const running = new RunningCalls()
  const { start, resolve } = call()
  resolve(ANSWER)
  expect(await running.wait('a', start, stays())).toBe(ANSWER)
})

it('a long one is waited for in turns, and runs once', async () => {
  const running = new RunningCalls(1)
  const { start, resolve } = call()
  expect(await running.wait('a', start, stays())).toBeNull()
  expect(await running.wait('a', start, stays())).toBeNull()
  resolve(ANSWER)
  expect(await running.wait('a', start, stays())).toBe(ANSWER)
  expect(start).toHaveBeenCalledOnce()
})

it('a failure between two turns is told at the next one', async () => {
  const running = new RunningCalls(1)
  const { start, reject } = call()
  expect(await running.wait('a', start, stays())).toBeNull()
  reject(new Error('no'))
  await expect(running.wait('a', start, stays())).rejects.toThrow('no')
})

it('after its answer was given, the same input is a new call', async () => {
  const running = new RunningCalls()
  const { start, resolve } = call()
  resolve(ANSWER)
  await running.wait('a', start, stays())
  await running.wait('a', start, stays())
  expect(start).toHaveBeenCalledTimes(2)
})

it('the last one who leaves ends the call', async () => {
  const running = new RunningCalls()
  const { start, resolve, signals } = call()
  const [first, second] = [new AbortController(), new AbortController()]
  const waits = [running.wait('a', start, first.signal), running.wait('a', start, second.signal)]
  first.abort()
  resolve(ANSWER)
  await Promise.all(waits)
  expect(signals[0]?.aborted).toBe(false)

  const other = call()
  const leaving = new AbortController()
  const wait = running.wait('b', other.start, leaving.signal)
  leaving.abort(new Error('enough'))
  expect(other.signals[0]?.reason).toEqual(new Error('enough'))
  other.reject(other.signals[0]?.reason)
  await expect(wait).rejects.toThrow('enough')
})

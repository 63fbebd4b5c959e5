import { expect, test } from 'vitest'
import { Memos } from './memo.ts'

function memosAt(start: number) {
  const time = { now: start }
  return { time, memos: new Memos({ now: () => new Date(time.now), monotonicMs: () => 0 }) }
}

test('a note lives for its time and can be deleted', async () => {
  const { time, memos } = memosAt(1_000_000)
  const memo = memos.of('toy')
  await memo.set('token', 'invented', 60)
  expect(await memo.get('token')).toBe('invented')
  time.now += 59_999
  expect(await memo.get('token')).toBe('invented')
  time.now += 1
  expect(await memo.get('token')).toBeUndefined()
  await memo.set('token', 'again', 60)
  await memo.delete('token')
  expect(await memo.get('token')).toBeUndefined()
})

test('providers do not see each other’s notes', async () => {
  const { memos } = memosAt(0)
  await memos.of('one').set('key', 'mine', 60)
  expect(await memos.of('two').get('key')).toBeUndefined()
})

test('memory is bounded: what was not read for longest goes first', async () => {
  const { memos } = memosAt(0)
  const memo = memos.of('toy')
  const large = 'x'.repeat(5 * 1024 * 1024)
  for (const key of ['a', 'b', 'c']) await memo.set(key, large, 60)
  await memo.get('a')
  await memo.set('d', large, 60)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await memo.get(key)) !== undefined))).toEqual([
    true,
    false,
    true,
    true,
  ])
})

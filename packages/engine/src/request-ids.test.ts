import { expect, test } from 'vitest'
import { RequestIds } from './request-ids.ts'

test('ids are UUIDv7 of their time, and no two are alike', () => {
  const ids = new RequestIds()
  const now = Date.parse('2026-03-14T09:30:00Z')
  const made = Array.from({ length: 10_000 }, (_, n) => ids.next(now + Math.floor(n / 100)))
  expect(new Set(made).size).toBe(made.length)
  for (const id of made) expect(id).toMatch(/^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made.map((id) => id.charAt(23)))).toEqual(new Set(['8', '9', 'a', 'b']))
  const [first = '', last = ''] = [made[0], made.at(-1)]
  expect(Number.parseInt(first.slice(4, 12) + first.slice(13, 17), 16)).toBe(now)
  expect([...made].sort().at(0)?.slice(0, 17)).toBe(first.slice(0, 17))
  expect(last.slice(0, 17) > first.slice(0, 17)).toBe(true)
})

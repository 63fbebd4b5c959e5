import { expect, it } from 'vitest'
import { formatTime } from '../../data/format.ts'
import { keyLimitNotice } from './key-limit-notice.ts'

const limits = { keys: 20, newPerHour: 10, newLeft: 3, nextAt: null }

it('says nothing while a key can be made', () => {
  expect(keyLimitNotice(19, limits)).toBeNull()
})

it('explains the limit of keys before that of an hour', () => {
  expect(keyLimitNotice(20, { ...limits, newLeft: 0 })?.title).toBe('All 20 keys of the organization are in use')
})

it('explains the limit of an hour, and says when the next is possible', () => {
  const nextAt = '2026-11-22T10:45:00.000Z'
  const notice = keyLimitNotice(4, { ...limits, newLeft: 0, nextAt })
  expect(notice?.title).toMatch(/^10 new keys/)
  expect(notice?.text).toContain(`possible at ${formatTime(nextAt)}.`)
  expect(keyLimitNotice(4, { ...limits, newLeft: 0 })?.text).toContain('in an hour')
})

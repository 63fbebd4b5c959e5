import { expect, it } from 'vitest'
import { usageNotice } from './usage-notice.ts'

const quota = { limit: 1000, used: 830, remaining: 170, resetsAt: '2026-12-01T00:00:00.000Z' }

it('says nothing while no threshold is passed, or without a limit', () => {
  expect(usageNotice({ alerts: [], quota })).toBeNull()
  expect(usageNotice({ alerts: [50], quota: { ...quota, limit: null, remaining: null } })).toBeNull()
})

it('tells of the highest threshold alone, whatever the order', () => {
  expect(usageNotice({ alerts: [50], quota })).toMatchObject({ threshold: 50, tone: 'info' })
  expect(usageNotice({ alerts: [80, 50], quota })).toMatchObject({ threshold: 80, tone: 'warn' })
  expect(usageNotice({ alerts: [50, 100, 80], quota })).toMatchObject({ threshold: 100, tone: 'bad' })
})

it('says what is left and until when', () => {
  expect(usageNotice({ alerts: [80], quota })?.text).toBe('170 of 1,000 units are left until the reset on Dec 1, 2026.')
  expect(usageNotice({ alerts: [100], quota })?.text).toContain('429 QUOTA_EXCEEDED until the reset on Dec 1, 2026')
})

import { expect, it } from 'vitest'
import type { LoggedRequest } from '../../parts/api-types.ts'
import { newest } from './log-queries.ts'

const at = (time: string): LoggedRequest => ({
  requestId: `req_${time}`,
  at: time,
  slug: 'codehost-repo.get',
  status: 404,
  code: 'NOT_FOUND',
  units: 0,
  cache: null,
  replayed: false,
  durationMs: 12,
  label: 'build server',
  keyId: null,
})

it('puts the newest first, whatever the form of their times, and keeps a few', () => {
  const days = ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.500Z', '2026-11-21T10:00:00Z']
  expect(newest(days.map(at)).map((one) => one.at)).toEqual([days[2], days[1], days[0]])
  expect(newest(Array.from({ length: 12 }, () => at('2026-11-20T10:00:00Z')))).toHaveLength(6)
})

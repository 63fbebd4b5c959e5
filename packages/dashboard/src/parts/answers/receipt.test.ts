import { expect, it } from 'vitest'
import { receiptOf } from './receipt.ts'

it('reads the headers of an answer', () => {
  const headers = new Headers({
    'x-request-id': 'req_1',
    'x-quota-cost': '20',
    'x-kiosk-cache': 'MISS',
    'x-quota-remaining': '580',
    'x-quota-reset': '2026-12-01T00:00:00.000Z',
  })
  expect(receiptOf(headers, 812)).toEqual({
    requestId: 'req_1',
    cost: 20,
    cache: 'MISS',
    replayed: false,
    remaining: 580,
    resetsAt: '2026-12-01T00:00:00.000Z',
    durationMs: 812,
  })
})

it('makes nothing up where headers are missing or odd', () => {
  const headers = new Headers({ 'x-quota-cost': 'many', 'x-kiosk-cache': 'WARM', 'idempotency-replayed': 'true' })
  expect(receiptOf(headers, 1)).toEqual({
    requestId: null,
    cost: null,
    cache: null,
    replayed: true,
    remaining: null,
    resetsAt: null,
    durationMs: 1,
  })
})

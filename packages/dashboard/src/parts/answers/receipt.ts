// What a run cost and how it went, read from the headers of its answer.

export interface RunReceipt {
  readonly requestId: string | null
  /** Units; null where the answer names none, as replays do. */
  readonly cost: number | null
  readonly cache: 'HIT' | 'MISS' | null
  readonly replayed: boolean
  /** Units left this month; null without a limit, and where the answer does not say. */
  readonly remaining: number | null
  /** ISO 8601. */
  readonly resetsAt: string | null
  /** As this browser measured it. */
  readonly durationMs: number
}

export function receiptOf(headers: Headers, durationMs: number): RunReceipt {
  const cache = headers.get('x-kiosk-cache')
  return {
    requestId: headers.get('x-request-id'),
    cost: count(headers.get('x-quota-cost')),
    cache: cache === 'HIT' || cache === 'MISS' ? cache : null,
    replayed: headers.get('idempotency-replayed') === 'true',
    remaining: count(headers.get('x-quota-remaining')),
    resetsAt: headers.get('x-quota-reset'),
    durationMs,
  }
}

function count(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

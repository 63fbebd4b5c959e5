// What a call cost and how it was served, from the headers of its answer.

export interface Receipt {
  /** To quote when something went wrong. */
  readonly requestId: string | null
  /** Units that this call spent; 0 for a hit, null for a replay. */
  readonly units: number | null
  /** `HIT` and `MISS` of operations with a cache window, else null. */
  readonly cache: 'HIT' | 'MISS' | null
  /** The stored answer of an earlier call with the same Idempotency-Key: nothing ran, nothing was spent. */
  readonly replayed: boolean
  /** Of this month; null where the organization has no limit, and for replays. */
  readonly quota: {
    readonly limit: number | null
    readonly used: number
    readonly remaining: number | null
    readonly resetsAt: string
  } | null
  /** Requests that were sent for this call, retries included. */
  readonly attempts: number
  readonly idempotencyKey: string
}

export function receiptOf(headers: Headers, attempts: number, idempotencyKey: string): Receipt {
  const used = count(headers.get('x-quota-used'))
  const resetsAt = headers.get('x-quota-reset')
  const cache = headers.get('x-kiosk-cache')
  return {
    requestId: headers.get('x-request-id'),
    units: count(headers.get('x-quota-cost')),
    cache: cache === 'HIT' || cache === 'MISS' ? cache : null,
    replayed: headers.get('idempotency-replayed') === 'true',
    quota:
      used === null || resetsAt === null
        ? null
        : {
            limit: count(headers.get('x-quota-limit')),
            used,
            remaining: count(headers.get('x-quota-remaining')),
            resetsAt,
          },
    attempts,
    idempotencyKey,
  }
}

function count(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

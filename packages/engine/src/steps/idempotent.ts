import { hash } from 'node:crypto'
import { type Operation, OperationError } from '@kiosk/catalog'
import type { Caller, Claim, Idempotency, StoredAnswer } from '../ports.ts'
import type { Sealer } from '../sealer.ts'

const MIN_LENGTH = 36
const MAX_LENGTH = 255

/** Largest response body that is kept for replays. */
const MAX_STORED_BYTES = 100 * 1024

/** How much longer than the operation's time-out a claim outlives a dead process. */
const LEASE_MARGIN_MS = 30_000

/** The key of a request, or null. Throws `INVALID_INPUT` for two headers and for lengths outside 36-255. */
export function idempotencyKey(lines: readonly string[]): string | null {
  const [key] = lines
  if (key === undefined) return null
  if (lines.length > 1) throw refused('send exactly one Idempotency-Key header')
  // Header values arrive as latin1: one character a byte.
  if (key.length < MIN_LENGTH || key.length > MAX_LENGTH) {
    throw refused(`expected ${MIN_LENGTH} to ${MAX_LENGTH} characters, such as a UUID; this one has ${key.length}`)
  }
  return key
}

function refused(expected: string): OperationError {
  return new OperationError('INVALID_INPUT', `Idempotency-Key: ${expected}`, { field: 'Idempotency-Key' })
}

export interface ClaimDeps {
  readonly idempotency: Idempotency
  readonly sealer: Sealer
}

export type Claimed = { readonly claim: Claim; readonly leaseMs: number } | { readonly replay: StoredAnswer }

/** Claims the key for this call, or hands back the stored answer.
 * Throws `IDEMPOTENCY_KEY_REUSED`, `IDEMPOTENCY_IN_FLIGHT`. */
export async function claim(
  deps: ClaimDeps,
  caller: Caller,
  operation: Operation,
  key: string,
  body: Buffer,
  now: number,
): Promise<Claimed> {
  const leaseMs = operation.timeoutSec * 1000 + LEASE_MARGIN_MS
  const result = await deps.idempotency.claim({
    organizationId: caller.organization.id,
    key,
    slug: operation.slug,
    bodyHash: hash('sha256', body),
    leaseMs,
    durable: operation.access === 'account',
    now,
  })
  switch (result.state) {
    case 'claimed':
      return { claim: result.claim, leaseMs }
    case 'stored':
      return { replay: operation.takesSecrets ? opened(deps.sealer, result.answer) : result.answer }
    case 'reused':
      throw new OperationError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used with another operation or body; use a new key for a new request.',
      )
    case 'inFlight':
      throw new OperationError(
        'IDEMPOTENCY_IN_FLIGHT',
        'The first request with this Idempotency-Key is still running; ask again in a second.',
      )
  }
}

/** True when an answer is kept: anything but 429 and 5xx, up to 100 KB. */
export function isKept(status: number, body: Uint8Array): boolean {
  return status !== 429 && status < 500 && body.length <= MAX_STORED_BYTES
}

/** The answer as it goes to the store: sealed when the operation takes credentials. */
export function sealed(sealer: Sealer, operation: Operation, answer: StoredAnswer): StoredAnswer {
  return operation.takesSecrets ? { ...answer, body: sealer.seal(answer.body) } : answer
}

function opened(sealer: Sealer, answer: StoredAnswer): StoredAnswer {
  const body = sealer.open(answer.body)
  if (body === null) {
    throw new OperationError(
      'SERVICE_UNAVAILABLE',
      'The stored answer cannot be opened: the secret of the service has changed since. Use a new Idempotency-Key.',
    )
  }
  return { ...answer, body }
}

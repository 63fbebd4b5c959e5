// The end of a call: what must be durable before the answer leaves, and the row in the request log.
import type { Operation } from '@kiosk/catalog'
import type { Account } from './account.ts'
import type { Outcome, Trip } from './call.ts'
import type { Claim, Idempotency, Ledger, LogRow } from './ports.ts'
import type { Sealer } from './sealer.ts'
import { isKept, sealed } from './steps/idempotent.ts'

export interface RecordingDeps {
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly sealer: Sealer
  readonly clock: { now(): number; monotonicMs(): number }
  readonly idempotencyTtlMs: number
}

/** What the log says of a call. */
export interface Ending {
  readonly trip: Trip
  readonly account: Account
  /** null when the call was refused before its operation was known. */
  readonly operation: Operation | null
  readonly outcome: Outcome
  readonly replayed: boolean
}

export function logRow(clock: RecordingDeps['clock'], { trip, account, operation, outcome, replayed }: Ending): LogRow {
  const { caller } = account
  return {
    requestId: trip.requestId,
    organizationId: caller.organization.id,
    label: caller.label,
    keyId: caller.keyId,
    slug: operation?.slug ?? '',
    status: outcome.status,
    code: outcome.code,
    units: outcome.reservation?.units ?? 0,
    cache: outcome.cache,
    replayed,
    durationMs: Math.round(clock.monotonicMs() - trip.startedAt),
    at: clock.now(),
  }
}

/** Makes the end of a call durable where something depends on it, else notes it and returns nothing to wait for.
 * Rejects with `StoreUnavailable`; then nothing was spent.
 * @param held the claim on the call's Idempotency-Key, if it has one */
export function record(
  deps: RecordingDeps,
  ending: Ending & { readonly operation: Operation },
  held: Claim | null,
): Promise<void> | undefined {
  const { reservation, status, body } = ending.outcome
  const isStored = held !== null && isKept(status, body)
  if (reservation !== null || isStored) return settle(deps, ending, held, isStored)
  deps.ledger.note(logRow(deps.clock, ending))
  return held === null ? undefined : Promise.resolve(deps.idempotency.release(held))
}

async function settle(
  deps: RecordingDeps,
  ending: Ending & { readonly operation: Operation },
  held: Claim | null,
  isStored: boolean,
): Promise<void> {
  const { ledger, idempotency } = deps
  const { reservation, recorded } = ending.outcome
  const answer = held !== null && isStored ? kept(deps, ending, held) : null
  try {
    await ledger.settle({ reservation, log: logRow(deps.clock, ending), answer })
  } catch (error) {
    if (reservation !== null) ledger.release(reservation)
    if (held !== null) await idempotency.release(held)
    recorded?.(error)
    throw error
  }
  recorded?.(null)
  if (held !== null && !isStored) await idempotency.release(held)
}

function kept(deps: RecordingDeps, { operation, outcome }: Ending & { readonly operation: Operation }, claim: Claim) {
  const { status, headers, body } = outcome
  return {
    claim,
    stored: sealed(deps.sealer, operation, { status, headers, body }),
    expiresAt: deps.clock.now() + deps.idempotencyTtlMs,
  }
}

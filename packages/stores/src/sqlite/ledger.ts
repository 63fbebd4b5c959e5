// Units and the request log: counted in memory, durable by the group commit.
import {
  type Balance,
  type Ledger,
  type LogRow,
  monthAt,
  type OperationUsage,
  type Organization,
  type Reservation,
  type ReserveResult,
  type Settlement,
} from '@kiosk/engine'
import { type Accounts, HeldReservation } from './accounts.ts'
import type { IdempotencyRecords } from './idempotency.ts'
import type { Cell } from './writer/messages.ts'
import { mergeUsage, UsageSums } from './writer/usage-sums.ts'
import type { Writer } from './writer/writer-client.ts'

export class SqliteLedger implements Ledger {
  readonly #writer: Writer
  readonly #accounts: Accounts
  readonly #idempotency: IdempotencyRecords

  constructor(writer: Writer, accounts: Accounts, idempotency: IdempotencyRecords) {
    this.#writer = writer
    this.#accounts = accounts
    this.#idempotency = idempotency
  }

  /** Synchronous, therefore exact. Nothing is written: a crash gives every reservation back.
   * Throws `StoreUnavailable` when the month's counter cannot be read. */
  reserve(organization: Organization, limit: number | null, period: string, units: number): ReserveResult {
    if (!Number.isSafeInteger(units) || units < 0) throw new RangeError(`units: expected a whole number, got ${units}`)
    const reservation = this.#accounts.reserve(organization.id, period, units, limit)
    const balance = this.balance(organization, limit, period)
    return reservation === null ? { granted: false, balance } : { granted: true, reservation, balance }
  }

  release(reservation: Reservation): void {
    if (reservation instanceof HeldReservation) reservation.release()
  }

  /** Where the claim of the answer was lost to another process of the same key, the units are still spent, for the run
   * answered; its answer is not kept, for the key belongs to the other run. */
  settle({ reservation, log, answer }: Settlement): Promise<void> {
    return new Promise((resolve, reject) => {
      const held = reservation === null ? null : heldReservation(reservation, log.organizationId)
      held?.startSettling()
      const storing = answer === null ? null : this.#idempotency.startStoring(answer)
      const period = held?.period ?? monthAt(log.at).period
      const write = { request: requestCells(log, period, held?.units ?? 0), ...(storing && { answer: storing.row }) }
      this.#writer.commit(write, {
        committed: () => {
          held?.settled()
          storing?.committed()
          resolve()
        },
        failed: (error) => {
          held?.notSettled()
          storing?.failed()
          reject(error)
        },
        overdue: reject,
      })
    })
  }

  note(row: LogRow): void {
    this.#writer.note(requestCells(row, monthAt(row.at).period, 0))
  }

  balance(organization: Organization, limit: number | null, period: string): Balance {
    return this.#accounts.balance(organization.id, period, limit)
  }

  async usage(organizationId: string, period: string): Promise<OperationUsage[]> {
    const unsent = new UsageSums()
    for (const rows of this.#writer.unsent()) unsent.add(rows, { organization: organizationId, period })
    // The writer answers after the batches that were sent before, so nothing is missing and nothing counts twice.
    return mergeUsage(await this.#writer.call('usage', organizationId, period), unsent)
  }
}

function heldReservation(reservation: Reservation, organizationId: string): HeldReservation {
  if (!(reservation instanceof HeldReservation)) throw new TypeError('This reservation was not made by this ledger.')
  // The row of the log is what the units are booked by.
  if (reservation.organizationId !== organizationId) {
    throw new TypeError('The reservation and the row of the log must be of the same organization.')
  }
  return reservation
}

function requestCells(row: LogRow, period: string, spent: number): Cell[] {
  return [
    row.requestId,
    row.organizationId,
    row.label,
    row.keyId,
    row.slug,
    row.status,
    row.code,
    row.units,
    row.cache,
    row.replayed ? 1 : 0,
    Math.round(row.durationMs),
    row.at,
    period,
    spent,
  ]
}

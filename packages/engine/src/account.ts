// What an organization has left, and the headers that say so.
import { OperationError } from '@kiosk/catalog'
import { type Month, secondsToEnd } from './month.ts'
import type { Plan } from './plans.ts'
import type { Balance, Caller, Ledger, Reservation } from './ports.ts'
import type { BurstState } from './rate.ts'

/** A caller with its plan and the month the call is in. */
export interface Account {
  readonly caller: Caller
  readonly plan: Plan
  /** Units a month; null: no limit. */
  readonly limit: number | null
  readonly month: Month
}

/** Takes units. Throws `QUOTA_EXCEEDED` with the time until the month ends. */
export async function reserve(ledger: Ledger, account: Account, units: number, now: number): Promise<Reservation> {
  const { caller, limit, month } = account
  const result = await ledger.reserve(caller.organization, limit, month.period, units)
  if (result.granted) return result.reservation
  const left = limit === null ? 0 : Math.max(0, limit - result.balance.used)
  throw new OperationError(
    'QUOTA_EXCEEDED',
    `This call costs ${units} units and ${left} of ${limit} are left this month; the quota resets at ${month.resetsAt}.`,
    {
      retryAfterSec: secondsToEnd(month, now),
      details: { cost: units, limit, remaining: left, resetsAt: month.resetsAt },
    },
  )
}

/** Quota headers of an authenticated answer. `cost` null (on `/usage`): the header is left out. */
export function quotaHeaders(
  account: Account,
  balance: Balance,
  burst: BurstState | null,
  cost: number | null,
  now: number,
): Record<string, string> {
  const { limit, month } = account
  const remaining = limit === null ? null : Math.max(0, limit - balance.used)
  const headers: Record<string, string> = { 'x-quota-used': `${balance.used}`, 'x-quota-reset': month.resetsAt }
  if (remaining !== null) {
    headers['x-quota-limit'] = `${limit}`
    headers['x-quota-remaining'] = `${remaining}`
  }
  if (cost !== null) headers['x-quota-cost'] = `${cost}`
  const monthly = remaining === null ? '' : `"monthly";r=${remaining};t=${secondsToEnd(month, now)}`
  const bursting = burst === null ? '' : `"burst";r=${burst.remaining};t=${burst.fullInSec}`
  if (monthly !== '' || bursting !== '') {
    headers['ratelimit-policy'] = policy(limit, month, burst)
    headers.ratelimit = monthly !== '' && bursting !== '' ? `${monthly}, ${bursting}` : monthly + bursting
  }
  return headers
}

function policy(limit: number | null, month: Month, burst: BurstState | null): string {
  const monthly = limit === null ? [] : [`"monthly";q=${limit};w=${month.lengthSec};qu="units"`]
  if (burst === null) return monthly.join('')
  const windowSec = Math.max(1, Math.ceil(burst.capacity / burst.ratePerSec))
  return [...monthly, `"burst";q=${burst.capacity};w=${windowSec}`].join(', ')
}

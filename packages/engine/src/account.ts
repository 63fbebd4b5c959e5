// What an organization has left, and the headers that say so.
import { OperationError } from '@kiosk/catalog'
import { type Month, monthAt, secondsToEnd } from './month.ts'
import { type Plan, type Plans, planOf, unitLimit } from './plans.ts'
import type { Balance, Caller, Ledger, Reservation, ReserveResult } from './ports.ts'
import { type BurstState, burstCapacity } from './rate.ts'

/** A caller with its plan and the month the call is in. */
export interface Account {
  readonly caller: Caller
  readonly plan: Plan
  /** Units a month; null: no limit. */
  readonly limit: number | null
  readonly month: Month
  /** Value of `RateLimit-Policy`; empty when nothing is limited. */
  readonly policy: string
}

/** Accounts by caller, made anew when the month changes: nothing else about them does while a caller is the same object. */
export class Accounts {
  readonly #plans: Plans
  readonly #known = new WeakMap<Caller, Account>()

  constructor(plans: Plans) {
    this.#plans = plans
  }

  of(caller: Caller, now: number): Account {
    const month = monthAt(now)
    const known = this.#known.get(caller)
    if (known?.month === month) return known
    const plan = planOf(this.#plans, caller.organization)
    const limit = unitLimit(plan, caller.organization)
    const account = { caller, plan, limit, month, policy: policy(limit, month, plan.ratePerSec) }
    this.#known.set(caller, account)
    return account
  }
}

/** Takes units. Throws `QUOTA_EXCEEDED` with the time until the month ends. */
export function reserve(
  ledger: Ledger,
  account: Account,
  units: number,
  now: number,
): Reservation | Promise<Reservation> {
  const { caller, limit, month } = account
  const result = ledger.reserve(caller.organization, limit, month.period, units)
  return result instanceof Promise
    ? result.then((later) => granted(later, account, units, now))
    : granted(result, account, units, now)
}

function granted(result: ReserveResult, { limit, month }: Account, units: number, now: number): Reservation {
  if (result.granted) return result.reservation
  const left = limit === null ? 0 : Math.max(0, limit - result.balance.used)
  throw new OperationError(
    'QUOTA_EXCEEDED',
    `This call costs ${units} ${units === 1 ? 'unit' : 'units'} and ${left} of ${limit} are left this month; the quota resets at ${month.resetsAt}.`,
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
  const used = `${balance.used}`
  const reset = month.resetsAt
  if (limit === null) {
    return {
      'x-quota-used': used,
      'x-quota-reset': reset,
      ...(cost !== null && { 'x-quota-cost': `${cost}` }),
      ...(burst !== null && { 'ratelimit-policy': account.policy, ratelimit: burstState(burst) }),
    }
  }
  const remaining = Math.max(0, limit - balance.used)
  const monthly = `"monthly";r=${remaining};t=${secondsToEnd(month, now)}`
  // One literal: an object that grows name by name costs half a kilobyte, at every call.
  const headers: Record<string, string> = {
    'x-quota-limit': `${limit}`,
    'x-quota-used': used,
    'x-quota-remaining': `${remaining}`,
    'x-quota-reset': reset,
    'x-quota-cost': `${cost}`,
    'ratelimit-policy': account.policy,
    ratelimit: burst === null ? monthly : `${monthly}, ${burstState(burst)}`,
  }
  if (cost === null) delete headers['x-quota-cost']
  return headers
}

function burstState({ remaining, fullInSec }: BurstState): string {
  return `"burst";r=${remaining};t=${fullInSec}`
}

function policy(limit: number | null, month: Month, ratePerSec: number | null): string {
  const policies: string[] = []
  if (limit !== null) policies.push(`"monthly";q=${limit};w=${month.lengthSec};qu="units"`)
  if (ratePerSec !== null) {
    const capacity = burstCapacity(ratePerSec)
    policies.push(`"burst";q=${Math.floor(capacity)};w=${Math.max(1, Math.ceil(capacity / ratePerSec))}`)
  }
  return policies.join(', ')
}

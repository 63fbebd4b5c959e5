// Quotas run by calendar months in UTC.

export interface Month {
  /** `YYYY-MM` */
  readonly period: string
  /** First instant of the month, milliseconds since 1970. */
  readonly startsAt: number
  /** First instant of the next month. */
  readonly endsAt: number
  /** The same as ISO 8601 without fractions. */
  readonly resetsAt: string
  readonly lengthSec: number
}

let current: Month = monthOf(0)

/** The month that `now` lies in; remembered, since nearly every call asks for the same one. */
export function monthAt(now: number): Month {
  if (now < current.startsAt || now >= current.endsAt) current = monthOf(now)
  return current
}

/** Whole seconds until the month ends, at least 1. */
export function secondsToEnd(month: Month, now: number): number {
  return Math.max(1, Math.ceil((month.endsAt - now) / 1000))
}

function monthOf(now: number): Month {
  const date = new Date(now)
  const startsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const endsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  return {
    period: new Date(startsAt).toISOString().slice(0, 7),
    startsAt,
    endsAt,
    resetsAt: new Date(endsAt).toISOString().replace('.000Z', 'Z'),
    lengthSec: (endsAt - startsAt) / 1000,
  }
}

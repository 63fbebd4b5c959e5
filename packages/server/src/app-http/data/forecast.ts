// What a month will come to if it goes on as it went so far.
import type { monthAt } from '@kiosk/engine'

const DAY_MS = 86_400_000

export interface Forecast {
  /** Units by the end of the month. */
  readonly units: number
  /** ISO 8601; when the quota ends, if that is before the month does. */
  readonly exhaustedAt: string | null
}

/** Linear from the days that passed. The first day counts whole: a few minutes say nothing of a month.
 * @param limit units a month; null: none */
export function forecast(used: number, limit: number | null, month: ReturnType<typeof monthAt>, now: number): Forecast {
  const passedMs = Math.max(now - month.startsAt, DAY_MS)
  const unitsPerMs = used / passedMs
  const units = Math.max(used, Math.round(unitsPerMs * (month.endsAt - month.startsAt)))
  if (limit === null) return { units, exhaustedAt: null }
  if (used >= limit) return { units, exhaustedAt: new Date(now).toISOString() }
  const exhaustedAt = now + (limit - used) / unitsPerMs
  return { units, exhaustedAt: exhaustedAt < month.endsAt ? new Date(exhaustedAt).toISOString() : null }
}

const THRESHOLDS = [50, 80, 100] as const

/** Thresholds in per cent of the limit that were reached. */
export function alerts(used: number, limit: number | null): (typeof THRESHOLDS)[number][] {
  return limit === null ? [] : THRESHOLDS.filter((threshold) => used * 100 >= limit * threshold)
}

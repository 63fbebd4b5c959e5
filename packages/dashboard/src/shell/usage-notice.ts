import type { z } from 'zod'
import type { usage } from '../api/schemas.ts'
import { formatDay, formatNumber } from '../data/format.ts'

export interface UsageNotice {
  /** The passed threshold in per cent. */
  readonly threshold: 50 | 80 | 100
  readonly tone: 'info' | 'warn' | 'bad'
  readonly title: string
  readonly text: string
}

type Usage = Pick<z.infer<typeof usage>, 'alerts' | 'quota'>

/** The notice of the highest threshold that was passed; null when none was, or there is no limit. */
export function usageNotice({ alerts, quota }: Usage): UsageNotice | null {
  if (quota.limit === null || alerts.length === 0) return null
  const threshold = alerts.reduce((highest, one) => (one > highest ? one : highest))
  const reset = `on ${formatDay(quota.resetsAt.slice(0, 10))}`
  const left = `${formatNumber(quota.remaining ?? 0)} of ${formatNumber(quota.limit)} units are left until the reset ${reset}.`
  if (threshold === 100) {
    const text = `Calls that cost units answer 429 QUOTA_EXCEEDED until the reset ${reset}. Cached answers and replays still work.`
    return { threshold, tone: 'bad', title: 'The units of this month are used up', text }
  }
  if (threshold === 80) return { threshold, tone: 'warn', title: '80 % of this month’s units are used', text: left }
  return { threshold, tone: 'info', title: 'Half of this month’s units are used', text: left }
}

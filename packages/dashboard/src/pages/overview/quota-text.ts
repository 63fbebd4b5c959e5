// What the quota's figures mean, in sentences.
import { formatCount, formatDay, formatNumber } from '../../data/format.ts'
import type { Usage } from '../../parts/api-types.ts'
import { resetText } from '../../parts/texts/numbers.ts'

export interface Forecast {
  readonly text: string
  /** The quota ends before the month does. */
  readonly isShort: boolean
}

export function forecastOf({ quota, forecast }: Pick<Usage, 'quota' | 'forecast'>): Forecast {
  if (quota.used === 0) return { text: 'Nothing was spent this month.', isShort: false }
  if (quota.limit !== null && quota.used >= quota.limit) {
    return { text: `The units of this month are spent; new ones come ${resetText(quota.resetsAt)}.`, isShort: true }
  }
  if (forecast.exhaustedAt !== null) {
    const day = formatDay(forecast.exhaustedAt.slice(0, 10))
    return {
      text: `At this pace the units end around ${day}, before new ones come ${resetText(quota.resetsAt)}.`,
      isShort: true,
    }
  }
  const units = `${formatNumber(forecast.units)}${quota.limit === null ? '' : ` of ${formatNumber(quota.limit)}`} units`
  return { text: `At this pace about ${units} by the renewal ${resetText(quota.resetsAt)}.`, isShort: false }
}

/** `420 of 1,000 units used`, `420 units used, no limit` */
export function usedText({ limit, used }: Usage['quota']): string {
  if (limit === null) return `${formatCount(used, 'unit')} used, no limit`
  return `${formatNumber(used)} of ${formatCount(limit, 'unit')} used`
}

// What a call costs, before and after it ran.
import type { CatalogOperation } from '@kiosk/catalog'
import { formatCount, formatNumber } from '../../data/format.ts'
import { spanText } from './numbers.ts'

type Priced = Pick<CatalogOperation, 'units' | 'cacheSec'>

/** `20 units`, `free` */
export function priceText(units: number): string {
  return units === 0 ? 'free' : formatCount(units, 'unit')
}

/** `none`, `5 min` */
export function cacheText(cacheSec: number): string {
  return cacheSec === 0 ? 'none' : spanText(cacheSec)
}

/** One sentence before a run.
 * @param remaining units left this month; null without a limit, or while it is not known */
export function costBefore({ units, cacheSec }: Priced, remaining: number | null): string {
  if (units === 0) return 'This run is free.'
  const free =
    cacheSec > 0
      ? `failures and answers from the cache (${spanText(cacheSec)}) cost nothing`
      : 'a failure costs nothing'
  const left = remaining === null ? '' : ` of the ${formatNumber(remaining)} left`
  return `This run costs ${priceText(units)}${left}; ${free}.`
}

/** Whether the quota refuses a fresh run. A hit would still be answered. */
export function exceedsQuota({ units }: Priced, remaining: number | null): boolean {
  return remaining !== null && units > remaining
}

export interface Receipt {
  /** Null on replays, which carry no quota headers, and when nothing was counted. */
  readonly cost: number | null
  readonly cache: 'HIT' | 'MISS' | null
  readonly replayed: boolean
}

/** One sentence after a run. */
export function costAfter({ cost, cache, replayed }: Receipt): string {
  if (replayed) return 'Replayed: nothing ran, nothing was billed.'
  if (cache === 'HIT') return 'From the cache: nothing was billed.'
  if (cost === null) return 'Nothing was billed.'
  return cost === 0 ? 'Nothing was billed.' : `${formatCount(cost, 'unit')} spent.`
}

/** Who may use an operation, and with whose data. */
export function accessText(access: string): { label: string; meaning: string } {
  if (access === 'public') return { label: 'public', meaning: 'Reads what is public; needs nothing but a key.' }
  if (access === 'credentials') {
    return { label: 'credentials', meaning: 'Reads with credentials of yours for the other service.' }
  }
  if (access === 'account') {
    return { label: 'acts on an account', meaning: 'Does something on an account of yours at the other service.' }
  }
  return { label: access, meaning: '' }
}

import type { z } from 'zod'
import type { keyList } from '../../api/schemas.ts'
import { formatCount, formatTime } from '../../data/format.ts'

export type KeyLimits = z.infer<typeof keyList>['limits']

/** Why no key can be made now, and what helps; null when one can. */
export function keyLimitNotice(count: number, limits: KeyLimits): { title: string; text: string } | null {
  if (count >= limits.keys)
    return {
      title: `All ${limits.keys} keys of the organization are in use`,
      text: 'Delete one that is no longer used; the last use is shown in the list.',
    }
  if (limits.newLeft > 0) return null
  const next = limits.nextAt ? `The next one is possible at ${formatTime(limits.nextAt)}.` : 'Try again in an hour.'
  return {
    title: `${formatCount(limits.newPerHour, 'new key')} were made within an hour, the most an organization may make`,
    text: `${next} Existing keys are not affected.`,
  }
}

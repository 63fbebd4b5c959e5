// When the files of a version were uploaded.
import { z } from 'zod'
import { optionalTime } from '../../shared/dates.ts'

/** Older answers have only `upload_time`, UTC without a zone. */
const file = z.object({ upload_time_iso_8601: optionalTime, upload_time: optionalTime })
/** Files of one version; null for anything else. */
export const files = z.array(file).nullish().catch(null)

/** ISO 8601 UTC; null when there is no file, or none with a time. */
export function firstUpload(list: z.output<typeof files>): string | null {
  const times = (list ?? []).flatMap((one) => one.upload_time_iso_8601 ?? one.upload_time ?? [])
  return times.reduce<string | null>(
    (first, at) => (first === null || Date.parse(at) < Date.parse(first) ? at : first),
    null,
  )
}

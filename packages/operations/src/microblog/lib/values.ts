// Optional facts of loosely typed answers: what is missing or unreadable is null, never an invented value.
import { z } from 'zod'
import { utcTime } from '../../shared/dates.ts'
import { whole } from '../../shared/numbers.ts'

/** A count. Servers that hide one send -1. */
export const optionalCount = whole.pipe(z.int().min(0)).nullable().catch(null)

export const optionalFlag = z.boolean().nullable().catch(null)

/** ISO 8601 UTC time of a time or a day. The year 1, the zero time of some servers, is none. */
export const optionalMoment = z
  .string()
  .transform((text) => utcTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text))
  .transform((time) => (time?.startsWith('0001-') ? null : time))
  .nullable()
  .catch(null)

/** Day of a day or a time. */
export const optionalDay = z
  .string()
  .transform((text) => /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(text)?.[0] ?? null)
  .nullable()
  .catch(null)

/** An http address. */
export const optionalAddress = z
  .string()
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text))
  .nullable()
  .catch(null)

/** Direction marks and other invisible characters come along when a handle is copied from an app. */
export function withoutMarks(text: string): string {
  return text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()
}

export const record = z.record(z.string(), z.unknown())

/** Members of a list that have the shape; the others are left out, as is a list that is none. */
export function listOf<S extends z.ZodType>(item: S) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((value) => {
        const parsed = item.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )
}

// Times of upstreams, brought to ISO 8601 UTC with `Z`.
import { z } from 'zod'

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:?\d\d)?$/i

/** `2024-05-01T10:00:00.123456Z` stays as it is, a zone is turned into UTC, no zone is taken as UTC; null for anything else. */
export function utcTime(text: string): string | null {
  const [, day, time, zone] = TIME.exec(text.trim()) ?? []
  if (day === undefined || time === undefined) return null
  const utc = `${day}T${time}Z`
  if (Number.isNaN(Date.parse(utc))) return null
  if (zone === undefined || zone.toUpperCase() === 'Z') return utc
  const at = new Date(`${day}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A time that must be there. */
export const upstreamTime = z.string().transform((text, check) => {
  const time = utcTime(text)
  if (time !== null) return time
  check.addIssue({ code: 'custom', message: 'expected a time' })
  return z.NEVER
})

/** A time, or null for whatever is not one. */
export const optionalTime = upstreamTime.nullable().catch(null)

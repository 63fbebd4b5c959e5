// The filters of the log: in the address, in the inputs, and in the questions to the app.
import type { RequestFilters } from '../../api/client.ts'

export type LogFilters = Pick<RequestFilters, 'operation' | 'status' | 'code' | 'key' | 'from' | 'to'>

/** The filters of an address, without what else stands in it. Absent ones are left out. */
export function filtersOf(search: LogFilters): LogFilters {
  const { operation, status, code, key, from, to } = search
  return {
    ...(operation && { operation }),
    ...(status && { status }),
    ...(code && { code }),
    ...(key && { key }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** What stands in a `datetime-local` input for an instant, in the reader's zone; empty for none. */
export function localInput(instant: string | undefined): string {
  if (instant === undefined) return ''
  const time = new Date(instant)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant of a `datetime-local` input; undefined when it is empty. */
export function instantOf(input: string): string | undefined {
  const time = new Date(input)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** A code as the app takes it: upper case; undefined when it can be none. */
export function codeOf(typed: string): string | undefined {
  const code = typed.trim().toUpperCase()
  return /^[A-Z_]{2,40}$/.test(code) ? code : undefined
}

/** `requests-2026-11-22.csv`; with the operation in front of the day when there is one. */
export function csvName({ operation }: LogFilters, now: Date): string {
  const parts = [
    'requests',
    ...(operation ? [operation.replaceAll(/[^a-z0-9-]+/gi, '-')] : []),
    now.toISOString().slice(0, 10),
  ]
  return `${parts.join('-')}.csv`
}

// Rates, spans, sizes and distances in words; plain numbers and days are in data/format.ts.
import { formatCount, formatDay } from '../../data/format.ts'

/** A rate from 0 to 1: `99.5 %`. Never `100 %` while something failed, never `0 %` while something succeeded. */
export function percentText(rate: number): string {
  const tenths = Math.round(rate * 1000)
  if (rate < 1 && tenths === 1000) return '> 99.9 %'
  if (rate > 0 && tenths === 0) return '< 0.1 %'
  return `${tenths / 10} %`
}

/** `840 ms`, `2.4 s`, `1 min 5 s` */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return [`${Math.floor(whole / 60)} min`, ...(whole % 60 ? [`${whole % 60} s`] : [])].join(' ')
}

/** A span that is set in whole seconds: `60 s`, `5 min`, `1 h`. */
export function spanText(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`
  if (seconds >= 120 && seconds % 60 === 0) return `${seconds / 60} min`
  return `${seconds} s`
}

/** `1.4 MB` */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, 'byte')
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const localTime = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** `Nov 22, 09:05:31`, in the reader's zone: to the second, as a log needs it. */
export function timeText(instant: string): string {
  return localTime.format(new Date(instant))
}

/** How far away an instant is: `in 8 days`, `in 5 hours`, `3 minutes ago`. */
export function distanceText(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000)
  const size = Math.abs(seconds)
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  if (size < 60) return relative.format(seconds, 'second')
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 2 * 86_400) return relative.format(Math.round(seconds / 3600), 'hour')
  return relative.format(Math.round(seconds / 86_400), 'day')
}

/** When a quota is renewed: `on Dec 1, 2026 (UTC)`. */
export function resetText(resetsAt: string): string {
  return `on ${formatDay(resetsAt.slice(0, 10))} (UTC)`
}

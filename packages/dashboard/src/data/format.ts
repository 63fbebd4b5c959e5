// Numbers and instants as people read them. The interface is English; instants are shown in the reader's own zone.
const numbers = new Intl.NumberFormat('en')
const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const utcDays = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const instants = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `12,345` */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** `1 unit`, `2 units` */
export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

/** `21 Nov 2026` in the order that the reader's English has. Takes an instant, or a plain YYYY-MM-DD, which has no zone. */
export function formatDay(iso: string): string {
  return (/^\d{4}-\d\d-\d\d$/.test(iso) ? utcDays : days).format(new Date(iso))
}

/** `14:05` */
export function formatTime(iso: string): string {
  return times.format(new Date(iso))
}

/** `Nov 21, 14:05` */
export function formatInstant(iso: string): string {
  return instants.format(new Date(iso))
}

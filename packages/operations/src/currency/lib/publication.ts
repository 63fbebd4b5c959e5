// When the central bank publishes: about 16:00 Central European time on business days.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Seconds between two looks for a file that is due: late, or a bank holiday. */
const RECHECK_SEC = 900
/** From Friday's publication to Monday's. */
const LONGEST_SEC = 3 * 24 * 3600

/** Seconds for which the rates of `date` stay the newest.
 * @param date day of the rates, YYYY-MM-DD */
export function secondsUntilNext(date: string, now: Date): number {
  const seconds = Math.ceil((publicationAfter(date) - now.getTime()) / 1000)
  return seconds > 0 ? Math.min(seconds, LONGEST_SEC) : RECHECK_SEC
}

/** Epoch milliseconds of the first publication after that of `date`. Bank holidays are not known: then it is just late. */
function publicationAfter(date: string): number {
  let day = Date.parse(date) + DAY_MS
  while (isWeekend(day)) day += DAY_MS
  const summer = day + 14 * HOUR_MS
  return frankfurtHour(summer) === 16 ? summer : summer + HOUR_MS
}

function isWeekend(day: number): boolean {
  return [0, 6].includes(new Date(day).getUTCDay())
}

function frankfurtHour(at: number): number {
  const hour = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', hour: 'numeric', hourCycle: 'h23' }).format(
    at,
  )
  return Number(hour)
}

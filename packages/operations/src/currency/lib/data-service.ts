// The same rates from the central bank's data service, as CSV of several days.
import { changed } from '@kiosk/catalog'
import { z } from 'zod'
import { readShape } from '../../shared/answer.ts'
import { parseCsv } from './csv.ts'
import type { DayRates } from './day-rates.ts'
import { decimalRate } from './decimal-rate.ts'

const rows = z
  .array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), date: z.iso.date(), rate: decimalRate }))
  .min(1)

/** Rates of the latest day in it. @param text CSV with a header row; columns are found by name */
export function parseDataService(text: string): DayRates {
  const [header = [], ...lines] = parseCsv(text)
  const [currency, date, value] = ['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'].map((name) => column(header, name))
  // A file that was cut off would pass for one with fewer currencies.
  if (lines.some((line) => line.length !== header.length)) throw changed('rate rows')
  // On a day without a rate the observation is empty or NaN.
  const stated = lines.filter((line) => /\d/.test(line[value ?? -1] ?? ''))
  const read = readShape(
    rows,
    stated.map((line) => ({ currency: line[currency ?? -1], date: line[date ?? -1], rate: line[value ?? -1] })),
    'rate rows',
  )
  const latest =
    read
      .map((row) => row.date)
      .sort()
      .at(-1) ?? ''
  const ofLatest = read.filter((row) => row.date === latest)
  return { date: latest, perEuro: { EUR: 1, ...Object.fromEntries(ofLatest.map((row) => [row.currency, row.rate])) } }
}

function column(header: readonly string[], name: string): number {
  const index = header.indexOf(name)
  if (index < 0) throw changed(`column ${name}`)
  return index
}

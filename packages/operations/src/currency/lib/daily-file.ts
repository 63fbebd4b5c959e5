// The central bank's daily file: namespaced XML of about 1.7 KB.
import { changed } from '@kiosk/catalog'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { readShape } from '../../shared/answer.ts'
import type { DayRates } from './day-rates.ts'
import { decimalRate } from './decimal-rate.ts'

const rate = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: decimalRate })
const day = z.object({ time: z.iso.date(), Cube: z.array(rate).min(1) })
const file = z.object({ Envelope: z.object({ Cube: z.array(z.object({ Cube: z.array(day).min(1) })).length(1) }) })

/** @param text content of `eurofxref-daily.xml`
 * @throws `UPSTREAM_CHANGED` also for a file that was cut off: the parser would make do with the first currencies */
export function parseDailyFile(text: string): DayRates {
  // Copies of the file may begin with a blank line, which no parser takes before `<?xml`.
  const xml = text.trim()
  if (XMLValidator.validate(xml) !== true) throw changed('rate file (XML)')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseAttributeValue: false,
    processEntities: false,
    isArray: (name) => name === 'Cube',
  })
  const { Cube: days } = readShape(file, parser.parse(xml)).Envelope.Cube[0] ?? { Cube: [] }
  const latest = days.reduce((a, b) => (a.time < b.time ? b : a))
  return { date: latest.time, perEuro: { EUR: 1, ...Object.fromEntries(latest.Cube.map((c) => [c.currency, c.rate])) } }
}

// The central bank's rates of one day.
import { z } from 'zod'

export const dayRates = z.object({
  /** YYYY-MM-DD. */
  date: z.iso.date(),
  /** Units for one euro by currency, the euro included. */
  perEuro: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive()),
})

export type DayRates = z.output<typeof dayRates>

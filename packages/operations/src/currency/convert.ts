import { defineOperation, fetchedAt, invalidInput } from '@kiosk/catalog'
import { z } from 'zod'
import { latestRates, type ReadRates } from './lib/latest-rates.ts'
import { currency } from './provider.ts'

const MAX_AMOUNT = 1e12

const input = z.strictObject({
  base: z
    .string()
    .trim()
    .length(3)
    .regex(/^[A-Za-z]{3}$/, 'expected an ISO 4217 code of three letters')
    .toUpperCase()
    .describe('ISO 4217 code to convert from, in any case.'),
  targets: z
    .string()
    .trim()
    .min(3)
    .max(255)
    .regex(/^[A-Za-z]{3}(?:\s*,\s*[A-Za-z]{3}){0,39}$/, 'expected a comma-separated list of ISO 4217 codes, at most 40')
    .overwrite((codes) => [...new Set(codes.toUpperCase().split(/\s*,\s*/))].join(','))
    .describe('ISO 4217 codes to convert to, separated by commas, at most 40; may hold the base.'),
  amount: z.number().min(0).max(MAX_AMOUNT).default(1).describe('Amount in base.'),
})

const output = z.object({
  base: z.string().describe('Code converted from, upper case.'),
  date: z.iso.date().describe('Day of the rates, YYYY-MM-DD: the last published day, not today.'),
  amount: z.number().describe('Amount in base.'),
  rates: z
    .record(z.string(), z.number())
    .describe('Units of each target for one base, rounded to 6 significant digits.'),
  converted: z
    .record(z.string(), z.number())
    .describe('Amount times the unrounded rate; 4 decimals from 1 up, 6 significant digits below.'),
  fetchedAt,
})

export const operation = defineOperation({
  provider: currency,
  slug: 'currency-convert.get',
  id: 'currency.convert',
  title: 'Currency conversion',
  description: "Converts an amount with the central bank's daily reference rates.",
  category: 'finance',
  tags: ['currency', 'exchange', 'rates'],
  units: 1,
  timeoutSec: 12,
  cacheSec: 600,
  access: 'public',
  needs: ['http', 'memo'],
  input,
  output,
  examples: [
    { title: 'Dollars to euros and pounds', input: { base: 'USD', targets: 'EUR,GBP', amount: 100 } },
    {
      title: 'A code that the bank does not publish',
      input: { base: 'EUR', targets: 'USD,XXX' },
      fails: 'INVALID_INPUT',
    },
  ],
  async run(ctx, input) {
    return convert(input, await latestRates(ctx))
  },
})

/** @throws `INVALID_INPUT` for codes without a rate; no target is dropped in silence */
export function convert(
  { base, targets, amount }: z.output<typeof input>,
  { rates: { date, perEuro }, fetchedAt }: ReadRates,
): z.output<typeof output> {
  const available = Object.keys(perEuro).sort()
  const codes = targets.split(',')
  refuseUnknown('base', [base], available)
  refuseUnknown('targets', codes, available)
  const rates = codes.map((code): [string, number] => [code, (perEuro[code] ?? 0) / (perEuro[base] ?? 1)])
  return {
    base,
    date,
    amount,
    rates: Object.fromEntries(rates.map(([code, rate]) => [code, sixDigits(rate)])),
    converted: Object.fromEntries(rates.map(([code, rate]) => [code, rounded(amount * rate)])),
    fetchedAt,
  }
}

function refuseUnknown(field: 'base' | 'targets', codes: readonly string[], available: readonly string[]): void {
  const unknown = codes.filter((code) => !available.includes(code))
  if (unknown.length === 0) return
  throw invalidInput(field, `expected codes that the central bank publishes, got ${unknown.join(', ')}`, { available })
}

function sixDigits(value: number): number {
  return Number(value.toPrecision(6))
}

function rounded(value: number): number {
  return value >= 1 ? Number(value.toFixed(4)) : sixDigits(value)
}

// Where the newest rates come from: memory, the daily file, or else the data service.
import { type Context, type HttpRequest, OperationError } from '@kiosk/catalog'
import { z } from 'zod'
import { understand } from '../../shared/answer.ts'
import { refuseUnlessOk } from '../../shared/upstream.ts'
import { currency } from '../provider.ts'
import { parseDailyFile } from './daily-file.ts'
import { parseDataService } from './data-service.ts'
import { type DayRates, dayRates } from './day-rates.ts'
import { secondsUntilNext } from './publication.ts'

type CurrencyContext = Context<'http' | 'memo'>

const readRates = z.object({ rates: dayRates, fetchedAt: z.iso.datetime() })

/** Rates, and when the central bank answered with them. */
export type ReadRates = z.output<typeof readRates>

const MEMO_KEY = 'latest-rates'
/** Leaves time for the second source within the operation's 12 s. */
const SOURCE_TIMEOUT_MS = 5000
const DAYS_BACK = 10

/** Throws `UPSTREAM_CHANGED` when no source can be read, or what kept the first from answering. */
export async function latestRates(ctx: CurrencyContext): Promise<ReadRates> {
  const kept = await ctx.memo.get(MEMO_KEY)
  const known = kept === undefined ? null : readRates.safeParse(JSON.parse(kept)).data
  if (known) return known
  const rates = await fromEitherSource(ctx)
  const now = ctx.clock.now()
  const read = { rates, fetchedAt: now.toISOString() }
  await ctx.memo.set(MEMO_KEY, JSON.stringify(read), secondsUntilNext(rates.date, now))
  return read
}

async function fromEitherSource(ctx: CurrencyContext): Promise<DayRates> {
  const first = await attempt(ctx, dailyFile)
  if (!(first instanceof OperationError)) return first
  ctx.log.warn('the daily rate file cannot be read, asking the data service', { code: first.code })
  const second = await attempt(ctx, dataService)
  if (!(second instanceof OperationError)) return second
  // An answer that cannot be read says more than one that did not come.
  throw [first, second].find(({ code }) => code === 'UPSTREAM_CHANGED') ?? first
}

/** The rates, or why there are none. Rejects when the call was given up. */
async function attempt(ctx: CurrencyContext, source: typeof dailyFile): Promise<DayRates | OperationError> {
  try {
    return await source(ctx)
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof OperationError)) throw error
    return error
  }
}

function dailyFile(ctx: CurrencyContext): Promise<DayRates> {
  return read(
    ctx,
    { path: '/stats/eurofxref/eurofxref-daily.xml', headers: { accept: 'application/xml' } },
    parseDailyFile,
  )
}

function dataService(ctx: CurrencyContext): Promise<DayRates> {
  const start = new Date(ctx.clock.now().getTime() - DAYS_BACK * 86_400_000).toISOString().slice(0, 10)
  return read(
    ctx,
    {
      upstream: 'data',
      path: '/service/data/EXR/D..EUR.SP00.A',
      query: { format: 'csvdata', startPeriod: start },
      headers: { accept: 'text/csv' },
    },
    parseDataService,
  )
}

async function read(ctx: CurrencyContext, request: HttpRequest, parse: (text: string) => DayRates): Promise<DayRates> {
  const response = await ctx.http.send({ ...request, agent: 'browser', timeoutMs: SOURCE_TIMEOUT_MS })
  refuseUnlessOk(currency, response, ctx.clock)
  return understand(currency, response, () => parse(response.text()))
}

// A right operation with its fixture, and the means to make wrong ones of it.
import {
  blocked,
  type Context,
  changed,
  defineOperation,
  defineProvider,
  type Fixture,
  type FixtureCase,
  fetchedAt,
  type HttpResponse,
  notFound,
  type Operation,
  OperationError,
} from '@kiosk/catalog'
import { z } from 'zod'
import type { Check, Subject } from '../src/index.ts'

export const NOW = new Date('2026-03-14T09:30:00.000Z')

export const weather = defineProvider({
  name: 'weather',
  title: 'Weather office',
  upstreams: { main: 'https://weather.example.test', map: 'https://{region}.map.example.test', own: null },
  hosts: 'own',
  settings: {
    token: {
      variable: 'KIOSK_WEATHER_TOKEN',
      schema: z.string().min(3),
      says: 'Token of the weather office.',
      sandbox: 'stand-in',
    },
  },
})

const answer = z.object({ name: z.string().min(1), celsius: z.number(), notes: z.array(z.string()) })

export type WeatherContext = Context<'http', { token: string }>

export async function readReport(ctx: WeatherContext, place: string) {
  const response = await ctx.http.send({ path: `/report/${encodeURIComponent(place)}` })
  refuse(response)
  const body = answer.safeParse(response.json())
  if (!body.success) throw changed(body.error.issues[0]?.path.join('.') || 'report')
  return {
    place: body.data.name,
    celsius: body.data.celsius,
    notes: body.data.notes,
    fetchedAt: ctx.clock.now().toISOString(),
  }
}

export function refuse({ status }: HttpResponse): void {
  if (status === 404) throw notFound('There is no such place.')
  if (status === 403) throw blocked('The weather office refused to answer.')
  if (status !== 200) throw new OperationError('UPSTREAM_ERROR', `The weather office answered with HTTP ${status}.`)
}

export const input = z.strictObject({ place: z.string().min(1).max(100).describe('Name of a place.') })

export const output = z.object({
  place: z.string().describe('Name as the office writes it.'),
  celsius: z.number().describe('Temperature.'),
  notes: z.array(z.string()).describe('Remarks; empty when there are none.'),
  fetchedAt,
})

const right = {
  provider: weather,
  slug: 'weather-report.get',
  id: 'weather.report',
  title: 'Weather report',
  description: 'Reads the latest report of one place.',
  category: 'reference',
  tags: ['weather'],
  units: 1,
  timeoutSec: 10,
  cacheSec: 60,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'A place', input: { place: 'harbour' } },
    { title: 'No such place', input: { place: 'atlantis' }, fails: 'NOT_FOUND' },
  ],
  run: (ctx: WeatherContext, { place }: { place: string }) => readReport(ctx, place),
} as const

const url = 'https://weather.example.test/report'

export const cases: readonly FixtureCase[] = [
  {
    title: 'A place',
    origin: 'composed',
    settings: {},
    exchanges: [
      {
        request: { method: 'GET', url: `${url}/harbour`, headers: {} },
        response: {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: '{"name":"Harbour Town","celsius":11.5,"notes":["Fog until noon"]}',
        },
      },
    ],
    output: { place: 'Harbour Town', celsius: 11.5, notes: ['Fog until noon'], fetchedAt: '{{time}}' },
  },
  {
    title: 'No such place',
    origin: 'composed',
    settings: {},
    exchanges: [
      {
        request: { method: 'GET', url: `${url}/atlantis`, headers: {} },
        response: { status: 404, headers: {}, body: '' },
      },
    ],
    fails: 'NOT_FOUND',
  },
]

/** The right operation with some parts replaced by wrong ones. */
export function subject(
  wrong: { operation?: Partial<Operation>; run?: typeof right.run; cases?: readonly FixtureCase[] } = {},
): Subject {
  const operation = defineOperation({ ...right, ...(wrong.run && { run: wrong.run }) })
  const fixture: Fixture = { operation: right.slug, now: NOW, cases: wrong.cases ?? cases }
  return { operation: { ...operation, ...wrong.operation }, fixture }
}

/** Messages of the checks that fail, by title. */
export async function failures(checks: readonly Check[]): Promise<Record<string, string>> {
  const failed: Record<string, string> = {}
  for (const check of checks) {
    try {
      await check.run()
    } catch (error) {
      failed[check.title] = String(error)
    }
  }
  return failed
}

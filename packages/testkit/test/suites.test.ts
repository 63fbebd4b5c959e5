// Each suite passes a right operation, and fails every wrong one for its own reason.
import { blocked, type FixtureCase, notFound, OperationError } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { abortChecks, brokenUpstreamChecks, replayChecks } from '../src/index.ts'
import { cases, failures, readReport, refuse, subject } from './weather.ts'

const [place, missing] = cases as [FixtureCase, FixtureCase]

test('a right operation passes all suites', async () => {
  const subjects = [subject()]
  expect(await failures(replayChecks(subjects))).toEqual({})
  expect(await failures(brokenUpstreamChecks(subjects))).toEqual({})
  expect(await failures(abortChecks(subjects))).toEqual({})
  expect(replayChecks(subjects).map((check) => `${check.slug} ${check.title}`)).toEqual([
    'weather-report.get A place',
    'weather-report.get No such place',
  ])
  expect(brokenUpstreamChecks(subjects)).toHaveLength(1)
  expect(abortChecks(subjects)).toHaveLength(2)
})

describe('replay sees', () => {
  test.each<[string, Parameters<typeof subject>[0], string, RegExp]>([
    [
      'another output',
      { run: async (ctx, { place }) => ({ ...(await readReport(ctx, place)), celsius: 0 }) },
      'A place',
      /celsius/,
    ],
    ['a missing key', { cases: [{ ...place, output: { place: 'Harbour Town' } }] }, 'A place', /deep/],
    [
      'a clock of its own',
      { run: async (ctx, { place }) => ({ ...(await readReport(ctx, place)), fetchedAt: '2026-03-14T09:30:01.000Z' }) },
      'A place',
      /09:30:01/,
    ],
    [
      'a failure in place of an output',
      { run: () => Promise.reject(notFound('Nothing.')) },
      'A place',
      /got NOT_FOUND/,
    ],
    [
      'an output in place of a failure',
      { cases: [{ ...place, output: undefined, fails: 'NOT_FOUND' }] },
      'A place',
      /got success/,
    ],
    ['another code', { cases: [{ ...missing, fails: 'EXPIRED' }] }, 'No such place', /expected EXPIRED, got NOT_FOUND/],
    ['a plain error', { run: () => Promise.reject(new Error('a defect')) }, 'No such place', /got Error: a defect/],
    [
      'an output that its schema refuses',
      { run: async (ctx, { place }) => ({ ...(await readReport(ctx, place)), celsius: Number.NaN }) },
      'A place',
      /its schema refuses \(celsius/,
    ],
    [
      'a request without an exchange, even when the error is swallowed',
      {
        run: async (ctx, { place }) => {
          await ctx.http.send({ path: '/extra' }).catch(() => {})
          return readReport(ctx, place)
        },
      },
      'A place',
      /No exchange answers GET https:\/\/weather\.example\.test\/extra\nThe case offers:\n {2}GET https:\/\/weather\.example\.test\/report\/harbour/,
    ],
    [
      'an exchange that nobody asks for',
      { cases: [{ ...place, exchanges: [...place.exchanges, ...missing.exchanges] }] },
      'A place',
      /never asked for[\s\S]*atlantis/,
    ],
    ['an example without input', { cases: [{ ...place, title: 'Renamed' }] }, 'Renamed', /needs an input/],
  ])('%s', async (_, wrong, title, message) => {
    expect((await failures(replayChecks([subject(wrong)])))[title]).toMatch(message)
  })
})

describe('broken upstream sees', () => {
  const empty = { place: 'harbour', celsius: 0, notes: [], fetchedAt: '2026-03-14T09:30:00.000Z' }

  async function problems(wrong: Parameters<typeof subject>[0], options?: Parameters<typeof brokenUpstreamChecks>[1]) {
    return (await failures(brokenUpstreamChecks([subject(wrong)], options)))['A place'] ?? ''
  }

  test('a defect on an unreadable body', async () => {
    const found = await problems({
      run: async (ctx, { place }) => {
        const response = await ctx.http.send({ path: `/report/${place}` })
        refuse(response)
        const body = JSON.parse(response.text())
        return {
          place: body.name,
          celsius: Number(body.celsius),
          notes: body.notes,
          fetchedAt: ctx.clock.now().toISOString(),
        }
      },
    })
    expect(found).toMatch(/an empty body from GET https:\S+: SyntaxError/)
    expect(found).toMatch(/half a body[^\n]*SyntaxError/)
    expect(found).toMatch(/a login page[^\n]*SyntaxError/)
    expect(found).toMatch(/null from[^\n]*TypeError/)
    expect(found).toMatch(/\{\} from[^\n]*its schema refuses \(place/)
    expect(found).not.toMatch(/numbers as strings/)
    expect(found).not.toMatch(/HTTP/)
  })

  test('numbers taken over as strings', async () => {
    const found = await problems({
      run: async (ctx, { place }) => {
        const response = await ctx.http.send({ path: `/report/${place}` })
        refuse(response)
        const body = response.json() as { name: string; celsius: number; notes: string[] } | undefined
        if (!body?.name) throw blocked('No data.')
        return { place: body.name, celsius: body.celsius, notes: body.notes, fetchedAt: ctx.clock.now().toISOString() }
      },
    })
    expect(found).toMatch(/numbers as strings[^\n]*its schema refuses \(celsius/)
  })

  test('an empty success in place of an error', async () => {
    const run = async (ctx: Parameters<typeof readReport>[0], { place }: { place: string }) =>
      readReport(ctx, place).catch(() => empty)
    const found = await problems({ run })
    for (const way of [
      'an empty body',
      'half a body',
      'a login page',
      '[]',
      'HTTP 403',
      'HTTP 429',
      'HTTP 500',
      'no connection',
    ]) {
      expect(found).toContain(`${way} from`)
    }
    expect(found).toMatch(/a success without content/)
  })

  test('a code that the answer does not stand for', async () => {
    const run = async (ctx: Parameters<typeof readReport>[0], { place }: { place: string }) =>
      readReport(ctx, place).catch(() => Promise.reject(notFound('There is no such place.')))
    const found = await problems({ run })
    expect(found).toMatch(/HTTP 500[^\n]*expected UPSTREAM_…, got NOT_FOUND/)
    expect(found).not.toMatch(/HTTP 403/)
    expect(await problems({ run }, { alsoAllowed: { 'weather-report.get': ['NOT_FOUND'] } })).toBe('')
  })

  test('INTERNAL, although it is an error for callers', async () => {
    const run = () => Promise.reject(new OperationError('INTERNAL', 'A defect.'))
    expect(await problems({ run })).toMatch(/got INTERNAL/)
  })

  test('but lets a success stand that still tells what another answer said', async () => {
    const withNotes: FixtureCase = {
      ...place,
      exchanges: [
        ...place.exchanges,
        {
          request: { method: 'GET', url: 'https://weather.example.test/notes', headers: {} },
          response: { status: 200, headers: {}, body: '["Storm warning"]' },
        },
      ],
      output: { place: 'Harbour Town', celsius: 11.5, notes: ['Storm warning'], fetchedAt: '{{time}}' },
    }
    const run = async (ctx: Parameters<typeof readReport>[0], { place }: { place: string }) => {
      const report = await readReport(ctx, place)
      const extra = await ctx.http.send({ path: '/notes' }).catch(() => null)
      const notes = extra?.json()
      return { ...report, notes: Array.isArray(notes) ? notes : [] }
    }
    const wrong = { run, cases: [withNotes] }
    expect(await failures(replayChecks([subject(wrong)]))).toEqual({})
    expect(await problems(wrong)).toBe('')
  })

  test('but takes an empty list for an answer where a list of things is due', async () => {
    const run = async (ctx: Parameters<typeof readReport>[0]) => {
      const list = (await ctx.http.send({ path: '/places' })).json()
      if (!Array.isArray(list)) throw blocked('No list.')
      return { ...empty, notes: list.map((item) => String(Object(item).name ?? item)) }
    }
    const listed = (body: string, notes: string[]): FixtureCase => ({
      ...place,
      exchanges: [
        {
          request: { method: 'GET', url: 'https://weather.example.test/places', headers: {} },
          response: { status: 200, headers: {}, body },
        },
      ],
      output: { ...empty, notes },
    })
    const ofThings = await problems({ run, cases: [listed('[{"name":"Harbour Town"}]', ['Harbour Town'])] })
    const ofTexts = await problems({ run, cases: [listed('["Harbour Town"]', ['Harbour Town'])] })
    expect(ofThings).not.toContain('[] from')
    expect(ofTexts).toContain('[] from')
  })

  test('but takes any page for an answer where any page is read, if the success tells what stands in it', async () => {
    const anyPage = { anyPage: ['weather-report.get'] }
    const read = async (ctx: Parameters<typeof readReport>[0], { place }: { place: string }) => {
      const response = await ctx.http.send({ path: `/report/${place}` })
      const text = response.text()
      if (text.length < 4) throw blocked('Nothing to read.')
      return { ...empty, notes: [text] }
    }
    const page = [{ ...place, output: { ...empty, notes: ['unlike any'] } }]
    expect(await problems({ run: read, cases: page })).toContain('HTTP 500 from')
    expect(await problems({ run: read, cases: page }, anyPage)).toBe('')
    const invents = async () => ({ ...empty, notes: ['invented, whatever was served'] })
    expect(await problems({ run: invents, cases: page }, anyPage)).toMatch(/a success that no answer tells/)
  })

  test('a soft failure only where it is agreed', async () => {
    const soft = { success: false, fetchedAt: '2026-03-14T09:30:00.000Z' }
    const run = async (ctx: Parameters<typeof readReport>[0], { place }: { place: string }) =>
      readReport(ctx, place).catch(() => ({ ...empty, ...soft }))
    const loose = { run, operation: { output: z.looseObject({}) } }
    expect(await problems(loose)).toMatch(/a success without content/)
    expect(await problems(loose, { softFailures: ['weather-report.get'] })).toBe('')
  })
})

describe('abort sees', () => {
  test.each<[string, NonNullable<Parameters<typeof subject>[0]>['run'], RegExp]>([
    [
      'an error of its own in place of the reason',
      (ctx, { place }) => readReport(ctx, place).catch(() => Promise.reject(blocked('No answer.'))),
      /expected the signal's reason, got UPSTREAM_BLOCKED/,
    ],
    [
      'a soft failure',
      (ctx, { place }) =>
        readReport(ctx, place).catch(() => ({
          place: 'x',
          celsius: 0,
          notes: [],
          fetchedAt: '2026-03-14T09:30:00.000Z',
        })),
      /expected a rejection with the signal's reason, got success/,
    ],
    [
      'a run that hangs',
      (ctx, { place }) => readReport(ctx, place).catch(() => new Promise(() => {})),
      /still running/,
    ],
  ])('%s', async (_, run, message) => {
    const failed = await failures(abortChecks([subject({ ...(run && { run }) })], { promptMs: 200 }))
    expect(failed['aborted before']).toMatch(message)
    expect(failed['aborted in request 1 (GET https://weather.example.test/report/harbour)']).toMatch(message)
  })
})

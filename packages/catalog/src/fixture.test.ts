import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { caseInput, type FixtureCase, fixturePath, loadFixture, operationFileName } from './fixture.ts'
import { defineOperation } from './operation.ts'
import { defineProvider } from './provider.ts'

const url = new URL('file:///somewhere/weather/fixtures/report.json')
const request = { method: 'GET', url: 'https://weather.example.test/report' }

const provider = defineProvider({ name: 'weather', title: 'Weather', upstreams: {}, hosts: 'own' })
const operation = defineOperation({
  provider,
  slug: 'weather-report.get',
  id: 'weather.report',
  title: 'Report',
  description: 'Reads a report.',
  category: 'web',
  tags: ['weather'],
  units: 1,
  timeoutSec: 1,
  cacheSec: 0,
  access: 'public',
  needs: [],
  input: z.strictObject({ place: z.string().max(9) }),
  output: z.object({}),
  examples: [{ title: 'A place', input: { place: 'Harbour' } }],
  run: async () => ({}),
})

function load(file: unknown, files: Record<string, Uint8Array> = {}) {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return loadFixture(url, async (at) => {
    if (at.href === url.href) return new TextEncoder().encode(text)
    const bytes = files[at.href]
    if (bytes === undefined) throw new Error(`no file ${at.href}`)
    return bytes
  })
}

function withCase(one: Record<string, unknown>) {
  return { operation: 'weather-report.get', now: '2026-03-14T09:30:00.000Z', cases: [{ title: 'A place', ...one }] }
}

async function bodyOf(response: Record<string, unknown>, files?: Record<string, Uint8Array>) {
  const fixture = await load(
    withCase({ exchanges: [{ request, response: { status: 200, ...response } }], output: {} }),
    files,
  )
  return fixture.cases[0]?.exchanges[0]?.response
}

describe('loadFixture', () => {
  test('reads cases with their defaults', async () => {
    const fixture = await load(withCase({ output: { a: 1 } }))
    expect(fixture).toEqual({
      operation: 'weather-report.get',
      now: new Date('2026-03-14T09:30:00.000Z'),
      cases: [{ title: 'A place', origin: 'composed', settings: {}, exchanges: [], output: { a: 1 } }],
    })
  })

  test('sends text as it is, JSON with its content type, and nothing for no body', async () => {
    expect(await bodyOf({ body: '<p>Rain</p>' })).toEqual({ status: 200, headers: {}, body: '<p>Rain</p>' })
    expect(await bodyOf({ body: { rain: true } })).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"rain":true}',
    })
    expect(await bodyOf({ body: [], headers: { 'content-type': 'text/javascript' } })).toEqual({
      status: 200,
      headers: { 'content-type': 'text/javascript' },
      body: '[]',
    })
    expect((await bodyOf({}))?.body).toBe('')
  })

  test('reads bytes from base64 and from a file; a file of text stays text', async () => {
    expect((await bodyOf({ bodyBase64: 'AP8=' }))?.body).toEqual(new Uint8Array([0, 255]))
    const bytes = new Uint8Array([137, 80])
    expect((await bodyOf({ bodyFile: 'map.png' }, { [new URL('map.png', url).href]: bytes }))?.body).toBe(bytes)
    const page = new TextEncoder().encode('<p>{{date}}</p>')
    expect((await bodyOf({ bodyFile: 'page.html' }, { [new URL('page.html', url).href]: page }))?.body).toBe(
      '<p>{{date}}</p>',
    )
  })

  test.each([
    ['not JSON', '{', /weather\/fixtures\/report\.json: not JSON/],
    ['neither output nor code', withCase({}), /either an output or the code/],
    ['output and code', withCase({ output: {}, fails: 'NOT_FOUND' }), /either an output or the code/],
    ['a code that does not exist', withCase({ fails: 'GONE' }), /fails/],
    ['an unknown key', withCase({ output: {}, inptu: {} }), /inptu/],
    ['a setting that is none', withCase({ output: {}, settings: { TOKEN: 'x' } }), /KIOSK_/],
    ['a recording without a day', withCase({ output: {}, origin: 'recorded' }), /recordedAt/],
    [
      'two bodies',
      withCase({ output: {}, exchanges: [{ request, response: { status: 200, body: '', bodyBase64: '' } }] }),
      /at most one/,
    ],
    [
      'a file elsewhere',
      withCase({ output: {}, exchanges: [{ request, response: { status: 200, bodyFile: '../x.json' } }] }),
      /same folder/,
    ],
    [
      'a header in capitals',
      withCase({ output: {}, exchanges: [{ request, response: { status: 200, headers: { Location: '/' } } }] }),
      /lower case/,
    ],
    [
      'a relative address',
      withCase({ output: {}, exchanges: [{ request: { ...request, url: '/report' }, response: { status: 200 } }] }),
      /absolute address/,
    ],
    [
      'a proxy that no operator can set',
      withCase({ output: {}, exchanges: [{ request: { ...request, via: 'mobile' }, response: { status: 200 } }] }),
      /via/,
    ],
    [
      'one title twice',
      { ...withCase({}), cases: ['NOT_FOUND', 'EXPIRED'].map((fails) => ({ title: 'A', input: {}, fails })) },
      /same title/,
    ],
  ])('refuses %s', async (_, file, message) => {
    await expect(load(file)).rejects.toThrow(message)
  })
})

describe('names', () => {
  test('drop the suffix and the provider', () => {
    expect(operationFileName(operation)).toBe('report')
    expect(operationFileName({ slug: 'forecast.post', provider })).toBe('forecast')
    expect(fixturePath(operation)).toBe('weather/fixtures/report.json')
  })
})

describe('caseInput', () => {
  const one: FixtureCase = { title: 'A place', origin: 'composed', settings: {}, exchanges: [], output: {} }

  test("is the example's, or the case's own", () => {
    expect(caseInput(operation, one)).toEqual({ place: 'Harbour' })
    expect(caseInput(operation, { ...one, title: 'Fog', input: { place: 'Moor' } })).toEqual({ place: 'Moor' })
  })

  test('is refused when there is none or two', () => {
    expect(() => caseInput(operation, { ...one, title: 'Fog' })).toThrow(/needs an input/)
    expect(() => caseInput(operation, { ...one, input: {} })).toThrow(/must not have its own/)
  })
})

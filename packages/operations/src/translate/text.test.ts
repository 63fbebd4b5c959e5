import { type ErrorCode, type HttpRequest, inputSchema, OperationError } from '@kiosk/catalog'
import { fixtureHttp, testContext } from '@kiosk/testkit'
import { describe, expect, it } from 'vitest'
import { cloud } from './lib/cloud.ts'
import { operation } from './text.ts'

const now = new Date('2026-03-14T09:30:00.000Z')
const LIBRE = { KIOSK_UPSTREAM_TRANSLATE_LIBRE: 'https://libre.example.test' }
const CLOUD = { KIOSK_TRANSLATE_CLOUD_KEY: 'invented' }

/** Runs the operation; every engine answers what `answers` has for the beginning of its host, else HTTP 500. */
async function run(input: object, answers: Record<string, { status?: number; json: unknown }>, settings = {}) {
  const { signal } = new AbortController()
  const http = fixtureHttp({
    provider: operation.provider,
    signal,
    settings,
    answer: ({ url }) => {
      const host = new URL(url).host
      const [, found] = Object.entries(answers).find(([start]) => host.startsWith(start)) ?? []
      return { status: found?.status ?? (found ? 200 : 500), headers: {}, body: JSON.stringify(found?.json ?? '') }
    },
  })
  const context = testContext({ operation, now, settings, signal, http })
  return operation.run(context, operation.input.parse(input))
}

async function refusal(...given: Parameters<typeof run>): Promise<OperationError> {
  const error = await run(...given).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof OperationError) return error
  throw new Error('expected a refusal', { cause: error })
}

/** What the paid engine alone makes of a request. */
async function cloudRefusal(
  request: { text: string; source: string | null; target: string },
  answer: { status: number; json: unknown },
): Promise<unknown> {
  const { signal } = new AbortController()
  const http = fixtureHttp({
    provider: operation.provider,
    signal,
    settings: CLOUD,
    answer: () => ({ status: answer.status, headers: {}, body: JSON.stringify(answer.json) }),
  })
  const context = testContext({ operation, now, settings: CLOUD, signal, http })
  return cloud.translate(context, { ...request, timeoutMs: () => 1000 }).catch((error: unknown) => error)
}

describe('the input', () => {
  const issue = (input: object) => operation.input.safeParse(input).error?.issues[0]?.message

  it('counts characters, not units', () => {
    expect(issue({ text: '🌍'.repeat(5000), target: 'de' })).toBeUndefined()
    expect(issue({ text: 'x'.repeat(5001), target: 'de' })).toBe('expected at most 5000 characters')
    expect(inputSchema(operation)).toMatchObject({ properties: { text: { minLength: 1, maxLength: 5000 } } })
  })

  it('takes white space as no text, and keeps it around one', () => {
    expect(issue({ text: ' \n\u00a0', target: 'de' })).toBe('expected more than white space')
    expect(operation.input.parse({ text: ' a ', target: ' de ' })).toMatchObject({ text: ' a ', target: 'de' })
  })

  it.each(['auto', 'AUTO', 'de', 'zh-Hant'])('takes %s as source', (source) => {
    expect(issue({ text: 'a', target: 'de', source })).toBeUndefined()
  })

  it.each(['automatic', 'de_DE', 'de-'])('refuses %s as source', (source) => {
    expect(issue({ text: 'a', target: 'de', source })).toBe('expected auto or a language tag')
  })
})

it('counts the characters of the text', async () => {
  const gtx = { json: [[['Allô 🌍', '']], null, 'en'] }
  expect(await run({ text: 'Hi 🌍', target: 'fr' }, { 'translate.': gtx })).toMatchObject({ charCount: 4 })
})

it('does not state the certainty of another language than the given one', async () => {
  const gtx = { json: [[['Hund', '']], null, 'da', null, null, null, 0.4] }
  expect(await run({ text: 'Hund', source: 'nl', target: 'de' }, { 'translate.': gtx })).toMatchObject({
    source: 'nl',
    confidence: null,
  })
})

it('states the certainty of the given language, whatever its region', async () => {
  const gtx = { json: [[['Hund', '']], null, 'en', null, null, null, 0.9] }
  expect(await run({ text: 'Dog', source: 'en-US', target: 'de' }, { 'translate.': gtx })).toMatchObject({
    source: 'en-US',
    confidence: 0.9,
  })
})

it('states no certainty of a language that was not recognized', async () => {
  const gtx = { json: [[['123', '']], null, 'und', null, null, null, 0] }
  expect(await run({ text: '123', target: 'de' }, { 'translate.': gtx })).toMatchObject({
    source: null,
    confidence: null,
  })
})

it('undoes the escapes of the paid engine', async () => {
  const translation = { json: { data: { translations: [{ translatedText: 'l&#39;eau' }] } } }
  expect(await run({ text: 'water', target: 'fr' }, { translation }, CLOUD)).toMatchObject({
    translatedText: "l'eau",
    provider: 'cloud',
  })
})

it('takes a server that locked the address out for one at its limit', async () => {
  const libre = { status: 403, json: { error: 'Too many request limits violations' } }
  expect(await refusal({ text: 'Hund', target: 'en' }, { libre }, LIBRE)).toMatchObject({
    code: 'UPSTREAM_RATE_LIMITED',
    details: { upstream: { status: 403 } },
  })
  const keyless = { status: 403, json: { error: 'Invalid API key' } }
  expect(await refusal({ text: 'Hund', target: 'en' }, { libre: keyless }, LIBRE)).toMatchObject({
    code: 'UPSTREAM_ERROR',
  })
})

it('says whose answer was not understood', async () => {
  const memory = { json: ['Hund'] }
  const error = await refusal({ text: 'Hund', source: 'de', target: 'en' }, { 'api.mymemory': memory })
  expect(error).toMatchObject({
    code: 'UPSTREAM_CHANGED',
    details: { upstream: { provider: 'translate', status: 200 } },
  })
})

it('gives each engine whole milliseconds, which the message of a time-out names', async () => {
  const { signal } = new AbortController()
  const given: unknown[] = []
  let nowMs = 0
  const send = async ({ timeoutMs }: HttpRequest) => {
    given.push(timeoutMs)
    nowMs += 5000.25
    throw new OperationError('UPSTREAM_TIMEOUT', 'Too slow.')
  }
  const context = testContext({ operation, now, settings: LIBRE, signal, http: { send, operatorProxies: [] } })
  const clock = { now: context.clock.now, monotonicMs: () => nowMs }
  const input = operation.input.parse({ text: 'Hund', source: 'de', target: 'en' })
  await expect(operation.run({ ...context, clock }, input)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
  expect(given).toEqual([4500, 4500, 3999])
})

it('hands on when the memory is free again', async () => {
  const says = 'MYMEMORY WARNING: YOU USED ALL. NEXT AVAILABLE IN  1 HOURS 2 MINUTES 3 SECONDS VISIT'
  const memory = { json: { responseStatus: 429, responseData: { translatedText: says } } }
  const error = await refusal({ text: 'Hund', source: 'de', target: 'en' }, { 'api.mymemory': memory })
  expect(error).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterSec: 3723 })
})

describe('a refused language', () => {
  const bad = { status: 400, json: 'Bad request' }
  const google = { 'translate.': bad, clients5: bad }
  const memory = (which: string) => ({
    json: { responseStatus: '403', responseData: { translatedText: `'X' IS AN INVALID ${which} LANGUAGE .` } },
  })

  it.each([
    ['target', { ...google, libre: { status: 400, json: { error: 'tlh is not supported' } } }, {}, 'INVALID_INPUT'],
    ['source', { ...google, 'api.mymemory': memory('SOURCE') }, { source: 'vo' }, 'INVALID_INPUT'],
    ['target', { ...google, 'api.mymemory': memory('TARGET') }, { source: 'vo' }, 'INVALID_INPUT'],
    [undefined, { 'api.mymemory': memory('TARGET') }, { source: 'vo' }, 'UPSTREAM_ERROR'],
  ] as [string | undefined, Record<string, { json: unknown }>, object, ErrorCode][])(
    'names the field %s',
    async (field, answers, more, code) => {
      const settings = 'libre' in answers ? LIBRE : {}
      expect(await refusal({ text: 'Hello', target: 'tlh', ...more }, answers, settings)).toMatchObject({ code, field })
    },
  )

  describe('of the paid engine', () => {
    const violation = (field?: string) => ({
      status: 400,
      json: {
        error: {
          message: 'Invalid Value',
          details: [{ '@type': 'other' }, ...(field ? [{ fieldViolations: [{ field }] }] : [])],
        },
      },
    })

    it.each([
      ['source', 'vo', 'source'],
      ['target', 'vo', 'target'],
      [undefined, 'vo', 'target'],
    ])('stands under %s', async (said, source, field) => {
      const refused = await cloudRefusal({ text: 'Hello', source, target: 'de' }, violation(said))
      expect(refused).toMatchObject({ code: 'INVALID_INPUT', field })
    })

    it('is none when it did not recognize the language of the text', async () => {
      const refused = await cloudRefusal({ text: '🌍', source: null, target: 'de' }, violation('source'))
      expect(refused).toMatchObject({ code: 'UPSTREAM_ERROR' })
    })
  })

  it('is not one for a server that refuses something else', async () => {
    const libre = { status: 400, json: { error: 'Invalid request: missing q parameter' } }
    const error = await refusal({ text: 'Hello', target: 'de' }, { ...google, libre }, LIBRE)
    expect(error.code).toBe('UPSTREAM_ERROR')
  })
})

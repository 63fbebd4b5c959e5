import { type ErrorCode, inputSchema, OperationError } from '@kiosk/catalog'
import { fixtureHttp, testContext } from '@kiosk/testkit'
import { describe, expect, it } from 'vitest'
import { operation } from './text.ts'

const now = new Date('2026-03-14T09:30:00.000Z')
const LIBRE = { KIOSK_UPSTREAM_TRANSLATE_LIBRE: 'https://libre.example.test' }

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

  it('is not one for a server that refuses something else', async () => {
    const libre = { status: 400, json: { error: 'Invalid request: missing q parameter' } }
    const error = await refusal({ text: 'Hello', target: 'de' }, { ...google, libre }, LIBRE)
    expect(error.code).toBe('UPSTREAM_ERROR')
  })
})

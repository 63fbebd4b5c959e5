import { expect, it } from 'vitest'
import { Kiosk, KioskError, type Receipt } from '../src/index.ts'
import { hangsUp, isSilent, refuses, says, scriptedService } from './scripted-service.ts'

const KEY = `kiosk_${'0'.repeat(48)}`
const PLACE = { title: 'Tokyo' } as const

async function failure(call: PromiseLike<unknown>): Promise<KioskError> {
  const error = await Promise.resolve(call).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof KioskError) return error
  throw new Error('expected a KioskError', { cause: error })
}

it('a method posts its input to its slug, with the key and an Idempotency-Key of 36 characters', async () => {
  const service = await scriptedService(says(200, { title: 'Tokyo' }))
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: `${service.baseUrl}/` })
  expect(await kiosk.encyclopediaArticle(PLACE)).toEqual({ title: 'Tokyo' })
  expect(service.asked).toHaveLength(1)
  const [{ method, path, body, headers } = expect.fail()] = service.asked
  expect({ method, path, body: JSON.parse(body) }).toEqual({
    method: 'POST',
    path: '/encyclopedia-article.get',
    body: PLACE,
  })
  expect(headers['x-api-key']).toBe(KEY)
  expect(headers['content-type']).toBe('application/json')
  expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{36}$/)
})

it('an input that may be left out is {}', async () => {
  const service = await scriptedService(says(200, {}), says(200, {}))
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  await kiosk.emailGenerateAddress()
  await kiosk.call('brand-new.get')
  expect(service.asked.map(({ body }) => body)).toEqual(['{}', '{}'])
})

it('attempts of one call share key and bytes; calls do not', async () => {
  const service = await scriptedService(
    hangsUp,
    refuses(503, { code: 'OVERLOADED', retryable: true }),
    says(200, {}),
    says(200, {}),
  )
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  const { receipt } = await kiosk.encyclopediaArticle(PLACE).withReceipt()
  await kiosk.encyclopediaArticle(PLACE)
  const [first, ...repeats] = service.asked.map(({ headers, body }) => ({ key: headers['idempotency-key'], body }))
  expect(repeats.slice(0, 2)).toEqual([first, first])
  expect(repeats[2]?.key).not.toBe(first?.key)
  expect(receipt).toMatchObject({ attempts: 3, idempotencyKey: first?.key })
})

it('a call whose first attempt still runs is waited for, however few repeats are allowed', async () => {
  const inFlight = refuses(409, { code: 'IDEMPOTENCY_IN_FLIGHT', retryable: true }, { 'retry-after': '0' })
  const service = await scriptedService(inFlight, inFlight, inFlight, says(200, {}, { 'idempotency-replayed': 'true' }))
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl, maxRetries: 0 })
  const { receipt } = await kiosk.encyclopediaArticle(PLACE).withReceipt()
  expect(receipt).toMatchObject({ replayed: true, attempts: 4, units: null, quota: null })
})

it.each([
  ['an exhausted quota', refuses(429, { code: 'QUOTA_EXCEEDED', retryable: true }, { 'retry-after': '1' })],
  ['bad input', refuses(400, { code: 'INVALID_INPUT' })],
  ['what the operator did not set', refuses(503, { code: 'NOT_CONFIGURED', retryable: false })],
  ['more patience than a minute', refuses(429, { code: 'RATE_LIMITED', retryable: true }, { 'retry-after': '61' })],
])('%s is not repeated', async (_, step) => {
  const service = await scriptedService(step)
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  await failure(kiosk.encyclopediaArticle(PLACE))
  expect(service.asked).toHaveLength(1)
})

it('gives up after two repeats, with the last error', async () => {
  const service = await scriptedService(hangsUp, hangsUp, refuses(502, { code: 'UPSTREAM_ERROR', retryable: true }))
  const error = await failure(new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl }).encyclopediaArticle(PLACE))
  expect(error).toMatchObject({
    code: 'UPSTREAM_ERROR',
    status: 502,
    requestId: 'req_1',
    docs: 'https://app.test/docs',
  })
  expect(service.asked).toHaveLength(3)
})

it('an operation that acts on an account, or that nobody knows, is not repeated after it may have acted', async () => {
  const service = await scriptedService(refuses(504, { code: 'TIMEOUT', retryable: true }))
  const error = await failure(new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl }).call('brand-new.post', {}))
  expect(error.code).toBe('TIMEOUT')
  expect(service.asked).toHaveLength(1)
})

it('says what was refused, where, and what to quote', async () => {
  const details = { limit: 10, remaining: 0 }
  const service = await scriptedService(
    refuses(400, { code: 'INVALID_INPUT', message: 'title: too long', field: 'title', details }),
  )
  const error = await failure(new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl }).encyclopediaArticle(PLACE))
  expect(error.message).toBe('title: too long')
  expect(error).toMatchObject({
    name: 'KioskError',
    status: 400,
    field: 'title',
    requestId: 'req_1',
    retryable: false,
    details,
  })
})

it.each([
  ['HTML of a proxy', says(403, '<html>no</html>')],
  ['JSON of another service', says(418, { error: 'teapot' })],
  ['a success that is no JSON', says(200, 'hello')],
])('%s is an unexpected answer', async (_, step) => {
  const service = await scriptedService(step)
  const error = await failure(new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl }).encyclopediaArticle(PLACE))
  expect(error.code).toBe('UNEXPECTED_ANSWER')
})

it('does not follow a redirect, which could carry the key elsewhere', async () => {
  const elsewhere = await scriptedService(says(200, {}))
  const service = await scriptedService(says(307, '', { location: `${elsewhere.baseUrl}/encyclopedia-article.get` }))
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  const error = await failure(kiosk.encyclopediaArticle(PLACE))
  expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 307 })
  expect(elsewhere.asked).toEqual([])
})

it('an attempt that takes too long ends, and is repeated', async () => {
  const service = await scriptedService(isSilent, isSilent)
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  const error = await failure(kiosk.encyclopediaArticle(PLACE, { timeoutMs: 50, maxRetries: 1 }))
  expect(error).toMatchObject({ code: 'CLIENT_TIMEOUT', status: 0, retryable: true })
  expect(service.asked).toHaveLength(2)
})

it('a signal ends the attempt and the wait for the next one, with its own reason', async () => {
  const service = await scriptedService(
    refuses(429, { code: 'RATE_LIMITED', retryable: true }, { 'retry-after': '50' }),
  )
  const leaving = new AbortController()
  const call = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl }).encyclopediaArticle(PLACE, {
    signal: leaving.signal,
  })
  const reason = new Error('enough')
  leaving.abort(reason)
  await expect(call).rejects.toBe(reason)
  const early = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl }).encyclopediaArticle(PLACE, {
    signal: leaving.signal,
  })
  await expect(early).rejects.toBe(reason)
})

it('receipts are read from the headers, and told to whoever listens', async () => {
  const headers = {
    'x-kiosk-cache': 'MISS',
    'x-quota-cost': '1',
    'x-quota-used': '7',
    'x-quota-limit': '200',
    'x-quota-remaining': '193',
    'x-quota-reset': '2026-12-01T00:00:00.000Z',
  }
  const service = await scriptedService(says(200, {}, headers))
  const told: [Receipt, string][] = []
  const onReceipt = (receipt: Receipt, slug: string) => void told.push([receipt, slug])
  await new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl, onReceipt }).encyclopediaArticle(PLACE)
  expect(told).toEqual([
    [
      {
        requestId: 'req_1',
        units: 1,
        cache: 'MISS',
        replayed: false,
        quota: { limit: 200, used: 7, remaining: 193, resetsAt: '2026-12-01T00:00:00.000Z' },
        attempts: 1,
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{36}$/),
      },
      'encyclopedia-article.get',
    ],
  ])
})

it('files come as bytes', async () => {
  const service = await scriptedService(says(200, { image: 'iVBORw==' }))
  const bytes = await new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
    .screenshot({ url: 'https://example.test/' })
    .toBuffer()
  expect([...bytes]).toEqual([0x89, 0x50, 0x4e, 0x47])
})

it('headers and proxies of the client and of the call go along', async () => {
  const service = await scriptedService(says(200, {}), says(200, {}))
  const kiosk = new Kiosk({
    apiKey: KEY,
    baseUrl: service.baseUrl,
    headers: { 'x-team': 'blue' },
    proxyUrl: 'http://a.test:1',
  })
  await kiosk.encyclopediaArticle(PLACE)
  await kiosk.encyclopediaArticle(PLACE, { proxyUrl: 'http://b.test:2', idempotencyKey: 'k'.repeat(36) })
  expect(service.asked.map(({ headers }) => [headers['x-team'], headers['x-proxy-url']])).toEqual([
    ['blue', 'http://a.test:1'],
    ['blue', 'http://b.test:2'],
  ])
  expect(service.asked[1]?.headers['idempotency-key']).toBe('k'.repeat(36))
})

it('without a key nothing is sent', async () => {
  const service = await scriptedService()
  const error = await failure(new Kiosk({ baseUrl: service.baseUrl }).encyclopediaArticle(PLACE))
  expect(error).toMatchObject({ code: 'UNAUTHORIZED', status: 0 })
  expect(service.asked).toEqual([])
})

it('is refused in a web page unless that is said to be meant', () => {
  const page = globalThis as { window?: unknown }
  page.window = { document: {} }
  try {
    expect(() => new Kiosk({ apiKey: KEY })).toThrow(/dangerouslyAllowBrowser/)
    expect(new Kiosk({ apiKey: KEY, dangerouslyAllowBrowser: true })).toBeInstanceOf(Kiosk)
  } finally {
    delete page.window
  }
})

it.each(['', 'localhost:8080', 'ftp://a.test'])('%j is no base URL', (baseUrl) => {
  expect(() => new Kiosk({ apiKey: KEY, baseUrl })).toThrow(/baseUrl/)
})

it('no error shows the key', async () => {
  const service = await scriptedService(hangsUp, says(500, 'oops'))
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl, maxRetries: 0 })
  for (const error of [
    await failure(kiosk.encyclopediaArticle(PLACE)),
    await failure(kiosk.encyclopediaArticle(PLACE)),
  ]) {
    const seen = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(seen).not.toContain(KEY.slice(6))
  }
})

it('usage and catalog are read, and refusals of them are errors', async () => {
  const service = await scriptedService(
    says(200, { period: '2026-11' }),
    says(200, { operations: [] }),
    refuses(401, { code: 'UNAUTHORIZED' }),
  )
  const kiosk = new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl })
  expect((await kiosk.usage()).period).toBe('2026-11')
  expect((await kiosk.catalog()).operations).toEqual([])
  expect((await failure(kiosk.usage())).code).toBe('UNAUTHORIZED')
  expect(service.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /usage',
    'GET /catalog',
    'GET /usage',
  ])
})

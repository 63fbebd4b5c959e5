import { type Exchange, OperationError, type SentRequest } from '@kiosk/catalog'
import { fixtureHttp, testContext } from '@kiosk/testkit'
import { describe, expect, test } from 'vitest'
import { convert, operation } from './convert.ts'
import { parseDailyFile } from './lib/daily-file.ts'
import { currency } from './provider.ts'

const NOW = new Date('2026-03-14T09:30:00Z')
const READ = {
  rates: { date: '2026-03-13', perEuro: { EUR: 1, USD: 1.1, GBP: 0.85, IDR: 18_765.43 } },
  fetchedAt: NOW.toISOString(),
}
const FILE = `<Envelope><Cube>
  <Cube time='2026-03-13'><Cube currency='USD' rate='1.1'/></Cube>
</Cube></Envelope>`

type Answer = Exchange['response']

function session(answer: (request: SentRequest) => Answer | Promise<Answer>, controller = new AbortController()) {
  const asked: string[] = []
  const http = fixtureHttp({
    provider: currency,
    signal: controller.signal,
    answer: (request) => {
      asked.push(request.url)
      return answer(request)
    },
  })
  const warned: string[] = []
  const log = { warn: (message: string) => void warned.push(message) }
  const ctx = { ...testContext({ operation, now: NOW, http, signal: controller.signal }), log }
  const call = (targets: string) => operation.run(ctx, operation.input.parse({ base: 'EUR', targets }))
  return { asked, warned, call }
}

describe('convert', () => {
  const of = (base: string, targets: string, amount: number) => convert({ base, targets, amount }, READ)

  test('rates have six digits; the amount is multiplied by the rate before it was rounded', () => {
    expect(of('USD', 'GBP', 1e9)).toMatchObject({ rates: { GBP: 0.772727 }, converted: { GBP: 772_727_272.7273 } })
  })

  test('from one up four decimals, below six digits', () => {
    const { rates, converted } = of('IDR', 'USD,EUR', 100)
    expect(rates).toEqual({ USD: 0.0000586184, EUR: 0.0000532895 })
    expect(converted).toEqual({ USD: 0.00586184, EUR: 0.00532895 })
    expect(of('USD', 'EUR', 1.1).converted.EUR).toBe(1)
  })

  test('nothing is nothing, and a currency is worth one of itself', () => {
    expect(of('USD', 'USD,EUR', 0)).toMatchObject({ rates: { USD: 1 }, converted: { USD: 0, EUR: 0 } })
  })

  test.each([
    ['XYZ', 'EUR', 'base', 'XYZ'],
    ['USD', 'EUR,ABC,GBP,XYZ', 'targets', 'ABC, XYZ'],
  ])('%s to %s names the field, every unknown code and what there is', (base, targets, field, codes) => {
    const thrown = {
      code: 'INVALID_INPUT',
      field,
      message: expect.stringContaining(codes),
      details: { available: ['EUR', 'GBP', 'IDR', 'USD'] },
    }
    expect(() => of(base, targets, 1)).toThrow(expect.objectContaining(thrown))
  })
})

describe('the daily file', () => {
  test('is read once for calls of any kind', async () => {
    const { asked, call } = session(() => ({ status: 200, headers: {}, body: FILE }))
    expect(await call('USD')).toMatchObject({ rates: { USD: 1.1 }, date: '2026-03-13' })
    expect(await call('EUR,USD')).toMatchObject({ rates: { EUR: 1, USD: 1.1 } })
    expect(asked).toHaveLength(1)
  })

  test('that takes too long is not followed by the data service', async () => {
    const controller = new AbortController()
    const { asked, warned, call } = session(() => {
      queueMicrotask(() => controller.abort(new OperationError('TIMEOUT', 'Time is up.')))
      return new Promise(() => {})
    }, controller)
    await expect(call('USD')).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(asked).toHaveLength(1)
    expect(warned).toEqual([])
  })

  test('is not kept when it was not readable', async () => {
    const { asked, call } = session(() => ({ status: 200, headers: {}, body: '<html></html>' }))
    await expect(call('USD')).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
    await expect(call('USD')).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
    expect(asked).toHaveLength(4)
  })

  test('may begin with a blank line', () => {
    expect(parseDailyFile(`\n <?xml version="1.0"?>${FILE}\n`)).toEqual({
      date: '2026-03-13',
      perEuro: { EUR: 1, USD: 1.1 },
    })
  })

  test.each([
    ['cut off', FILE.slice(0, -20)],
    ['a rate of zero', FILE.replace('1.1', '0')],
    ['a rate that is no number', FILE.replace('1.1', 'N/A')],
    ['no rates', FILE.replace(/<Cube currency[^>]*>/, '')],
    ['no day', FILE.replace('2026-03-13', 'today')],
    ['an entity', `<!DOCTYPE x [<!ENTITY r "1.1">]>${FILE.replace("'1.1'", "'&r;'")}`],
    ['nothing', ''],
  ])('with %s is not readable', (_, text) => {
    expect(() => parseDailyFile(text)).toThrow(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
  })
})

test.each([
  'E',
  'EURO',
  'EU1',
  'EUR USD',
  'EUR,',
  ',EUR',
  'EUR;USD',
  Array.from({ length: 41 }, () => 'EUR').join(','),
])('targets %j are refused', (targets) => {
  expect(operation.input.safeParse({ base: 'EUR', targets }).error?.issues[0]?.path).toEqual(['targets'])
})

test('40 targets are taken, repeats dropped', () => {
  const targets = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 'eur' : ' USD ')).join(',')
  expect(operation.input.parse({ base: 'usd', targets })).toEqual({ base: 'USD', targets: 'EUR,USD', amount: 1 })
})

// The SDK against a whole gateway: every example of the catalog, and the promises that a client relies on.
import { setTimeout as elapsed } from 'node:timers/promises'
import { methodName } from '@kiosk/catalog'
import { Kiosk, KioskError, type Receipt } from '@kiosk/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployEmbedded } from '../gateway/support/deployment.ts'
import { Gateway } from '../gateway/support/gateway.ts'
import { ADDRESS, OPERATION_ENV } from '../gateway/support/operations.ts'
import { startUpstream, type Upstream } from '../gateway/support/upstream.ts'

/** The browser is not asked for here: its own suites render. */
const RENDERED = new Set(['html-to-pdf.post', 'screenshot.post'])

describe('the SDK and the sandbox', () => {
  let gateway: Gateway
  let kiosk: Kiosk
  beforeAll(async () => {
    gateway = await Gateway.start({ deploy: deployEmbedded, args: ['--role', 'engine', '--sandbox'] })
    const { key } = await gateway.tenant()
    kiosk = new Kiosk({ apiKey: key, baseUrl: gateway.baseUrl, maxRetries: 0 })
  })
  afterAll(() => gateway?.close())

  it('every operation has a method, and its examples end as the catalog says', async () => {
    const { operations } = await kiosk.catalog()
    for (const { slug, examples } of operations) {
      const method: unknown = Reflect.get(kiosk, methodName(slug))
      expect(method, slug).toBeTypeOf('function')
      if (RENDERED.has(slug)) continue
      for (const { title, input, output, fails } of examples) {
        const call: Promise<unknown> = Reflect.apply(method as () => Promise<unknown>, kiosk, [input])
        const ended = await call.then(
          (data) => ({ data }),
          (error: unknown) => ({ error }),
        )
        const what = `${slug}: ${title}`
        if (fails !== undefined) expect(ended, what).toMatchObject({ error: { name: 'KioskError', code: fails } })
        else expect(fieldsOf('data' in ended ? ended.data : ended), what).toEqual(fieldsOf(output))
      }
    }
  })
})

describe('the SDK and a gateway', () => {
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({ deploy: deployEmbedded, env: { ...OPERATION_ENV, ...upstream.env } })
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  const client = async (quota: number | null = null) => {
    const tenant = await gateway.tenant({ quota })
    const receipts: Receipt[] = []
    const onReceipt = (receipt: Receipt) => void receipts.push(receipt)
    return { tenant, receipts, kiosk: new Kiosk({ apiKey: tenant.key, baseUrl: gateway.baseUrl, onReceipt }) }
  }

  it('receipts say what was spent, and usage agrees', async () => {
    const { kiosk, receipts } = await client(3)
    await kiosk.emailGenerateAddress()
    await kiosk.emailGenerateAddress()
    const quota = { limit: 3, resetsAt: expect.stringMatching(/-01T00:00:00/) }
    expect(receipts).toMatchObject([
      { units: 1, cache: null, replayed: false, attempts: 1, quota: { ...quota, used: 1, remaining: 2 } },
      { units: 1, quota: { ...quota, used: 2, remaining: 1 } },
    ])
    expect(await kiosk.usage()).toMatchObject({
      quota: { limit: 3, used: 2, remaining: 1 },
      operations: [{ slug: ADDRESS, calls: 2, units: 2, cacheHits: 0 }],
    })
  })

  it('an exhausted quota is said at once, with what is left and when it resets', async () => {
    const { kiosk } = await client(0)
    const begun = performance.now()
    await expect(kiosk.emailGenerateAddress()).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      status: 429,
      details: { limit: 0, remaining: 0 },
    })
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  it('a repeat under the same Idempotency-Key is a replay, from another client and for nothing', async () => {
    const { kiosk, tenant } = await client()
    const idempotencyKey = 'a-key-that-the-caller-kept-for-a-restart'
    const first = await kiosk.emailGenerateAddress({}, { idempotencyKey }).withReceipt()
    const other = new Kiosk({ apiKey: tenant.key, baseUrl: gateway.baseUrl })
    const again = await other.emailGenerateAddress({}, { idempotencyKey }).withReceipt()
    expect(again.data).toEqual(first.data)
    expect(again.receipt).toMatchObject({ replayed: true, units: null })
    expect((await kiosk.usage()).quota.used).toBe(1)
  })

  it('a gateway that dies and comes back is a pause: the call is made once more, and billed once', async () => {
    const { kiosk } = await client()
    await kiosk.usage()
    await gateway.kill9()
    const port = gateway.port
    const call = kiosk.emailGenerateAddress({}, { maxRetries: 20 }).withReceipt()
    await gateway.restart({ ...OPERATION_ENV, ...upstream.env, KIOSK_ENGINE_PORT: String(port) })
    const { receipt } = await call
    expect(receipt.attempts).toBeGreaterThan(1)
    expect((await kiosk.usage()).quota.used).toBe(1)
  }, 60_000)

  it('wrong keys, wrong input and unknown slugs are errors of their own', async () => {
    const { kiosk } = await client()
    const codes = await Promise.all(
      [
        new Kiosk({ apiKey: 'nonsense', baseUrl: gateway.baseUrl }).emailGenerateAddress(),
        kiosk.call('no-such-thing.get'),
        kiosk.call('currency-convert.get' as string, { base: 1 }),
      ].map((call) =>
        call.then(
          () => null,
          (error: unknown) => (error instanceof KioskError ? [error.code, error.field] : error),
        ),
      ),
    )
    expect(codes).toEqual([
      ['UNAUTHORIZED', undefined],
      ['OPERATION_NOT_FOUND', undefined],
      ['INVALID_INPUT', 'base'],
    ])
  })

  it('who leaves ends the call at once', async () => {
    const { kiosk } = await client()
    const leaving = new AbortController()
    const call = kiosk.call('currency-convert.get', { base: 'EUR', targets: 'USD' }, { signal: leaving.signal })
    leaving.abort(new Error('enough'))
    await expect(Promise.race([call, elapsed(5_000, 'late')])).rejects.toThrow('enough')
  })
})

function fieldsOf(value: unknown): string[] {
  return Object.keys(value ?? {}).sort()
}

// Every operation against inputs of every kind: an answer always comes, and it is never a defect.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, expectDecent, readError } from './support/answer.ts'
import { deployEmbedded } from './support/deployment.ts'
import { Gateway, type Tenant } from './support/gateway.ts'
import { isLong, say, testSeed } from './support/random.ts'
import { exchangeRaw } from './support/raw-socket.ts'
import { bodiesFor, type JsonSchema, jsonSchema, SECRET_MARK } from './support/schema-arbitrary.ts'

/** Operations that are shot at together, each by one body at a time, so that a counterexample shrinks to one body. */
const TOGETHER = 16
const BODIES = isLong ? 10_000 : 300
const ANSWER_WITHIN_MS = 5_000
/** A page may take all of the operation's time, and says so then. Each body that is valid costs a real render. */
const RENDERERS = ['screenshot.post', 'html-to-pdf.post']
const RENDERED_WITHIN_MS = 27_000
const RENDERED_BODIES = isLong ? 1_000 : 100
const WITHIN_MS = isLong ? 6 * 3_600_000 : 240_000

const catalog = z.object({
  operations: z.array(
    z.object({
      slug: z.string(),
      inputSchema: jsonSchema,
      examples: z.array(
        z.object({ title: z.string(), input: z.record(z.string(), z.unknown()), fails: z.string().optional() }),
      ),
    }),
  ),
})

interface Target {
  readonly slug: string
  readonly inputSchema: JsonSchema
  readonly examples: readonly {
    readonly title: string
    readonly input: Readonly<Record<string, unknown>>
    readonly fails?: string | undefined
  }[]
}

describe('the sandbox under fire', () => {
  const seed = testSeed()
  let gateway: Gateway
  let tenant: Tenant
  let targets: Target[] = []
  beforeAll(async () => {
    gateway = await Gateway.start({ deploy: deployEmbedded, args: ['--role', 'engine', '--sandbox'] })
    tenant = await gateway.tenant()
    const { operations } = catalog.parse((await gateway.get('/catalog')).json)
    targets = operations
    say(`fuzz.test.ts: KIOSK_TEST_SEED=${seed}, ${targets.length} operations, ${BODIES} bodies each`)
  })
  afterAll(() => gateway?.close())

  /** What holds of every answer to whatever a caller sends. */
  function expectHarmless(answer: Answer, tookMs: number, sent: string, withinMs = ANSWER_WITHIN_MS): void {
    const shown = `${answer.status} ${answer.text.slice(0, 400)} to ${sent.slice(0, 400)}`
    expect(answer.status, shown).not.toBe(500)
    expect(
      (answer.status >= 200 && answer.status < 300) ||
        (answer.status >= 400 && answer.status < 500) ||
        [502, 503, 504].includes(answer.status),
      shown,
    ).toBe(true)
    expect(tookMs, shown).toBeLessThan(withinMs)
    expectDecent(answer)
    expect(answer.header('x-kiosk-sandbox')).toBe('true')
    expect(answer.text, shown).not.toContain(SECRET_MARK)
    if (answer.status < 400) return
    const { message } = readError(answer)
    expect(message, shown).not.toMatch(/\n\s+at |node:|node_modules|\/packages\/|\.ts\b|127\.0\.0\.1|\[object /)
  }

  async function fire(slug: string, body: string): Promise<void> {
    const started = performance.now()
    const answer = await gateway.call(slug, tenant.key, body)
    const withinMs = RENDERERS.includes(slug) ? RENDERED_WITHIN_MS : ANSWER_WITHIN_MS
    expectHarmless(answer, performance.now() - started, `${slug} ${body}`, withinMs)
  }

  async function fireAt({ slug, inputSchema, examples }: Target): Promise<void> {
    await fc.assert(
      fc.asyncProperty(
        bodiesFor(
          inputSchema,
          examples.map(({ input }) => input),
        ),
        (body) => fire(slug, body),
      ),
      { seed, numRuns: RENDERERS.includes(slug) ? RENDERED_BODIES : BODIES },
    )
  }

  it('says what it is, on what does not parse as well', async () => {
    expect((await gateway.get('/healthz')).json).toMatchObject({ sandbox: true })
    expect(gateway.stdout).toMatch(/^Sandbox\s+on/m)
    const [answer] = await exchangeRaw(gateway.port, 'nonsense\r\n\r\n')
    expect(answer?.header('x-kiosk-sandbox')).toBe('true')
  })

  it('answers every example as the catalog says', async () => {
    for (const { slug, examples } of targets) {
      for (const { title, input, fails } of examples) {
        const answer = await gateway.call(slug, tenant.key, input)
        const outcome = answer.status === 200 ? undefined : readError(answer).code
        expect([slug, title, outcome]).toEqual([slug, title, fails])
      }
    }
  })

  it(
    'every operation answers every body',
    async () => {
      const queue = targets.values()
      const worker = async () => {
        for (const target of queue) await fireAt(target)
      }
      await Promise.all(Array.from({ length: TOGETHER }, worker))
    },
    WITHIN_MS,
  )

  it('headers, keys and slugs', async () => {
    const visible = ' !"#%&\'(),-./09:;=?@AZ[\\]^_az{|}~\u00e9\u00ff\t'
    const text = fc.string({ unit: fc.constantFrom(...visible), maxLength: 300 })
    const names = ['idempotency-key', 'x-proxy-url', 'content-type', 'content-encoding', 'x-kiosk-session', 'accept']
    const request = fc.record({
      slug: fc.oneof(
        fc.constantFrom(...targets.map(({ slug }) => slug)),
        fc.webPath(),
        text.map(encodeURIComponent),
        fc.constantFrom('__proto__', 'constructor', '%00', '%', '..%2f..%2fetc%2fpasswd', 'a'.repeat(8000)),
      ),
      key: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: text }),
      headers: fc.dictionary(fc.constantFrom(...names), text),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ slug, key, headers }) => {
        const started = performance.now()
        const all = { 'x-api-key': key ?? tenant.key, ...headers }
        const answer = await gateway.send(`/${slug.replace(/^\/+/, '')}`, { headers: all, body: {} })
        expectHarmless(answer, performance.now() - started, JSON.stringify({ slug, key, headers }))
      }),
      { seed, numRuns: 3 * BODIES },
    )
  }, 120_000)

  it('leaves the gateway well', async () => {
    const { text } = await gateway.get('/metrics')
    expect(text.split('\n').filter((line) => /^kiosk_calls_total.*code="INTERNAL"/.test(line))).toEqual([])
    expect(text.split('\n').filter((line) => /^kiosk_lane_(?:running|waiting)\{.*\} [^0]/.test(line))).toEqual([])
    expect(gateway.output).not.toMatch(/defect|UnhandledPromise|\n\s+at /)
    expect(gateway.output).not.toContain(SECRET_MARK)
  })
})

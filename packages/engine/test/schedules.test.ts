// The quota and idempotency core under every order of events that the seeds find: stores that answer in any order, runs
// that end at any time, callers that leave. A failure prints the seed and the shortest schedule that shows it.
import { OperationError } from '@kiosk/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createToys } from './toys.ts'

const isLong = process.env.KIOSK_TEST_LONG === '1'
const LIMIT = 10
const UNITS = 3

const step = fc.record({
  slug: fc.constantFrom('toy-echo.get', 'toy-cached.get', 'toy-act.post'),
  say: fc.constantFrom('a', 'b'),
  idempotencyKey: fc.option(fc.constantFrom('1', '2'), { nil: null }),
  organization: fc.constantFrom(0, 1),
  leaves: fc.boolean(),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test(
  'never past the quota, nothing reserved for ever, every acknowledged unit counted, one run per key',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { minLength: 2, maxLength: 12 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        run,
      ),
      { numRuns: isLong ? 20_000 : 400 },
    )
  },
  isLong ? 600_000 : 60_000,
)

async function run(scheduler: fc.Scheduler, steps: readonly Step[], failures: readonly boolean[]): Promise<void> {
  const toys = createToys({ pace: (make) => scheduler.schedule(Promise.resolve(), 'store').then(make) })
  const organizations = [0, 1].map(() => toys.addOrganization('free', { quotaOverride: LIMIT }))
  toys.stage.wait = async () => {
    const run = toys.stage.runs
    await scheduler.schedule(Promise.resolve(), 'run')
    if (failures[run % Math.max(1, failures.length)]) throw new OperationError('UPSTREAM_ERROR', 'as drawn')
  }
  const pending = steps.map(async (one) => {
    await scheduler.schedule(Promise.resolve(), 'arrives')
    const key = organizations[one.organization]?.key ?? ''
    const more = one.idempotencyKey === null ? {} : { idempotencyKeys: [one.idempotencyKey.repeat(36)] }
    const call = toys.call(one.slug, key, { say: one.say }, more)
    if (one.leaves) void scheduler.schedule(Promise.resolve(), 'leaves').then(() => call.leave())
    return { one, answer: await call }
  })
  await scheduler.waitFor(Promise.all(pending))
  const ended = await Promise.all(pending)

  expect(toys.memory.reservedUnits()).toBe(0)
  for (const { organization } of organizations) {
    expect(toys.memory.used.get(`${organization.id} 2026-03`) ?? 0).toBeLessThanOrEqual(LIMIT)
  }
  const spent = ended.map(({ answer }) => Number(answer.headers['x-quota-cost'] ?? 0))
  expect(toys.memory.usedUnits()).toBe(spent.reduce((sum, units) => sum + units, 0))
  for (const { answer } of ended) {
    const isFresh = answer.status === 200 && answer.headers['idempotency-replayed'] === undefined
    const cost = isFresh && answer.headers['x-kiosk-cache'] !== 'HIT' ? UNITS : 0
    expect(Number(answer.headers['x-quota-cost'] ?? 0)).toBe(cost)
    expect([200, 409, 429, 499, 502]).toContain(answer.status)
  }
  expectOneRunPerKey(ended)
  expect(toys.defects).toEqual([])
}

function expectOneRunPerKey(
  ended: readonly { one: Step; answer: { status: number; headers: Readonly<Record<string, string>>; raw: Buffer } }[],
): void {
  const byKey = Map.groupBy(
    ended.filter(({ one, answer }) => one.idempotencyKey !== null && answer.status === 200),
    ({ one }) => `${one.organization} ${one.idempotencyKey}`,
  )
  for (const answers of byKey.values()) {
    const originals = answers.filter(({ answer }) => answer.headers['idempotency-replayed'] === undefined)
    expect(originals).toHaveLength(1)
    for (const { answer } of answers) expect(answer.raw.equals(originals[0]?.answer.raw ?? Buffer.alloc(0))).toBe(true)
  }
}

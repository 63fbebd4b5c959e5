// Suite: a call whose caller left or whose time is up stops at once.
import assert from 'node:assert/strict'
import { type FixtureCase, renderExchange } from '@kiosk/catalog'
import { ExchangeAnswerer, fixtureHttp } from './fixture-http.ts'
import { type Check, describeOutcome, runCase, type Subject } from './subject.ts'

export interface AbortOptions {
  /** A run that is not over this long after the abort hangs. Default 2000, far above what any run against fixtures takes. */
  readonly promptMs?: number
}

/** Aborted before it runs, or while any of its requests hangs, an operation rejects with the signal's own reason: no soft
 * failure, no next engine, no error of its own. Operations without traffic are left to the engine. */
export function abortChecks(subjects: readonly Subject[], { promptMs = 2000 }: AbortOptions = {}): Check[] {
  return subjects.flatMap((subject) => {
    const one = subject.fixture.cases.find(
      (candidate) => candidate.fails === undefined && candidate.exchanges.length > 0,
    )
    if (one === undefined) return []
    const { slug } = subject.operation
    return [
      { slug, title: 'aborted before', run: () => abortAt(subject, one, 0, promptMs) },
      ...one.exchanges.map(({ request }, index) => ({
        slug,
        title: `aborted in request ${index + 1} (${request.method} ${request.url})`,
        run: () => abortAt(subject, one, index + 1, promptMs),
      })),
    ]
  })
}

/** @param nth the request that hangs until the abort; 0: aborted before the first */
async function abortAt(subject: Subject, one: FixtureCase, nth: number, promptMs: number): Promise<void> {
  const controller = new AbortController()
  const reason = new Error('the caller left')
  if (nth === 0) controller.abort(reason)
  const answerer = new ExchangeAnswerer(one.exchanges.map((exchange) => renderExchange(exchange, subject.fixture.now)))
  let asked = 0
  let askedAfterwards = 0
  const http = fixtureHttp({
    provider: subject.operation.provider,
    signal: controller.signal,
    settings: one.settings,
    answer: (request) => {
      asked += 1
      if (controller.signal.aborted) askedAfterwards += 1
      if (asked !== nth) return answerer.answer(request)
      // Not within this call: the request has to be under way, as it is when a caller leaves.
      queueMicrotask(() => controller.abort(reason))
      return new Promise(() => {})
    },
  })
  const outcome = await withinTime(runCase(subject, one, { http, signal: controller.signal }), promptMs)
  assert.ok(
    outcome.kind === 'failure',
    `expected a rejection with the signal's reason, got ${describeOutcome(outcome)}`,
  )
  assert.equal(outcome.error, reason, `expected the signal's reason, got ${describeOutcome(outcome)}`)
  assert.equal(askedAfterwards, 0, 'requests were sent after the abort')
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new assert.AssertionError({ message: `still running ${ms} ms after the abort` })),
      ms,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

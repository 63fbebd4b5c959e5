// Suite: every case of every fixture, run against its exchanges with the clock frozen.
import assert from 'node:assert/strict'
import { type FixtureCase, OperationError, renderExchange, renderTemplates } from '@kiosk/catalog'
import { ExchangeAnswerer, fixtureHttp } from './fixture-http.ts'
import { type Check, describeOutcome, runCase, type Subject } from './subject.ts'

/** Each case ends with its golden output or its code, asks only what its exchanges answer, and uses all of them. */
export function replayChecks(subjects: readonly Subject[]): Check[] {
  return subjects.flatMap((subject) =>
    subject.fixture.cases.map((one) => ({
      slug: subject.operation.slug,
      title: one.title,
      run: () => replay(subject, one),
    })),
  )
}

async function replay(subject: Subject, one: FixtureCase): Promise<void> {
  const { now } = subject.fixture
  const answerer = new ExchangeAnswerer(one.exchanges.map((exchange) => renderExchange(exchange, now)))
  const { signal } = new AbortController()
  const { provider } = subject.operation
  const http = fixtureHttp({ provider, answer: answerer.answer, signal, settings: one.settings })
  const outcome = await runCase(subject, one, { http, signal })
  const [unexpected] = answerer.unexpected
  if (unexpected !== undefined) throw unexpected
  if (one.fails !== undefined) {
    const code = outcome.kind === 'failure' && outcome.error instanceof OperationError ? outcome.error.code : null
    assert.equal(code, one.fails, `expected ${one.fails}, got ${describeOutcome(outcome)}`)
  } else {
    assert.ok(outcome.kind === 'success', `expected an output, got ${describeOutcome(outcome)}`)
    assert.deepStrictEqual(outcome.output, renderTemplates(one.output, now))
  }
  const unused = answerer.unused().map(({ request }) => `${request.method} ${request.url}`)
  assert.deepStrictEqual(unused, [], 'exchanges that the operation never asked for')
}

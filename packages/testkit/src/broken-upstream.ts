// Suite: every answer of every success case, broken in every way that upstreams break.
import assert from 'node:assert/strict'
import {
  caseInput,
  type ErrorCode,
  type Exchange,
  type FixtureCase,
  OperationError,
  renderExchange,
  renderTemplates,
} from '@kiosk/catalog'
import { type Break, breaks } from './breaks.ts'
import { factsOf, leavesOf } from './facts.ts'
import { type Answer, ExchangeAnswerer, fixtureHttp } from './fixture-http.ts'
import { type Check, describeOutcome, type Outcome, runCase, type Subject } from './subject.ts'

export interface BrokenUpstreamOptions {
  /** Slugs whose contract makes a failed fetch a success with `success: false`. */
  readonly softFailures?: readonly string[]
  /** Slugs that read whatever page a caller names, so that a broken page is a page, too: a success must then tell something
   * that stands in the answers as they were served, broken or not, and no more is asked of it. */
  readonly anyPage?: readonly string[]
  /** Further codes that a slug may end with, each for a reason that stands beside it. */
  readonly alsoAllowed?: Readonly<Record<string, readonly ErrorCode[]>>
}

/** A broken answer ends with `UPSTREAM_…` (or a code its status stands for), or with a success that still tells something
 * the upstream said: never another error, never a misshapen output, never a success without content. */
export function brokenUpstreamChecks(subjects: readonly Subject[], options: BrokenUpstreamOptions = {}): Check[] {
  return subjects.flatMap((subject) =>
    subject.fixture.cases
      .filter((one) => one.fails === undefined && one.exchanges.length > 0)
      .map((one) => ({
        slug: subject.operation.slug,
        title: one.title,
        run: async () => {
          const problems: string[] = []
          const exchanges = one.exchanges.map((exchange) => renderExchange(exchange, subject.fixture.now))
          for (const exchange of exchanges) {
            for (const way of breaks) {
              const problem = await judge(subject, one, { exchanges, exchange, way }, options)
              const { method, url } = exchange.request
              if (problem !== null) problems.push(`${way.name} from ${method} ${url}: ${problem}`)
            }
          }
          assert.deepStrictEqual(problems, [])
        },
      })),
  )
}

/** One answer of a case, broken in one way. */
interface Breakage {
  /** All exchanges of the case, rendered. */
  readonly exchanges: readonly Exchange[]
  /** The one that breaks. */
  readonly exchange: Exchange
  readonly way: Break
}

/** @returns what is wrong with the outcome, or null */
async function judge(
  subject: Subject,
  one: FixtureCase,
  breakage: Breakage,
  options: BrokenUpstreamOptions,
): Promise<string | null> {
  const { operation, fixture } = subject
  const { exchanges, way } = breakage
  const run = await runBroken(subject, one, breakage)
  if (run === null) return null
  const { outcome, served } = run
  if (outcome.kind === 'misshapen') return describeOutcome(outcome)
  if (outcome.kind === 'failure') {
    if (!(outcome.error instanceof OperationError)) return describeOutcome(outcome)
    const { code } = outcome.error
    const isAllowed =
      code.startsWith('UPSTREAM_') ||
      way.alsoMeans.includes(code) ||
      (options.alsoAllowed?.[operation.slug]?.includes(code) ?? false)
    return isAllowed ? null : `expected UPSTREAM_…, got ${describeOutcome(outcome)}`
  }
  const isSoftFailure = leavesOf(outcome.output).get('success') === false
  if (isSoftFailure && options.softFailures?.includes(operation.slug)) return null
  if (options.anyPage?.includes(operation.slug)) {
    const told = factsOf(outcome.output, served, caseInput(operation, one))
    return told.size > 0 ? null : `a success that no answer tells: ${JSON.stringify(outcome.output).slice(0, 300)}`
  }
  const golden = renderTemplates(one.output, fixture.now)
  return tellsSomething(
    outcome.output,
    golden,
    factsOf(
      golden,
      exchanges.map(({ response }) => response),
      caseInput(operation, one),
    ),
  )
    ? null
    : `a success without content: ${JSON.stringify(outcome.output).slice(0, 300)}`
}

/** @returns the outcome and the answers that it was given; null when the way does not apply to the answer */
async function runBroken(
  subject: Subject,
  one: FixtureCase,
  { exchanges, exchange: target, way }: Breakage,
): Promise<{ outcome: Outcome; served: readonly Answer[] } | null> {
  const answer = way.of(target.response)
  const served: Answer[] = []
  if (answer === null) return null
  const answerer = new ExchangeAnswerer(exchanges)
  const { signal } = new AbortController()
  const http = fixtureHttp({
    provider: subject.operation.provider,
    signal,
    settings: one.settings,
    answer: async (request) => {
      try {
        const response = await answerer.answer(request)
        if (response !== target.response) {
          served.push(response)
          return response
        }
      } catch {
        // What a fallback asks beyond the fixture: the rest of the world is away.
        throw unreachable()
      }
      if (answer === 'unreachable') throw unreachable()
      served.push(answer)
      return answer
    },
  })
  return { outcome: await runCase(subject, one, { http, signal }), served }
}

function unreachable(): OperationError {
  return new OperationError('UPSTREAM_UNREACHABLE', 'No connection to the upstream.')
}

function tellsSomething(output: unknown, golden: unknown, facts: ReadonlyMap<string, unknown>): boolean {
  const leaves = leavesOf(output)
  if (facts.size > 0) return [...facts].some(([path, value]) => leaves.get(path) === value)
  // Nothing in the golden output stands verbatim in an answer (it is computed): then only the whole output will do.
  return JSON.stringify([...leaves]) === JSON.stringify([...leavesOf(golden)])
}

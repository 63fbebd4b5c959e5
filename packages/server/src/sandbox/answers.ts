// What the sandbox answers: which exchange of all fixtures a request gets.
import {
  type Exchange,
  type FixtureCase,
  matchExchange,
  type Operation,
  renderExchange,
  type SentRequest,
} from '@kiosk/catalog'
import type { Exhibit } from './load-fixtures.ts'

/** Finds answers. Keeps no state between requests: of a sequence for one request the first answer is given, always. */
export class Answers {
  readonly #byHost: ReadonlyMap<string, readonly Exchange[]>

  /** @param exchanges the first that matches answers */
  constructor(exchanges: readonly Exchange[]) {
    this.#byHost = Map.groupBy(exchanges, (exchange) => new URL(exchange.request.url).host)
  }

  /** @param request its address with the scheme left open: `//host/path`
   * @param now fills the templates */
  find(request: SentRequest, now: Date): Exchange['response'] | undefined {
    const host = new URL(`https:${request.url}`).host
    const exchanges = (this.#byHost.get(host) ?? []).map((exchange) => renderExchange(exchange, now))
    for (const scheme of ['https:', 'http:']) {
      const found = matchExchange(exchanges, { ...request, url: scheme + request.url })
      if (found !== undefined) return found.response
    }
    return undefined
  }
}

/** All exchanges, those of success examples first: what a visitor pastes must work, whatever other cases say about the
 * same request. Then failing examples, other successes, other failures. */
export function exchangesInOrder(exhibits: readonly Exhibit[]): Exchange[] {
  return exhibits
    .flatMap(({ operation, fixture }) => fixture.cases.map((one) => ({ one, rank: rankOf(operation, one) })))
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ one }) => one.exchanges)
}

function rankOf(operation: Operation, one: FixtureCase): number {
  const isExample = operation.examples.some((example) => example.title === one.title)
  return (isExample ? 0 : 2) + (one.fails === undefined ? 0 : 1)
}

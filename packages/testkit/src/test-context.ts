// A context that is the same on every run: frozen clock, answers from a fixture, nothing shared, nothing real.
import {
  type Capabilities,
  type CapabilityName,
  type Context,
  type FixtureCase,
  type Http,
  type Operation,
  type Random,
  renderExchange,
} from '@kiosk/catalog'
import { convertPage } from '@kiosk/markdown'
import { fixtureBrowser } from './fixture-browser.ts'
import { ExchangeAnswerer, fixtureHttp } from './fixture-http.ts'

export type TestContext = Context<CapabilityName, Record<string, unknown>>

export interface TestContextOptions {
  readonly operation: Pick<Operation, 'provider' | 'needs'>
  /** Where the clock stands still; monotonic time stays 0. */
  readonly now: Date
  /** Gives the answers and settings; absent: every request is unexpected. */
  readonly case?: Pick<FixtureCase, 'exchanges' | 'settings'> | undefined
  /** Operator's settings by variable; win over the case's. */
  readonly settings?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** In place of the case's exchanges. */
  readonly http?: Http
}

/** The context of one run, with only the capabilities that the operation names.
 * @throws ZodError when a setting does not match the provider's schema for it */
export function testContext(options: TestContextOptions): TestContext {
  const { operation, now, signal = new AbortController().signal } = options
  const settings = { ...options.case?.settings, ...options.settings }
  const exchanges = (options.case?.exchanges ?? []).map((exchange) => renderExchange(exchange, now))
  const http =
    options.http ??
    fixtureHttp({ provider: operation.provider, answer: new ExchangeAnswerer(exchanges).answer, signal, settings })
  const capabilities: Capabilities = {
    http,
    memo: memo(now),
    claims: claims(),
    random: random(),
    pages: pages(signal),
    browser: fixtureBrowser(http),
  }
  return {
    signal,
    clock: { now: () => new Date(now), monotonicMs: () => 0 },
    log: { warn: () => {} },
    setting(name) {
      const spec = operation.provider.settings[name]
      if (spec === undefined) throw new TypeError(`provider ${operation.provider.name} declares no setting ${name}`)
      const text = settings[spec.variable]
      return text === undefined ? undefined : spec.schema.parse(text)
    },
    // The one place that knows which capabilities are there at run time.
    ...(Object.fromEntries(operation.needs.map((name) => [name, capabilities[name]])) as unknown as Capabilities),
  }
}

function memo(now: Date): Capabilities['memo'] {
  const values = new Map<string, string>()
  return {
    get: async (key) => values.get(key),
    set: async (key, value, ttlSec) => {
      if (!(ttlSec > 0)) throw new RangeError(`memo ${key} at ${now.toISOString()}: expected a time to live above 0`)
      values.set(key, value)
    },
    delete: async (key) => void values.delete(key),
  }
}

/** On this thread: a test has nobody to keep waiting. */
function pages(signal: AbortSignal): Capabilities['pages'] {
  return {
    read: async (page, wishes) => {
      signal.throwIfAborted()
      return convertPage(page, wishes)
    },
  }
}

function claims(): Capabilities['claims'] {
  const taken = new Set<string>()
  return {
    claim: async (kind, name) => {
      const key = JSON.stringify([kind, name])
      const isNew = !taken.has(key)
      taken.add(key)
      return isNew
    },
  }
}

/** The same texts on every run: a linear congruential generator with the constants of Numerical Recipes. */
function random(): Random {
  let state = 1
  return {
    text(length, alphabet) {
      let text = ''
      while (text.length < length) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)]
      }
      return text
    },
  }
}

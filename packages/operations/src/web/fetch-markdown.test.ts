import { type FetchedPage, type HttpRequest, type HttpResponse, OperationError, type PageOutcome } from '@kiosk/catalog'
import { testContext } from '@kiosk/testkit'
import { describe, expect, test } from 'vitest'
import { operation } from './fetch-markdown.ts'

const NOW = new Date('2026-03-14T09:30:00Z')
const URL = 'https://quay.example.test/ferry'

interface World {
  /** What each attempt is read as, in order. */
  readonly outcomes: readonly PageOutcome[]
  readonly proxies?: readonly ('datacenter' | 'residential')[]
  /** Milliseconds that each attempt takes. */
  readonly takesMs?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  readonly input?: Readonly<Record<string, unknown>>
}

const page: PageOutcome = {
  ...{ kind: 'page', markdown: '# Ferry', title: 'Ferry', byline: null, excerpt: null, lang: null, links: [] },
  ...{ charCount: 7, truncated: false, extractor: 'readability' },
}
const wall: PageOutcome = { kind: 'wall', by: 'Cloudflare challenge' }

/** Runs the operation over attempts that do not leave the test, on a clock that only they move. */
async function run({ outcomes, proxies = [], takesMs = 0, headers = {}, status = 200, input = {} }: World) {
  const sent: HttpRequest[] = []
  const read: FetchedPage[] = []
  let nowMs = 0
  const response: HttpResponse = {
    ...{ status, url: URL, cookies: [], bytes: new TextEncoder().encode('x'), text: () => 'x', json: () => undefined },
    header: (name) => headers[name] ?? null,
  }
  const http = {
    operatorProxies: proxies,
    send: async (request: HttpRequest) => {
      sent.push(request)
      nowMs += takesMs
      return response
    },
  }
  const context = {
    ...testContext({ operation, now: NOW, http }),
    clock: { now: () => NOW, monotonicMs: () => nowMs },
    pages: {
      read: async (fetched: FetchedPage) => {
        read.push(fetched)
        const outcome = outcomes[read.length - 1]
        if (outcome === undefined) throw new Error('one attempt too many')
        return outcome
      },
    },
  }
  const parsed = operation.input.parse({ url: URL, ...input })
  const outcome = await Promise.resolve(operation.run(context, parsed)).catch((error: unknown) => error)
  return { sent, read, outcome, error: outcome instanceof OperationError ? outcome : null }
}

test('the attempt is a browser, follows ten redirects and is not repeated on its own', async () => {
  const { sent } = await run({ outcomes: [page] })
  expect(sent).toEqual([{ url: URL, agent: 'browser', redirects: 10, retry: false, timeoutMs: 20_000 }])
})

describe('the retry', () => {
  test('goes through the first proxy with what the first attempt left of the budget', async () => {
    const { sent, outcome } = await run({
      ...{
        outcomes: [wall, page],
        proxies: ['residential', 'datacenter'],
        takesMs: 6000,
        input: { timeoutMs: 15_000 },
      },
    })
    expect(sent.map(({ via, timeoutMs }) => [via, timeoutMs])).toEqual([
      [undefined, 15_000],
      ['residential', 9000],
    ])
    expect(outcome).toMatchObject({ fetchedWith: 'residential', markdown: '# Ferry' })
  })

  test('is left out when there is no time for it', async () => {
    const { sent, error } = await run({
      ...{ outcomes: [wall], proxies: ['datacenter'], takesMs: 4500, input: { timeoutMs: 5000 } },
    })
    expect(sent).toHaveLength(1)
    expect(error?.code).toBe('UPSTREAM_BLOCKED')
  })

  test('is left out when nothing walls', async () => {
    const { sent, outcome } = await run({ outcomes: [page], proxies: ['datacenter'] })
    expect(sent).toHaveLength(1)
    expect(outcome).toMatchObject({ fetchedWith: 'direct' })
  })

  test('is the only one', async () => {
    const { sent, error } = await run({ outcomes: [wall, wall], proxies: ['datacenter', 'residential'], status: 403 })
    expect(sent).toHaveLength(2)
    expect(error?.message).toContain('Cloudflare challenge, HTTP 403), directly and through the datacenter proxy')
    expect(error?.message).toContain('screenshot.post')
    expect(error?.details).toEqual({ upstream: { provider: 'web', status: 403 }, wall: 'Cloudflare challenge' })
  })

  test('what it finds counts, page or not', async () => {
    const { error } = await run({ outcomes: [wall, { kind: 'client-rendered' }], proxies: ['datacenter'] })
    expect(error?.code).toBe('CLIENT_RENDERED')
  })
})

test("the budget never passes the operation's own time", async () => {
  const { sent } = await run({ outcomes: [page], input: { timeoutMs: 27_000 } })
  expect(sent[0]?.timeoutMs).toBe(24_000)
})

test('headers that tell walls and types apart reach the reader, others do not', async () => {
  const headers = { 'content-type': 'text/html', 'cf-mitigated': 'challenge', 'set-cookie': 'a=1' }
  const { read } = await run({ outcomes: [page], headers })
  expect(read[0]?.headers).toEqual({ 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
})

test('a limit names its time', async () => {
  const { error } = await run({ outcomes: [wall], status: 429, headers: { 'retry-after': '120' } })
  expect(error).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterSec: 120 })
})

test.each([
  [{ includeLinks: true }, true],
  [{ includeLinks: false }, false],
])('links with %j: %s', async (input, isThere) => {
  const { outcome } = await run({ outcomes: [page], input })
  expect(Object.hasOwn(outcome as object, 'links')).toBe(isThere)
})

test.each([500, 404])('a page served with HTTP %i is a page', async (status) => {
  const { outcome } = await run({ outcomes: [{ ...page, charCount: 7 }], status })
  expect(outcome).toMatchObject({ httpStatus: status })
})

test.each([
  ['ftp://quay.example.test/'],
  ['quay.example.test'],
  ['https://'],
  ['https://quay example'],
  [`https://quay.example.test/${'x'.repeat(2048)}`],
])('no address: %s', (url) => {
  expect(operation.input.safeParse({ url }).success).toBe(false)
})

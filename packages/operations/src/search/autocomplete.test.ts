import type { HttpRequest } from '@kiosk/catalog'
import { fixtureHttp, testContext } from '@kiosk/testkit'
import { describe, expect, it } from 'vitest'
import { operation } from './autocomplete.ts'

describe('expand', () => {
  type Reply = { status?: number; body?: string }

  /** Runs the operation for `fence`; `reply` answers a query, `clockMs` is what each request takes. */
  async function expand(reply: (query: string) => Reply | Promise<Reply>, clockMs = 0, leave = new AbortController()) {
    const requests: HttpRequest[] = []
    const seen = { running: 0, atOnce: 0, nowMs: 0 }
    const { signal } = leave
    const inner = fixtureHttp({
      provider: operation.provider,
      signal,
      answer: async ({ url }) => {
        const { status = 200, body = '' } = await reply(new URL(url).searchParams.get('q') ?? '')
        return { status, headers: { 'content-type': 'text/javascript' }, body }
      },
    })
    const send = async (request: HttpRequest) => {
      requests.push(request)
      seen.atOnce = Math.max(seen.atOnce, ++seen.running)
      seen.nowMs += clockMs
      try {
        return await inner.send(request)
      } finally {
        seen.running--
      }
    }
    const context = testContext({
      operation,
      now: new Date('2026-03-14T09:30:00.000Z'),
      signal,
      http: { send, operatorProxies: [] },
    })
    const clock = { now: context.clock.now, monotonicMs: () => seen.nowMs }
    const input = operation.input.parse({ query: 'fence', expand: true })
    const output = operation.output.parse(await operation.run({ ...context, clock }, input))
    return { output: output as { message: string; suggestions: { text: string }[] }, requests, seen }
  }

  const echo = (query: string) => ({ body: JSON.stringify([query, [query]]) })

  it('asks for the query and each letter, at most four at once', async () => {
    const { output, requests, seen } = await expand(echo)
    expect(output.suggestions.map(({ text }) => text)).toEqual([
      'fence',
      ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `fence ${letter}`),
    ])
    expect(requests).toHaveLength(27)
    expect(seen.atOnce).toBe(4)
  })

  it('counts letters that were blocked, broken or in error as not answered', async () => {
    const faults: Record<string, Reply> = {
      'fence c': { status: 429 },
      'fence q': { body: '<html>' },
      'fence x': { status: 503 },
    }
    const { output } = await expand((query) => faults[query] ?? echo(query))
    expect(output.message).toBe('24 of 27 queries answered')
    expect(output.suggestions).toHaveLength(24)
  })

  it('fails when the query itself does, and asks for no letter', async () => {
    const asked: string[] = []
    const failing = expand((query) => {
      asked.push(query)
      return { status: 429 }
    })
    await expect(failing).rejects.toMatchObject({ code: 'UPSTREAM_BLOCKED' })
    expect(asked).toEqual(['fence'])
  })

  it('stops asking after 28 s, and gives no request more than is left', async () => {
    const { output, requests } = await expand(echo, 3000.25)
    expect(requests.length).toBeLessThan(12)
    expect(output.message).toBe(`${requests.length} of 27 queries answered`)
    requests.forEach(({ timeoutMs }, sent) => {
      expect(timeoutMs).toBeLessThanOrEqual(Math.min(8000, 28_000 - sent * 3000))
      // It is named in the message of a time-out.
      expect(timeoutMs).toSatisfy(Number.isInteger)
    })
  })

  it('ends with the reason when the caller leaves', async () => {
    const leave = new AbortController()
    const reason = new Error('left')
    const running = expand(
      (query) => {
        if (query === 'fence d') leave.abort(reason)
        return echo(query)
      },
      0,
      leave,
    )
    await expect(running).rejects.toBe(reason)
  })
})

import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Exchange, FixtureCase, SentRequest } from '@kiosk/catalog'
import { registry } from '@kiosk/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exchangesInOrder } from './answers.ts'
import type { Exhibit } from './load-fixtures.ts'
import { startStandIn } from './stand-in.ts'

const NOW = new Date('2027-01-05T18:00:00.000Z')

/** Sends a request as egress would: to the stand-in, with the host header of the real upstream. */
async function ask(port: number, { method, url, headers, body }: SentRequest) {
  const { host, pathname, search } = new URL(url)
  const sent = httpRequest({ host: '127.0.0.1', port, method, path: pathname + search, headers: { ...headers, host } })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const received = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(received),
    body: new Uint8Array(await buffer(response)),
  }
}

function get(url: string, rest: Partial<SentRequest> = {}): SentRequest {
  return { method: 'GET', url, headers: {}, body: '', ...rest }
}

function exchange(
  url: string,
  body: string | Uint8Array,
  request: Partial<Exchange['request']> = {},
  response = {},
): Exchange {
  return {
    request: { method: 'GET', url, headers: {}, ...request },
    response: { status: 200, headers: {}, body, ...response },
  }
}

describe('the stand-in', () => {
  const exchanges = [
    exchange('https://a.example.test/x?b=2&a=1', 'of a, at {{time -2h}}'),
    exchange('https://b.example.test/x?a=1&b=2', 'of b'),
    exchange('http://plain.example.test/', 'plain'),
    exchange('https://a.example.test/since?day={{date -1d}}', 'fresh'),
    exchange('https://a.example.test/twice', 'first'),
    exchange('https://a.example.test/twice', 'second'),
    exchange('https://a.example.test/form', 'posted', { method: 'POST', body: 'q=1' }),
    exchange(
      'https://a.example.test/bytes',
      new Uint8Array([0, 255]),
      {},
      { headers: { 'content-encoding': 'gzip', 'content-type': 'image/png' } },
    ),
    exchange(
      'https://a.example.test/moved',
      '',
      {},
      { status: 301, headers: { location: 'https://a.example.test/x', 'set-cookie': ['a=1', 'b=2'] } },
    ),
    exchange('https://a.example.test/none', '', {}, { status: 204 }),
  ]
  let standIn: Awaited<ReturnType<typeof startStandIn>>
  beforeAll(async () => {
    standIn = await startStandIn(exchanges, () => NOW)
  })
  afterAll(() => standIn.close())

  async function textOf(request: SentRequest) {
    return new TextDecoder().decode((await ask(standIn.port, request)).body)
  }

  test('answers by the host header, in any order of the query, with the clock of now', async () => {
    expect(await textOf(get('https://a.example.test/x?a=1&b=2'))).toBe('of a, at 2027-01-05T16:00:00.000Z')
    expect(await textOf(get('https://b.example.test/x?a=1&b=2'))).toBe('of b')
    expect(await textOf(get('https://a.example.test/since?day=2027-01-04'))).toBe('fresh')
  })

  test('does not ask for the scheme', async () => {
    expect(await textOf(get('http://plain.example.test/'))).toBe('plain')
  })

  test('gives the first of a sequence, every time', async () => {
    expect(await textOf(get('https://a.example.test/twice'))).toBe('first')
    expect(await textOf(get('https://a.example.test/twice'))).toBe('first')
  })

  test('looks at method and body', async () => {
    expect(await textOf(get('https://a.example.test/form', { method: 'POST', body: 'q=1' }))).toBe('posted')
    expect((await ask(standIn.port, get('https://a.example.test/form', { method: 'POST', body: 'q=2' }))).status).toBe(
      404,
    )
  })

  test('sends status, headers, cookies and bytes as they are, but never a wrong encoding', async () => {
    const moved = await ask(standIn.port, get('https://a.example.test/moved'))
    expect([moved.status, moved.headers.location, moved.headers['set-cookie']]).toEqual([
      301,
      'https://a.example.test/x',
      ['a=1', 'b=2'],
    ])
    const bytes = await ask(standIn.port, get('https://a.example.test/bytes'))
    expect(bytes.body).toEqual(new Uint8Array([0, 255]))
    expect(bytes.headers['content-type']).toBe('image/png')
    expect(bytes.headers).not.toHaveProperty('content-encoding')
    expect((await ask(standIn.port, get('https://a.example.test/none'))).status).toBe(204)
  })

  test.each(['https://a.example.test/other', 'https://nobody.example.test/'])(
    'says that it does not know %s',
    async (url) => {
      const { status, headers } = await ask(standIn.port, get(url))
      expect([status, headers['x-kiosk-sandbox']]).toEqual([404, 'unknown'])
    },
  )
})

describe('the order of answers', () => {
  const url = 'https://a.example.test/x'
  const one = (title: string, rest: Partial<FixtureCase>): FixtureCase => ({
    title,
    origin: 'composed',
    settings: {},
    exchanges: [exchange(url, title)],
    ...(rest.fails ? {} : { output: {} }),
    ...rest,
  })

  function exhibit(cases: readonly FixtureCase[]): Exhibit {
    const [operation] = registry
    if (operation === undefined) throw new Error('the registry is empty')
    const examples = [
      { title: 'Example', input: {} },
      { title: 'Failing example', input: {}, fails: 'NOT_FOUND' as const },
    ]
    return { operation: { ...operation, examples }, fixture: { operation: operation.slug, now: NOW, cases } }
  }

  test('a success example wins, then failing examples, successes, failures', () => {
    const cases = [
      one('Failure', { fails: 'NOT_FOUND' }),
      one('Trap', {}),
      one('Failing example', { fails: 'NOT_FOUND' }),
      one('Example', {}),
    ]
    expect(exchangesInOrder([exhibit(cases)]).map(({ response }) => response.body)).toEqual([
      'Example',
      'Failing example',
      'Trap',
      'Failure',
    ])
  })
})

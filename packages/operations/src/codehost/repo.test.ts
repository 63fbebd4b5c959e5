import { type Exchange, OperationError, type SentRequest } from '@kiosk/catalog'
import { fixtureHttp, testContext } from '@kiosk/testkit'
import { describe, expect, test } from 'vitest'
import { codehost } from './provider.ts'
import { operation } from './repo.ts'

type Answer = Exchange['response']

const NOW = new Date('2026-03-14T09:30:00Z')
const EPOCH = NOW.getTime() / 1000
const repo = {
  ...{ full_name: 'ana-example/kites', html_url: 'https://kites.test', default_branch: 'main', fork: false },
  ...{ stargazers_count: 1, forks_count: 2, open_issues_count: 3 },
  ...{ created_at: '2020-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
}
const json = (status: number, body: unknown, headers = {}): Answer => ({ status, headers, body: JSON.stringify(body) })

/** Calls that share one memory; answers are given in order. */
function session(...answers: Answer[]) {
  const asked: SentRequest[] = []
  const answer = (request: SentRequest) => {
    asked.push(request)
    return answers.shift() ?? json(500, {})
  }
  const http = fixtureHttp({ provider: codehost, answer, signal: new AbortController().signal })
  const ctx = testContext({ operation, now: NOW, http })
  const call = (name = 'kites') => operation.run(ctx, operation.input.parse({ owner: 'ana-example', repo: name }))
  return { asked, call }
}

async function failure(...answers: Answer[]): Promise<OperationError> {
  const error = await session(...answers)
    .call()
    .then(
      () => null,
      (thrown: unknown) => thrown,
    )
  if (error instanceof OperationError) return error
  throw new TypeError('expected an OperationError', { cause: error })
}

describe('ETag', () => {
  test('is sent the next time, and 304 means the answer that is at hand', async () => {
    const { asked, call } = session(json(200, repo, { etag: 'W/"1"' }), { status: 304, headers: {}, body: '' })
    const first = await call()
    expect(await call('Kites')).toEqual(first)
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1"'])
  })

  test('a new answer takes the place of the old one', async () => {
    const renamed = { ...repo, full_name: 'ana-example/better-kites' }
    const answers = [json(200, repo, { etag: '"1"' }), json(200, renamed, { etag: '"2"' }), json(304, '')]
    const { asked, call } = session(...answers)
    await call()
    await call()
    expect(await call()).toMatchObject({ fullName: 'ana-example/better-kites' })
    expect(asked.at(-1)?.headers['if-none-match']).toBe('"2"')
  })

  test('304 without having asked for it is no answer', async () => {
    expect((await failure(json(304, ''))).code).toBe('UPSTREAM_BLOCKED')
  })
})

describe('seconds until a retry makes sense', () => {
  const limited = (headers: Record<string, string>) => failure(json(403, { message: 'rate limit' }, headers))

  test.each([
    ['as named, whatever the reset says', { 'retry-after': '17', 'x-ratelimit-reset': `${EPOCH + 600}` }, 17],
    ['named as a date', { 'retry-after': 'Sat, 14 Mar 2026 09:30:20 GMT' }, 20],
    ['until the reset', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${EPOCH + 600}` }, 600],
    ['at least one', { 'x-ratelimit-reset': `${EPOCH - 600}` }, 1],
    ['a minute when nothing is said', {}, 60],
    ['a minute when nothing readable is said', { 'retry-after': 'soon', 'x-ratelimit-reset': 'later' }, 60],
  ])('%s', async (_, headers, seconds) => {
    expect(await limited(headers)).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterSec: seconds })
  })
})

test.each([
  [{ stargazers_count: 5, watchers_count: 7 }, 5],
  [{ stargazers_count: undefined, watchers_count: 7 }, 7],
])('stars of %j are %i', async (counts, stars) => {
  expect(await session(json(200, { ...repo, ...counts })).call()).toMatchObject({ stars, watchers: null })
})

test.each(['many', undefined])('stars that are %j name what is missing', async (given) => {
  const error = await failure(json(200, { ...repo, stargazers_count: given }))
  expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED', message: expect.stringContaining('stargazers_count') })
})

test('a limit that is told on a web page is a limit', async () => {
  const page = (title: string) => ({
    status: 403,
    headers: {},
    body: `<html><title>${title}</title>report abuse</html>`,
  })
  expect((await failure(page('Rate limit &middot; Code host'))).code).toBe('UPSTREAM_RATE_LIMITED')
  expect((await failure(page('Access denied'))).code).toBe('UPSTREAM_BLOCKED')
})

test('a token that nobody sent is not blamed', async () => {
  const error = await failure(json(401, { message: 'Requires authentication' }))
  expect(error.code).toBe('UPSTREAM_BLOCKED')
  expect(error.message).not.toContain('token')
})

test('errors say whose answer it was, also when it was not understood', async () => {
  const upstream = { provider: 'codehost', status: 200 }
  expect((await failure(json(200, { ...repo, fork: 'no' }))).details).toEqual({ upstream })
  expect((await failure(json(404, {}))).details).toEqual({ upstream: { ...upstream, status: 404 } })
})

test('moves that name only each other come to an end', async () => {
  const moved = json(301, { url: 'https://api.github.com/repositories/1' })
  const { asked, call } = session(...Array.from({ length: 20 }, () => moved))
  await expect(call()).rejects.toThrow(OperationError)
  expect(asked).toHaveLength(6)
})

test('a move to a foreign address is not followed', async () => {
  expect((await failure(json(301, { url: 'https://elsewhere.test/repositories/1' }))).code).toBe('DESTINATION_REFUSED')
})

test.each([
  [{ owner: 'ana example', repo: 'kites' }, 'owner'],
  [{ owner: 'a'.repeat(40), repo: 'kites' }, 'owner'],
  [{ owner: 'ana-example', repo: '..' }, 'repo'],
  [{ owner: 'ana-example', repo: '.git' }, 'repo'],
  [{ owner: 'ana-example', repo: '...git' }, 'repo'],
  [{ owner: 'ana-example', repo: 'kites/../..' }, 'repo'],
  [{ owner: 'ana-example', repo: 'x'.repeat(101) }, 'repo'],
])('%j is refused', (input, field) => {
  expect(operation.input.safeParse(input).error?.issues.map(({ path }) => path[0])).toContain(field)
})

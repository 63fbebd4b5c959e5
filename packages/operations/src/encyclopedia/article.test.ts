import { type Exchange, OperationError, type SentRequest } from '@kiosk/catalog'
import { fixtureHttp, testContext } from '@kiosk/testkit'
import { describe, expect, test } from 'vitest'
import { operation } from './article.ts'
import { encyclopedia } from './provider.ts'

type Answer = Exchange['response']

const NOW = new Date('2026-03-14T09:30:00Z')
const json = (status: number, body: unknown, headers = {}): Answer => ({ status, headers, body: JSON.stringify(body) })
const page = {
  ...{ title: 'Box kite', displaytitle: '<i>Box kite</i>', description: 'Toy', pagelanguage: 'en' },
  ...{
    fullurl: 'https://en.wikipedia.org/wiki/Box_kite',
    lastrevid: 7,
    extract: '<p>A <b>box</b> &amp; a kite.</p>\n',
  },
  ...{ revisions: [{ revid: 7, timestamp: '2025-01-02T03:04:05Z' }], coordinates: [{ lat: 1.5, lon: -2 }] },
  ...{ thumbnail: { source: 'https://images.test/s.png' }, original: { source: 'https://images.test/l.png' } },
}
const article = {
  ...{ lang: 'en', title: 'Box kite', displayTitle: '<i>Box kite</i>', description: 'Toy' },
  ...{ extract: 'A box & a kite.', extractHtml: page.extract, pageUrl: page.fullurl, revision: '7' },
  ...{ timestamp: '2025-01-02T03:04:05Z', thumbnail: page.thumbnail.source, originalImage: page.original.source },
  ...{ coordinates: { lat: 1.5, lon: -2 }, fetchedAt: NOW.toISOString() },
}
const facts = (one: object) => json(200, { batchcomplete: true, query: { pages: [one] } })
const hits = (...titles: string[]) => json(200, { query: { search: titles.map((title) => ({ title })) } })

interface World {
  readonly summary: Answer
  readonly search?: Answer
  /** By title; other titles are missing. */
  readonly pages?: Readonly<Record<string, Answer>>
}

/** What a call gives, and what it asked for in order: `summary`, `search`, or the title whose facts it wanted. */
async function call(title: string, { summary, search = hits(), pages = {} }: World) {
  const asked: string[] = []
  const answer = ({ url }: SentRequest) => {
    const { pathname, searchParams } = new URL(url)
    const wanted = searchParams.get('titles')
    const kind = pathname !== '/w/api.php' ? 'summary' : (wanted ?? 'search')
    asked.push(kind)
    if (kind === 'summary') return summary
    return wanted === null ? search : (pages[wanted] ?? facts({ title: wanted, missing: true }))
  }
  const http = fixtureHttp({ provider: encyclopedia, answer, signal: new AbortController().signal })
  const run = operation.run(testContext({ operation, now: NOW, http }), operation.input.parse({ title }))
  const outcome = await Promise.resolve(run).catch((error: unknown) => error)
  return { asked, outcome, code: outcome instanceof OperationError ? outcome.code : null }
}

describe('a summary that is not to be had', () => {
  test.each([204, 410, 501])('HTTP %i: the same facts come from the other service', async (status) => {
    const summary = { status, headers: {}, body: '' }
    const { asked, outcome } = await call('Box kite', { summary, pages: { 'Box kite': facts(page) } })
    expect(outcome).toEqual(article)
    expect(asked).toEqual(['summary', 'Box kite'])
  })

  test('a service that misses every article: the title asked for comes before the hit', async () => {
    const world = { summary: json(404, {}), search: hits('Box kite') }
    const exact = facts({ ...page, title: 'Kite (toy)' })
    const first = await call('Kite (toy)', { ...world, pages: { 'Kite (toy)': exact, 'Box kite': facts(page) } })
    expect(first.outcome).toMatchObject({ title: 'Kite (toy)' })
    const second = await call('boxes that fly', { ...world, pages: { 'Box kite': facts(page) } })
    expect(second.outcome).toEqual(article)
    expect(second.asked).toEqual(['summary', 'search', 'summary', 'boxes that fly', 'Box kite'])
  })

  test('a page that has nothing but its name', async () => {
    const { title, pagelanguage, fullurl, lastrevid, revisions } = page
    const bare = facts({ title, pagelanguage, fullurl, lastrevid, revisions })
    const { outcome } = await call('Box kite', { summary: json(410, {}), pages: { 'Box kite': bare } })
    const nothing = { description: null, thumbnail: null, originalImage: null, coordinates: null }
    expect(outcome).toEqual({ ...article, ...nothing, displayTitle: title, extract: '', extractHtml: '' })
  })

  test.each([
    ['missing', facts({ title: 'x', missing: true })],
    ['invalid', facts({ title: 'x', invalid: true })],
    ['special', facts({ title: 'Special:X', special: true })],
    ['of another site', json(200, { batchcomplete: true, query: { interwiki: [] } })],
  ])('a page that is %s is not found', async (_, answer) => {
    expect((await call('x', { summary: json(410, {}), pages: { x: answer } })).code).toBe('NOT_FOUND')
  })

  test('facts that are not understood name what is missing', async () => {
    const pages = { 'Box kite': facts({ ...page, revisions: [] }) }
    const { outcome, code } = await call('Box kite', { summary: json(410, {}), pages })
    expect(code).toBe('UPSTREAM_CHANGED')
    expect(outcome).toHaveProperty('message', expect.stringContaining('query.pages.0.revisions'))
    expect(outcome).toHaveProperty('details.upstream', { provider: 'encyclopedia', status: 200 })
  })
})

test('no article and no hit: nothing more is asked', async () => {
  const { asked, code, outcome } = await call('xqzzy', { summary: json(404, {}) })
  expect([asked, code]).toEqual([['summary', 'search'], 'NOT_FOUND'])
  expect(outcome).toHaveProperty('details.upstream', { provider: 'encyclopedia', status: 404 })
})

test.each([
  ['ratelimited', {}, { code: 'UPSTREAM_RATE_LIMITED', retryAfterSec: 60 }],
  ['maxlag', { 'retry-after': '5' }, { code: 'UPSTREAM_RATE_LIMITED', retryAfterSec: 5 }],
  ['internal_api_error', {}, { code: 'UPSTREAM_ERROR', message: 'The encyclopedia failed with "internal_api_error".' }],
])('a search that fails with %s under HTTP 200', async (code, headers, expected) => {
  const { outcome } = await call('xqzzy', { summary: json(404, {}), search: json(200, { error: { code } }, headers) })
  expect(outcome).toMatchObject(expected)
})

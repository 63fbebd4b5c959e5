import { operationHealth, loggedRequest as requestAnswer, requestPage } from '@kiosk/dashboard'
import { expect, test } from 'vitest'
import { openSite, type Person } from './site.ts'

const HOUR_MS = 3_600_000

async function page(person: Person, query: Record<string, string> = {}) {
  const answer = await person.ask('GET', `/api/requests?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return requestPage.parse(answer.json())
}

test('the log in pages, newest first, and each row by its id', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    ids.unshift((await site.log(ana.organizationId, { at: site.now + i, label: `key ${i}` })).requestId)
  }
  const seen: string[] = []
  let next: string | null = null
  do {
    const found = await page(ana, { limit: '2', ...(next !== null && { cursor: next }) })
    seen.push(...found.requests.map(({ requestId }) => requestId))
    next = found.next
  } while (next !== null)
  expect(seen).toEqual(ids)

  const one = requestAnswer.parse((await ana.ask('GET', `/api/requests/${ids[0]}`)).json())
  expect(one).toEqual({
    requestId: ids[0],
    at: new Date(site.now + 4).toISOString(),
    slug: 'encyclopedia-article.get',
    status: 200,
    code: null,
    units: 0,
    cache: null,
    replayed: false,
    durationMs: 12,
    label: 'key 4',
    keyId: null,
  })
  const missing = await ana.ask('GET', '/api/requests/req_none')
  expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'NOT_FOUND'])
})

test('each filter leaves the rows that fit', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const log = (requestId: string, row: object) => site.log(ana.organizationId, { requestId, ...row })
  await log('req_old', { at: site.now - HOUR_MS })
  await log('req_shot', { slug: 'screenshot.post' })
  await log('req_late', { status: 504, code: 'TIMEOUT' })
  await log('req_busy', { status: 503, code: 'OVERLOADED' })
  await log('req_keyed', { keyId: 'key_1', at: site.now + 1 })
  const all = ['req_keyed', 'req_busy', 'req_late', 'req_shot', 'req_old']
  const cases: [Record<string, string>, string[]][] = [
    [{}, all],
    [{ operation: 'screenshot.post' }, ['req_shot']],
    [{ status: '5xx' }, ['req_busy', 'req_late']],
    [{ status: '504' }, ['req_late']],
    [{ status: '2xx' }, ['req_keyed', 'req_shot', 'req_old']],
    [{ code: 'OVERLOADED' }, ['req_busy']],
    [{ key: 'key_1' }, ['req_keyed']],
    [{ from: new Date(site.now).toISOString() }, all.slice(0, 4)],
    [{ to: new Date(site.now).toISOString() }, ['req_old']],
    [{ operation: 'screenshot.post', status: '5xx' }, []],
  ]
  for (const [query, expected] of cases) {
    const found = await page(ana, query)
    expect(
      found.requests.map(({ requestId }) => requestId),
      JSON.stringify(query),
    ).toEqual(expected)
  }
})

test('a query that does not fit is refused by its field, in pages and in the file', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const cases: [string, string][] = [
    ['status=999', 'status'],
    ['status=6xx', 'status'],
    ['code=lower', 'code'],
    ['from=yesterday', 'from'],
    ['to=2026-11-31T00:00:00Z', 'to'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['cursor=no-cursor', 'cursor'],
    [`cursor=${'x'.repeat(65)}`, 'cursor'],
    ['organization=other', 'organization'],
    ['__proto__=1', '__proto__'],
  ]
  for (const path of ['/api/requests', '/api/requests.csv']) {
    for (const [query, field] of cases) {
      if (path.endsWith('.csv') && query === 'cursor=no-cursor') continue
      const answer = await ana.ask('GET', `${path}?${query}`)
      expect([answer.statusCode, answer.json().error?.field], `${path}?${query}`).toEqual([400, field])
    }
  }
  expect(site.defects).toEqual([])
})

test('the file has a row for each request that fits, page after page, and no formulas', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  for (let i = 0; i < 450; i++) await site.log(ana.organizationId, { at: site.now - i, durationMs: i })
  await site.log(ana.organizationId, { at: site.now + 1, label: '=HYPERLINK("x")', units: 3, cache: 'MISS' })
  await site.log(ana.organizationId, { status: 504, code: 'TIMEOUT' })
  const answer = await ana.ask('GET', '/api/requests.csv?status=2xx&limit=1')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="kiosk-requests-2026-11-15.csv"',
    'cache-control': 'no-store',
  })
  const [head, first, ...rest] = answer.body.trimEnd().split('\r\n')
  expect(head).toBe('time,request id,operation,status,code,units,cache,replayed,duration ms,key')
  expect(first).toMatch(
    /^2026-11-15T12:00:00\.001Z,req_[\w-]+,encyclopedia-article\.get,200,,3,MISS,false,12,"'=HYPERLINK\(""x""\)"$/,
  )
  expect(rest.map((line) => Number(line.split(',')[8]))).toEqual(Array.from({ length: 450 }, (_, i) => i))
})

test('the health of operations: own calls of the last 24 hours', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const log = (row: object) => site.log(ana.organizationId, { slug: 'screenshot.post', ...row })
  await log({ durationMs: 100, at: site.now - HOUR_MS })
  await log({ durationMs: 300, at: site.now - HOUR_MS })
  await log({ status: 504, code: 'TIMEOUT', durationMs: 500, at: site.now - 2 * HOUR_MS })
  await log({ status: 504, code: 'TIMEOUT', durationMs: 500, at: site.now - HOUR_MS })
  await log({ status: 502, code: 'UPSTREAM_ERROR', at: site.now - 25 * HOUR_MS })
  await log({ slug: 'translate-text.get', status: 400, code: 'INVALID_INPUT', at: site.now - HOUR_MS })
  const { operations } = operationHealth.parse((await ana.ask('GET', '/api/health')).json())
  expect(operations.find(({ slug }) => slug === 'screenshot.post')).toMatchObject({
    calls: 4,
    successRate: 0.5,
    failures: [{ code: 'TIMEOUT', count: 2, lastAt: new Date(site.now - HOUR_MS).toISOString() }],
  })
  expect(operations.find(({ slug }) => slug === 'translate-text.get')?.successRate ?? null).toBeNull()
})

// What holds for every session route of the app: who may ask, what is seen of others, and what an outage looks like.
import { errorRow } from '@kiosk/catalog'
import { expect, test } from 'vitest'
import { routesOf } from './routes-of.ts'
import { openSite, type Person, type Site } from './site.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
interface Route {
  readonly method: Method
  readonly path: string
  readonly body?: unknown
}

/** Things of one organization, by which the others ask. */
interface Things {
  readonly keyId: string
  readonly requestId: string
  readonly memberId: string
  readonly invitationId: string
}

async function thingsOf(site: Site, owner: Person): Promise<Things> {
  const key = await owner.ask('POST', '/api/keys', { body: { name: `secret of ${owner.name}` } })
  const { requestId } = await site.log(owner.organizationId, {
    slug: 'screenshot.post',
    label: `label of ${owner.name}`,
    units: 3,
  })
  const members = (await owner.ask('GET', '/api/members')).json().members
  const invited = await owner.ask('POST', '/api/members', {
    body: { email: 'guest@mail.example.test', role: 'member' },
  })
  return { keyId: key.json().id, requestId, memberId: members[0].id, invitationId: invited.json().id }
}

/** Reads of the own organization. */
const reads: Route[] = ['me', 'keys', 'usage', 'requests', 'requests.csv', 'health', 'members'].map((name) => ({
  method: 'GET',
  path: `/api/${name}`,
}))

/** Routes that name one thing. */
const named = ({ keyId, requestId, memberId, invitationId }: Things): Route[] => [
  { method: 'DELETE', path: `/api/keys/${keyId}` },
  { method: 'GET', path: `/api/requests/${requestId}` },
  { method: 'PATCH', path: `/api/members/${memberId}`, body: { role: 'member' } },
  { method: 'DELETE', path: `/api/members/${memberId}` },
  { method: 'DELETE', path: `/api/members/invitations/${invitationId}` },
]

const writes: Route[] = [
  { method: 'POST', path: '/api/keys', body: { name: 'x' } },
  { method: 'POST', path: '/api/members', body: { email: 'new@mail.example.test' } },
  { method: 'PATCH', path: '/api/organization', body: { name: 'x' } },
  { method: 'POST', path: '/api/playground/screenshot.post', body: {} },
]

/** Whoever has the link may look; only the invited may answer. */
const answers = ({ invitationId }: Pick<Things, 'invitationId'>): Route[] =>
  ['accept', 'decline'].map((answer) => ({ method: 'POST', path: `/api/invitations/${invitationId}/${answer}` }))

/** Of one person or of everybody: no organization has a part in them. */
const PERSONAL =
  /^\/api\/(?:auth\/|(?:sessions|passkeys)(?:\/|$)|(?:instance|catalog|openapi\.json|guest-key|invitations\/:id)$)/

const nothing: Things = { keyId: 'key_none', requestId: 'req_none', memberId: 'none', invitationId: 'none' }

const ask = (person: Person, { method, path, body }: Route, headers: Record<string, string> = {}) =>
  person.ask(method, path, { body, headers })

test('every route of an organization is in the lists that the tests below try', async () => {
  const site = await openSite()
  const ids = { keyId: ':id', requestId: ':requestId', memberId: ':id', invitationId: ':id' }
  const tried = [...reads, ...writes, ...named(ids), ...answers(ids)].map(
    ({ method, path }) => `${method} ${path.replace('screenshot.post', ':slug')}`,
  )
  const registered = (await routesOf(site.app))
    .filter(({ method, path }) => path.startsWith('/api/') && !PERSONAL.test(path) && method !== 'HEAD')
    .map(({ method, path }) => `${method} ${path}`)
  expect(registered.sort()).toEqual(tried.sort())
})

test('what belongs to another organization is not there, like what never was', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp('Ana Example'), await site.signUp('Ben Example')]
  const things = await thingsOf(site, ana)
  const [theirs, none] = [named(things), named(nothing)]
  for (const [i, route] of theirs.entries()) {
    const [found, missing] = [await ask(ben, route), await ask(ben, none[i] as Route)]
    expect([found.statusCode, found.json().error.code], `${route.method} ${route.path}`).toEqual([404, 'NOT_FOUND'])
    const message = (text: string) => text.replaceAll(/key_[\w-]+/g, 'key_…')
    expect(message(found.json().error.message)).toBe(message(missing.json().error.message))
  }
  for (const route of named(things)) {
    // Asked by the owner, the same ids are there: the refusals above are not for want of the thing.
    if (route.method === 'GET') expect((await ask(ana, route)).statusCode, route.path).toBe(200)
  }
  expect((await ana.ask('GET', '/api/keys')).json().keys).toMatchObject([{ id: things.keyId }])
  expect((await ana.ask('GET', '/api/members')).json()).toMatchObject({
    members: [{ id: things.memberId, role: 'admin' }],
    invitations: [{ id: things.invitationId }],
  })
})

test('an invitation is answered by the invited alone', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp('Ana Example'), await site.signUp('Ben Example')]
  const things = await thingsOf(site, ana)
  for (const route of answers(things)) {
    const answer = await ask(ben, route)
    expect([answer.statusCode, answer.json().error.code], route.path).toEqual([403, 'FORBIDDEN'])
  }
  for (const route of answers(nothing)) expect((await ask(ben, route)).statusCode, route.path).toBe(404)
  expect((await ana.ask('GET', '/api/members')).json().invitations).toMatchObject([{ id: things.invitationId }])
})

test('the log shows nothing of another organization, whatever of its ids stands in a filter', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp('Ana Example'), await site.signUp('Ben Example')]
  const { keyId } = await thingsOf(site, ana)
  const theirs = await site.log(ana.organizationId, { keyId })
  await site.log(ana.organizationId, { keyId })
  const { next } = (await ana.ask('GET', '/api/requests?limit=1')).json()
  for (const query of [`key=${keyId}`, `cursor=${next}`, `operation=${theirs.slug}`]) {
    expect((await ana.ask('GET', `/api/requests?${query}`)).body, query).toContain(theirs.slug)
    for (const path of ['/api/requests', '/api/requests.csv']) {
      const answer = await ben.ask('GET', `${path}?${query}`)
      expect(answer.body, `${path}?${query}`).not.toMatch(new RegExp(`${theirs.requestId}|${theirs.slug}|${keyId}`))
    }
  }
})

test('nobody ends the session of another, or touches their passkeys', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp('Ana Example'), await site.signUp('Ben Example')]
  const [session] = (await ana.ask('GET', '/api/sessions')).json().sessions
  for (const id of [session.id, 'none']) {
    expect((await ben.ask('DELETE', `/api/sessions/${id}`)).statusCode).toBe(404)
    expect((await ben.ask('PATCH', `/api/passkeys/${id}`, { body: { name: 'x' } })).statusCode).toBe(404)
    expect((await ben.ask('DELETE', `/api/passkeys/${id}`)).statusCode).toBe(404)
  }
  expect((await ben.ask('GET', '/api/sessions')).body).not.toContain(session.id)
  expect((await ana.ask('GET', '/api/me')).statusCode, 'still signed in').toBe(200)
})

test('what one organization reads says nothing of another', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp('Ana Example'), await site.signUp('Ben Example')]
  const things = await thingsOf(site, ana)
  const traces = [...Object.values(things), ana.organizationId, ana.id, ana.email, 'Ana Example', 'screenshot.post']
  for (const route of reads) {
    const answer = await ask(ben, route)
    expect(answer.statusCode, route.path).toBe(200)
    for (const trace of traces) expect(answer.body, route.path).not.toContain(trace)
  }
  const own = (await Promise.all(reads.map((route) => ask(ana, route)))).map(({ body }) => body).join()
  for (const trace of traces) expect(own, 'its own members see it').toContain(trace)
})

test('nobody chooses an organization that they are no member of', async () => {
  const site = await openSite()
  const [ana, ben] = [await site.signUp('Ana Example'), await site.signUp('Ben Example')]
  const things = await thingsOf(site, ana)
  for (const id of [ana.organizationId, 'org_none', '']) {
    for (const route of [...reads, ...writes, ...named(things), ...answers(things)]) {
      const answer = await ask(ben, route, { 'x-kiosk-organization': id })
      expect([answer.statusCode, answer.json().error?.code], `${route.method} ${route.path}`).toEqual([
        404,
        'NOT_FOUND',
      ])
    }
  }
})

test('without a session every route is 401, and writes of another site 403', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  for (const route of [...reads, ...writes, ...named(nothing), ...answers(nothing)]) {
    const title = `${route.method} ${route.path}`
    const stranger = await ask(ana, route, { cookie: 'kiosk.session_token=made.up' })
    expect([stranger.statusCode, stranger.json().error?.code], title).toEqual([401, 'UNAUTHORIZED'])
    const choice = { cookie: '', 'x-kiosk-organization': ana.organizationId }
    expect((await ask(ana, route, choice)).statusCode, `${title}, for an organization`).toBe(401)
    if (route.method === 'GET') continue
    const foreign = await ask(ana, route, { origin: 'https://evil.example.test' })
    expect([foreign.statusCode, foreign.json().error?.code], title).toEqual([403, 'FORBIDDEN'])
  }
})

test('a store that is away is 503 with Retry-After on every route, never 401 or 500', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  await site.loseDatabase()
  const guest: Route = { method: 'POST', path: '/api/guest-key' }
  for (const route of [guest, ...reads, ...writes, ...named(nothing), ...answers(nothing)]) {
    const answer = await ask(ana, route)
    const title = `${route.method} ${route.path}: ${answer.body}`
    expect([answer.statusCode, answer.json().error?.code], title).toEqual([503, 'AUTH_UNAVAILABLE'])
    expect(answer.headers['retry-after'], title).toBe(String(errorRow('AUTH_UNAVAILABLE').retryAfterSec))
    expect(answer.body).not.toContain('kiosk.db')
  }
  expect(site.defects).toEqual([])
})

test('odd ids and bodies are refused, never a defect', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  const ids = ['%00', '%F0%9F%A7%A8', "'%3B--", '..%2F..', '__proto__', 'x'.repeat(100)]
  const bodies = [
    'null',
    '7',
    '"x"',
    '[]',
    '{"name":null}',
    '{"name":{"a":1}}',
    '{"a":'.repeat(50),
    '\u0000',
    '{"name":"\\ud800"}',
  ]
  for (const id of ids) {
    for (const route of named({ keyId: id, requestId: id, memberId: id, invitationId: id })) {
      const answer = await ask(ana, route)
      expect([400, 404], `${route.method} ${route.path}: ${answer.body}`).toContain(answer.statusCode)
    }
  }
  for (const route of writes.slice(0, 3)) {
    for (const body of bodies) {
      const answer = await ask(ana, { ...route, body })
      expect([201, 200, 400], `${route.path} ${body}: ${answer.body}`).toContain(answer.statusCode)
    }
  }
  expect(site.defects).toEqual([])
})

test('unknown addresses below /api are 404 with the envelope', async () => {
  const site = await openSite()
  const ana = await site.signUp()
  for (const path of ['/api', '/api/', '/api/nothing', '/api/keys/a/b', '/api/playground']) {
    const answer = await ana.ask('GET', path)
    expect([answer.statusCode, answer.json().error.code], path).toEqual([404, 'NOT_FOUND'])
  }
})

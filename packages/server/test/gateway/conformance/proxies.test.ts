// Callers' proxies: which one counts, and which are refused before anything runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Tenant } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, CONTRIBUTORS, fresh, OPERATION_ENV } from '../support/operations.ts'
import { type ProxyServer, startProxy } from '../support/proxy-server.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

describe.each(deployments)('proxies ($name)', ({ deploy }) => {
  let upstream: Upstream
  let [first, second, dead]: ProxyServer[] = []
  let gateway: Gateway
  let tenant: Tenant
  beforeAll(async () => {
    upstream = await startUpstream()
    first = await startProxy()
    second = await startProxy()
    dead = await startProxy()
    await dead.close()
    const allow = [first, second, dead].map(({ port }) => `127.0.0.1:${port}`).join(',')
    gateway = await Gateway.start({ deploy, env: { ...OPERATION_ENV, ...upstream.env, KIOSK_EGRESS_ALLOW: allow } })
    tenant = await gateway.tenant({ plan: 'business' })
  })
  afterAll(async () => {
    await gateway?.close()
    await Promise.all([upstream, first, second].map((server) => server?.close()))
  })

  const urlOf = (proxy: ProxyServer | undefined) => `http://user:pass@127.0.0.1:${proxy?.port}`
  const ask = (body: object, headers: Record<string, string> = {}) =>
    gateway.call(CONTRIBUTORS, tenant.key, { owner: 'ana-example', ...body }, headers)

  it('the header works on an operation that declares no field', async () => {
    const title = fresh('Through')
    expectOk(await gateway.call(ARTICLE, tenant.key, { title }, { 'x-proxy-url': urlOf(first) }))
    expect([first?.hits(title), upstream.hits(title)]).toEqual([1, 1])
  })

  it('the body wins over the header', async () => {
    const repo = fresh('both')
    expectOk(await ask({ repo, proxyUrl: urlOf(second) }, { 'x-proxy-url': urlOf(first) }))
    expect([first?.hits(repo), second?.hits(repo)]).toEqual([0, 1])
    expect(second?.authorizations.at(-1)).toBe(`Basic ${btoa('user:pass')}`)
  })

  it('a body that wins makes a refused header harmless', async () => {
    expectOk(await ask({ repo: fresh('kept'), proxyUrl: urlOf(second) }, { 'x-proxy-url': 'http://10.0.0.1:3128' }))
  })

  it('is part of what is cached', async () => {
    const repo = fresh('cached')
    expect((await ask({ repo })).cache).toBe('MISS')
    expect((await ask({ repo, proxyUrl: urlOf(first) })).cache).toBe('MISS')
    expect((await ask({ repo, proxyUrl: urlOf(first) })).cache).toBe('HIT')
    const header = () => ask({ repo: `${repo}-2` }, { 'x-proxy-url': urlOf(first) })
    expect([(await header()).cache, (await header()).cache]).toEqual(['MISS', 'HIT'])
    expect((await ask({ repo, proxyUrl: urlOf(second) })).cache).toBe('MISS')
    expect((await ask({ repo })).cache).toBe('HIT')
  })

  it('that is dead puts the upstream out of reach', async () => {
    const { key } = await gateway.tenant({ plan: 'business' })
    const body = { owner: 'ana-example', repo: fresh('dead') }
    const answer = await gateway.call(CONTRIBUTORS, key, body, { 'x-proxy-url': urlOf(dead) })
    const error = expectError(answer, 'UPSTREAM_UNREACHABLE')
    expect(error.message).not.toMatch(/127\.0\.0\.1|user|pass/)
    expect([answer.cost, upstream.hits(body.repo)]).toEqual([0, 0])
  })

  it('that is private is told from one that is dead by nothing but the allow list', async () => {
    const error = expectError(
      await ask({ repo: fresh('private') }, { 'x-proxy-url': 'http://127.0.0.1:4' }),
      'DESTINATION_REFUSED',
    )
    expect(error.message).not.toContain('127.0.0.1')
  })

  it.each([
    'http://10.0.0.1:3128',
    'http://127.0.0.1:3128',
    'http://localhost:3128',
    'http://[::1]:3128',
    'http://[::ffff:127.0.0.1]:3128',
    'http://169.254.169.254:80',
    'http://192.168.1.1:8080',
    'http://2130706433:3128',
    'http://0x7f.1:3128',
    'http://0177.0.0.1:3128',
    'https://user:pass@10.1.2.3:443',
    'socks5://172.16.0.1:1080',
    'socks5://user:pass@[fd00::1]:1080',
    'http://proxy.internal:3128',
    'http://metadata.google.internal:80',
  ])('%s is refused before anything runs, in the header and in the body', async (proxyUrl) => {
    const { key } = await gateway.tenant({ plan: 'business', quota: 0 })
    const repo = fresh('refused')
    const body = { owner: 'ana-example', repo }
    const answers = [
      await gateway.call(CONTRIBUTORS, key, body, { 'x-proxy-url': proxyUrl }),
      await gateway.call(CONTRIBUTORS, key, { ...body, proxyUrl }),
    ]
    // With a quota of 0: the refusal comes before units are asked for.
    for (const answer of answers) expectError(answer, 'DESTINATION_REFUSED')
    expect(upstream.hits(repo)).toBe(0)
  })

  it.each([
    'not a url',
    'ftp://proxy.example.test',
    'http://',
    '//proxy.example.test:1',
    'socks4://a.test:1',
    'http://a.test/path',
  ])('"%s" is malformed, and the field is named', async (proxyUrl) => {
    const repo = fresh('malformed')
    const header = expectError(await ask({ repo }, { 'x-proxy-url': proxyUrl }), 'INVALID_INPUT')
    expect(header.field).toBe('x-proxy-url')
    const body = expectError(await ask({ repo, proxyUrl }), 'INVALID_INPUT')
    expect(body.field).toBe('proxyUrl')
    expect(header.message + body.message).not.toContain(proxyUrl)
  })

  it('is not looked at by an operation without traffic', async () => {
    expectOk(await gateway.call(ADDRESS, tenant.key, {}, { 'x-proxy-url': urlOf(first) }))
  })
})

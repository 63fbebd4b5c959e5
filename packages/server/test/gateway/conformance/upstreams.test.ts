// What third parties do wrong: always classified, never billed, never anybody else's delay.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Pending, type Tenant } from '../support/gateway.ts'
import { ARTICLE, fresh, OPERATION_ENV, PACKAGE } from '../support/operations.ts'
import { packageDocument, type Reply, replyWith, reset, startUpstream, type Upstream } from '../support/upstream.ts'

/** Nothing listens on it: below 1024, and not given to anybody. */
const CLOSED_PORT = 4

/** How many calls of one provider run and wait at most. */
const [RUNNING, WAITING] = [128, 512]

describe.each(deployments)('upstreams ($name)', ({ deploy }) => {
  let upstream: Upstream
  let gateway: Gateway
  let tenant: Tenant
  let silent: Pending
  let hung: Promise<Answer>
  const silentName = fresh('silent')
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({
      deploy,
      env: {
        ...OPERATION_ENV,
        ...upstream.env,
        KIOSK_UPSTREAM_MICROBLOG: `http://127.0.0.1:${CLOSED_PORT}`,
      },
    })
    tenant = await gateway.tenant()
    // Takes its whole time-out, so it starts before everything else and is looked at last.
    upstream.hold(silentName)
    silent = await gateway.begin(PACKAGE, tenant.key, { name: silentName })
    hung = silent.answer
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  const rawReply =
    (text: string): Reply =>
    (request) =>
      void request.socket.end(text)

  const cutShort: Reply = (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"info":')
    request.socket.resetAndDestroy()
  }

  const failures: [string, Reply, Parameters<typeof expectError>[1], number | null][] = [
    ['500', replyWith(500, {}), 'UPSTREAM_ERROR', 500],
    ['503', replyWith(503, {}), 'UPSTREAM_ERROR', 503],
    ['429', replyWith(429, {}, { 'retry-after': '7' }), 'UPSTREAM_RATE_LIMITED', 429],
    ['403', replyWith(403, {}), 'UPSTREAM_BLOCKED', 403],
    ['401', replyWith(401, {}), 'UPSTREAM_BLOCKED', 401],
    ['a login page', replyWith(200, '<html>Log in</html>', { 'content-type': 'text/html' }), 'UPSTREAM_BLOCKED', 200],
    ['nothing', replyWith(200, ''), 'UPSTREAM_BLOCKED', 200],
    ['no JSON', replyWith(200, 'okay then'), 'UPSTREAM_CHANGED', 200],
    ['another shape', replyWith(200, { info: { name: 7 } }), 'UPSTREAM_CHANGED', 200],
    ['a list', replyWith(200, '[]'), 'UPSTREAM_CHANGED', 200],
    ['a reset', reset, 'UPSTREAM_ERROR', null],
    ['half an answer', cutShort, 'UPSTREAM_ERROR', null],
    ['no HTTP', rawReply('220 mail.example.test ESMTP\r\n'), 'UPSTREAM_ERROR', null],
    [
      'a redirect to a private address',
      replyWith(302, '', { location: 'http://169.254.169.254/' }),
      'DESTINATION_REFUSED',
      null,
    ],
    [
      'a redirect without end',
      (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end(),
      'UPSTREAM_ERROR',
      null,
    ],
  ]
  it.each(failures)('%s', async (_, reply, code, status) => {
    const { key } = await gateway.tenant({ plan: 'business' })
    const name = fresh('failing')
    upstream.script(name, reply)
    const answer = await gateway.call(PACKAGE, key, { name })
    const error = expectError(answer, code)
    if (status !== null) expect(error.details).toMatchObject({ upstream: { provider: 'pkgindex', status } })
    expect([answer.cost, await gateway.used(key)]).toEqual([0, 0])
    expect(error.message).not.toMatch(/127\.0\.0\.1|localhost|169\.254|ECONN|undici|node:/)
    if (code === 'UPSTREAM_RATE_LIMITED') expect(answer.header('retry-after')).toBe('7')
  })

  it('an answer of 404 is the upstream saying that there is no such thing', async () => {
    const name = fresh('nowhere')
    upstream.script(name, replyWith(404, {}))
    const answer = await gateway.call(PACKAGE, tenant.key, { name })
    expectError(answer, 'NOT_FOUND')
    expect(answer.cost).toBe(0)
  })

  it('nobody listening', async () => {
    const error = expectError(
      await gateway.call('microblog-profile.get', tenant.key, { handle: 'ana.example.test' }),
      'UPSTREAM_UNREACHABLE',
    )
    expect(error.message).not.toMatch(/127\.0\.0\.1|ECONN/)
  })

  it('one failure that goes away at once is not seen', async () => {
    const name = fresh('flaky')
    let asked = 0
    upstream.script(name, (request, response) => {
      asked += 1
      if (asked === 1) reset(request, response)
      else replyWith(200, packageDocument(name))(request, response)
    })
    expectOk(await gateway.call(PACKAGE, tenant.key, { name }))
    expect(asked).toBe(2)
  })

  it('a provider that hangs delays no other, and takes no more than its queue', async () => {
    const { key } = await gateway.tenant()
    const gate = upstream.hold('*')
    const started = performance.now()
    const many = Array.from({ length: RUNNING + WAITING }, (_, i) => gateway.call(ARTICLE, key, { title: `Held-${i}` }))
    await gate.arrived(RUNNING)
    // Its whole queue is taken: one more is told so at once, and others do not notice.
    let surplus = await gateway.call(ARTICLE, key, { title: 'Surplus' }, { 'x-test': '1' }).catch(() => null)
    expect(surplus?.status).toBe(503)
    if (surplus !== null) {
      expectError(surplus, 'OVERLOADED')
      expect(Number(surplus.header('retry-after'))).toBeGreaterThan(0)
      expect(surplus.cost).toBe(0)
    }
    const name = fresh('quick')
    upstream.script(name, replyWith(200, packageDocument(name)))
    const other = upstream.hold(name)
    other.open()
    const asked = performance.now()
    surplus = await gateway.call('email-generate-address.post', key)
    expectOk(surplus)
    expect(performance.now() - asked).toBeLessThan(2_000)
    gate.open()
    const answers = await Promise.all(many)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it('silence ends with the time-out of the operation, unbilled', async () => {
    const answer = await hung
    expect(answer.status).toBe(504)
    expect(['TIMEOUT', 'UPSTREAM_TIMEOUT']).toContain(expectError(answer, 'TIMEOUT').code)
    expect(answer.cost).toBe(0)
  }, 30_000)
})

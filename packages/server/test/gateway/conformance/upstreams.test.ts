// What third parties do wrong: always classified, never billed, never anybody else's delay.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectError, expectOk } from '../support/answer.ts'
import { deployments } from '../support/deployment.ts'
import { Gateway, type Pending, type Tenant } from '../support/gateway.ts'
import { ADDRESS, ARTICLE, CONTRIBUTORS, fresh, OPERATION_ENV, PACKAGE } from '../support/operations.ts'
import { until } from '../support/until.ts'
import { packageDocument, type Reply, replyWith, reset, startUpstream, type Upstream } from '../support/upstream.ts'

/** Nothing listens on it: below 1024, and not given to anybody. */
const CLOSED_PORT = 4

/** How many calls of one provider run and wait at most. */
const [RUNNING, WAITING] = [128, 512]

/** What the calls of others may take beside it. */
const QUICK_MS = 3_000

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

  describe('a provider that hangs', () => {
    /** Calls of the encyclopedia in the queue, as `[running, waiting]`. */
    const queue = async () => {
      const { text } = await gateway.get('/metrics')
      return ['running', 'waiting'].map((state) =>
        Number(new RegExp(`^kiosk_lane_${state}\\{lane="light:encyclopedia"\\} (\\d+)$`, 'm').exec(text)?.[1]),
      )
    }

    /** Fills its queue to the last place. @returns what ends it */
    const fill = async (key: string) => {
      const gate = upstream.hold('encyclopedia')
      const stem = fresh('Held')
      const many = Array.from({ length: RUNNING + WAITING }, (_, i) => gateway.call(ARTICLE, key, { title: stem + i }))
      await until('the queue is full', async () => ((await queue())[1] === WAITING ? true : null))
      expect(await queue()).toEqual([RUNNING, WAITING])
      return async () => {
        gate.open()
        expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]))
      }
    }

    it('takes no more than its queue, and delays no other', async () => {
      const { key } = await gateway.tenant()
      const end = await fill(key)
      const surplus = await gateway.call(ARTICLE, key, { title: fresh('Surplus') })
      expectError(surplus, 'OVERLOADED')
      expect(Number(surplus.header('retry-after'))).toBeGreaterThan(0)
      expect(surplus.cost).toBe(0)
      const asked = performance.now()
      expectOk(await gateway.call(PACKAGE, key, { name: fresh('quick') }))
      expectOk(await gateway.call(ADDRESS, key))
      expect(performance.now() - asked).toBeLessThan(QUICK_MS)
      await end()
    })

    it('delays no other that is reached at the same address', async () => {
      const { key } = await gateway.tenant()
      const end = await fill(key)
      const other = gateway.call(CONTRIBUTORS, key, { owner: 'ana-example', repo: fresh('quick') })
      const first = await Promise.race([other, pause(QUICK_MS, null)])
      await end()
      expectOk(await other)
      expect(first, 'an answer in time').not.toBeNull()
    })
  })

  it('silence ends with the time-out of the operation, unbilled', async () => {
    const answer = await hung
    expect(answer.status).toBe(504)
    expect(['TIMEOUT', 'UPSTREAM_TIMEOUT']).toContain(expectError(answer, 'TIMEOUT').code)
    expect(answer.cost).toBe(0)
  }, 30_000)
})

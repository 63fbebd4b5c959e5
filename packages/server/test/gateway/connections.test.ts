// What goes wrong on a connection while a call on it still runs: the call is finished and answered first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectOk } from './support/answer.ts'
import { deployEmbedded } from './support/deployment.ts'
import { Gateway, type Tenant } from './support/gateway.ts'
import { ARTICLE, fresh, OPERATION_ENV } from './support/operations.ts'
import { isLong } from './support/random.ts'
import { openRaw, parseAnswers } from './support/raw-socket.ts'
import { startUpstream, type Upstream } from './support/upstream.ts'

/** Longer than the 10 s in which headers must come, shorter than what the operation may take. */
const HELD_MS = 12_500

describe('a connection that breaks behind a running call', () => {
  let upstream: Upstream
  let gateway: Gateway
  let tenant: Tenant
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({ deploy: deployEmbedded, env: { ...OPERATION_ENV, ...upstream.env } })
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  async function holdCall() {
    tenant = await gateway.tenant({ plan: 'business' })
    const title = fresh('Held')
    const gate = upstream.hold(title)
    const call = post(`x-api-key: ${tenant.key}`, JSON.stringify({ title }))
    return { gate, call, connection: await openRaw(gateway.port) }
  }

  const post = (line: string, body: string) =>
    `POST /${ARTICLE} HTTP/1.1\r\nhost: a.test\r\n${line}\r\ncontent-length: ${body.length}\r\n\r\n${body}`

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 'INVALID_INPUT'],
    ['no HTTP, again and again', 'GARBAGE\r\n\r\n'.repeat(10_000), 'INVALID_INPUT'],
    ['too many headers', `GET /usage HTTP/1.1\r\nx: ${'x'.repeat(17 * 1024)}\r\n\r\n`, 'HEADERS_TOO_LARGE'],
    ['a broken body', 'POST /usage HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', null],
    ['CONNECT', 'CONNECT a.test:443 HTTP/1.1\r\nhost: a.test:443\r\n\r\n', 'METHOD_NOT_ALLOWED'],
  ] as const)('%s: first the answer of the call, then the refusal, then the end', async (_, bytes, code) => {
    const { gate, call, connection } = await holdCall()
    connection.send(call + bytes)
    await gate.arrived()
    await gateway.get('/readyz')
    expect(connection.received().toString(), 'nothing overtakes the call').toBe('')
    gate.open()
    const [first, second, ...more] = parseAnswers(await connection.ended())
    if (first === undefined || second === undefined) throw new Error('two answers were due')
    expectOk(first)
    expectError(second, code ?? 'METHOD_NOT_ALLOWED')
    expect(more).toEqual([])
    expect(await gateway.used(tenant.key)).toBe(1)
  })

  const lateHeaders = async () => {
    const { gate, call, connection } = await holdCall()
    const late = await gateway.tenant({ plan: 'business' })
    const [head, rest] = [
      `POST /${ARTICLE} HTTP/1.1\r\n`,
      `x-api-key: ${late.key}\r\ncontent-length: 13\r\n\r\n{"title":"L"}`,
    ]
    connection.send(call + head)
    await gate.arrived()
    // The server's own clock is what is tested, and it shows nothing until the call before is answered.
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
    connection.send(rest)
    await gateway.get('/readyz')
    gate.open()
    const [first, second, ...more] = parseAnswers(await connection.ended())
    if (first === undefined || second === undefined) throw new Error('two answers were due')
    expectOk(first)
    expectError(second, 'REQUEST_TIMEOUT')
    expect(more).toEqual([])
    expect(await gateway.used(late.key)).toBe(0)
  }
  if (isLong) it('headers that do not come in time: the same, and what comes after is not run', lateHeaders, 40_000)

  it('a request that was answered before its body broke gets no second answer', async () => {
    const connection = await openRaw(gateway.port)
    connection.send(`POST /${ARTICLE} HTTP/1.1\r\nhost: a.test\r\ntransfer-encoding: chunked\r\n\r\n`)
    await connection.answers()
    connection.send('zz\r\n')
    const [only, ...more] = parseAnswers(await connection.ended())
    if (only === undefined) throw new Error('no answer')
    expectError(only, 'UNAUTHORIZED')
    expect(more).toEqual([])
  })

  it('a caller who leaves takes the call along', async () => {
    const { gate, call, connection } = await holdCall()
    connection.send(`${call}GARBAGE\r\n\r\n`)
    await gate.arrived()
    connection.socket.end()
    await gate.givenUp()
    expect(await gateway.used(tenant.key)).toBe(0)
  })

  it('CONNECT followed by a reset ends the connection, not the process', async () => {
    for (let i = 0; i < 200; i++) {
      const connection = await openRaw(gateway.port)
      connection.send(`CONNECT a.test:443 HTTP/1.1\r\nhost: a.test\r\n\r\n${'x'.repeat(i % 2 === 0 ? 0 : 200_000)}`)
      await new Promise((resolve) => setImmediate(resolve))
      connection.socket.resetAndDestroy()
    }
    expectOk(await gateway.get('/healthz'))
    expect(gateway.output).not.toContain('ECONNRESET')
  })
})

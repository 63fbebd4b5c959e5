// HTTP as attackers write it: what does not parse, what two parsers read differently, and what never ends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectError, readError } from './support/answer.ts'
import { deployEmbedded } from './support/deployment.ts'
import { Gateway, type Tenant } from './support/gateway.ts'
import { ADDRESS, OPERATION_ENV } from './support/operations.ts'
import { isLong, say } from './support/random.ts'
import { exchangeRaw, openRaw, parseAnswers } from './support/raw-socket.ts'
import { until } from './support/until.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
/** How late a time-out may be noticed. */
const SLACK_MS = 8_000
const ENDLESS_BOUND_BYTES = 40 * 1024 * 1024
const SLOW_CONNECTIONS = 240

const manyHeaders = Array.from({ length: 1000 }, (_, i) => `x-${i}: ${'y'.repeat(20)}`).join('\r\n')

describe('HTTP abuse', () => {
  let gateway: Gateway
  let tenant: Tenant
  let slowHead: Promise<{ answers: Answer[]; tookMs: number }>
  beforeAll(async () => {
    gateway = await Gateway.start({ deploy: deployEmbedded, env: OPERATION_ENV })
    tenant = await gateway.tenant()
    // Takes as long as the limit, so it starts first and is looked at last.
    slowHead = untilShed(`POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx-slow:`, HEADERS_TIMEOUT_MS)
    slowHead.catch(() => {})
  })
  afterAll(() => gateway?.close())

  async function untilShed(bytes: string, limitMs: number): Promise<{ answers: Answer[]; tookMs: number }> {
    const started = performance.now()
    const connection = await openRaw(gateway.port)
    connection.send(bytes)
    const received = await connection.ended(limitMs + SLACK_MS)
    return { answers: parseAnswers(received), tookMs: performance.now() - started }
  }

  const head = (...lines: string[]) =>
    [`POST /${ADDRESS} HTTP/1.1`, 'host: a.test', `x-api-key: ${tenant.key}`, ...lines, '', ''].join('\r\n')
  const only = (answers: readonly Answer[]): Answer => {
    const [answer] = answers
    if (answer === undefined || answers.length > 1) throw new Error(`${answers.length} answers in place of one`)
    return answer
  }

  describe('what the parser refuses wears the envelope', () => {
    it.each([
      ['no HTTP', 'HELO mail.example.test\r\n\r\n'],
      ['a TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
      ['HTTP/9', `POST /${ADDRESS} HTTP/9.1\r\nhost: a.test\r\n\r\n`],
      ['a header without a colon', `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nnonsense\r\n\r\n`],
      ['a blank in a header name', `POST /${ADDRESS} HTTP/1.1\r\nhost : a.test\r\n\r\n`],
      ['a NUL in a header', `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx: a\u0000b\r\n\r\n`],
      ['a length that is no number', `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\ncontent-length: two\r\n\r\n{}`],
      ['a negative length', `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\ncontent-length: -1\r\n\r\n{}`],
      ['an unknown method', `FETCH /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\n\r\n`],
    ])('%s is 400', async (_, bytes) => {
      expectError(only(await exchangeRaw(gateway.port, Buffer.from(bytes, 'latin1'))), 'INVALID_INPUT')
    })

    it.each([
      ['one header', `GET /usage HTTP/1.1\r\nhost: a.test\r\nx-large: ${'x'.repeat(17 * 1024)}\r\n\r\n`],
      ['many headers', `GET /usage HTTP/1.1\r\nhost: a.test\r\n${manyHeaders}\r\n\r\n`],
      ['the address', `GET /${'a'.repeat(17 * 1024)} HTTP/1.1\r\nhost: a.test\r\n\r\n`],
    ])('more than 16 KB of %s is 431', async (_, bytes) => {
      expectError(only(await exchangeRaw(gateway.port, bytes)), 'HEADERS_TOO_LARGE')
    })

    it('serves on after all of it', async () => {
      expect((await gateway.call(ADDRESS, tenant.key)).status).toBe(200)
    })
  })

  describe('smuggling', () => {
    const smuggled = `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx-api-key: KEY\r\ncontent-length: 2\r\n\r\n{}`
    const forms: [string, string[], string][] = [
      ['CL and TE', ['content-length: 4', 'transfer-encoding: chunked'], '0\r\n\r\nSMUGGLED'],
      ['TE and CL', ['transfer-encoding: chunked', 'content-length: 4'], '0\r\n\r\nSMUGGLED'],
      ['two lengths', ['content-length: 2', 'content-length: 200'], '{}SMUGGLED'],
      ['two equal lengths', ['content-length: 2', 'content-length: 2'], '{}SMUGGLED'],
      ['a list of lengths', ['content-length: 2, 200'], '{}SMUGGLED'],
      ['a length with a sign', ['content-length: +2'], '{}SMUGGLED'],
      ['a hexadecimal length', ['content-length: 0x2'], '{}SMUGGLED'],
      ['a length with a blank inside', ['content-length: 2 00'], '{}SMUGGLED'],
      ['a blank before the colon', ['content-length : 2'], '{}SMUGGLED'],
      ['a folded header', ['x-a: b', ' content-length: 2'], '{}SMUGGLED'],
      ['TE with a tab', ['transfer-encoding:\tchunked', 'content-length: 4'], '0\r\n\r\nSMUGGLED'],
      ['TE of another name', ['transfer-encoding: xchunked'], '0\r\n\r\nSMUGGLED'],
      ['TE with identity', ['transfer-encoding: chunked, identity'], '0\r\n\r\nSMUGGLED'],
      ['two TE', ['transfer-encoding: chunked', 'transfer-encoding: identity'], '0\r\n\r\nSMUGGLED'],
      ['a chunk size with junk', ['transfer-encoding: chunked'], '0x2\r\n{}\r\n0\r\n\r\nSMUGGLED'],
      ['a huge chunk size', ['transfer-encoding: chunked'], 'ffffffffffffffff1\r\n{}\r\n0\r\n\r\nSMUGGLED'],
      ['a bare line feed in a chunk', ['transfer-encoding: chunked'], '2\n{}\n0\n\nSMUGGLED'],
      ['a bare carriage return', ['x-a: b\rcontent-length: 2'], '{}SMUGGLED'],
    ]
    it.each(forms)('%s is refused, and nothing behind it is heard', async (_, lines, body) => {
      const apart = await gateway.tenant({ plan: 'business' })
      const bytes = head(...lines) + body.replace('SMUGGLED', smuggled.replace('KEY', apart.key))
      const connection = await openRaw(gateway.port)
      connection.send(bytes)
      const [answer] = await connection.answers()
      if (answer === undefined) throw new Error('no answer')
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      readError(answer)
      await connection.ended()
      expect(await gateway.used(apart.key), 'the smuggled call ran').toBe(0)
    })

    it('bare line feeds end no header', async () => {
      const apart = await gateway.tenant({ plan: 'business' })
      const bytes = `POST /${ADDRESS} HTTP/1.1\nhost: a.test\nx-api-key: ${apart.key}\ncontent-length: 2\n\n{}`
      readError(only(await exchangeRaw(gateway.port, bytes)))
      expect(await gateway.used(apart.key)).toBe(0)
    })

    it('what is pipelined honestly is answered in order', async () => {
      const connection = await openRaw(gateway.port)
      const one = (body: string) => `${head(`content-length: ${body.length}`)}${body}`
      connection.send(one('{}') + one('{"x":1}') + one(''))
      const answers = await connection.answers(3)
      connection.socket.destroy()
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 200])
    })
  })

  describe('odd, but right', () => {
    it.each([
      ['an absolute address', `POST http://a.test/${ADDRESS} HTTP/1.1`],
      ['a query', `POST /${ADDRESS}?a=b HTTP/1.1`],
    ])('%s is served', async (_, line) => {
      const bytes = `${line}\r\nhost: a.test\r\nx-api-key: ${tenant.key}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`
      expect(only(await exchangeRaw(gateway.port, bytes)).status).toBe(200)
    })

    it('Expect: 100-continue is answered before the body', async () => {
      const connection = await openRaw(gateway.port)
      connection.send(head('expect: 100-continue', 'content-length: 2'))
      await until('100 Continue', () => (connection.received().includes('100 Continue') ? true : null))
      connection.send('{}')
      expect((await connection.answers())[0]?.status).toBe(200)
      connection.socket.destroy()
    })

    it('another Expect, an Upgrade and CONNECT are no way in', async () => {
      expectError(only(await exchangeRaw(gateway.port, head('expect: magic', 'connection: close'))), 'INVALID_INPUT')
      const upgrade = head('connection: close, upgrade', 'upgrade: websocket', 'content-length: 2')
      expect(only(await exchangeRaw(gateway.port, `${upgrade}{}`)).status).toBe(200)
      const connect = `CONNECT 127.0.0.1:${gateway.port} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
      expectError(only(await exchangeRaw(gateway.port, connect)), 'METHOD_NOT_ALLOWED')
    })
  })

  describe('bodies without end', () => {
    /** Sends blanks until the other side has had enough. @returns bytes that were taken */
    async function pour(bytes: string): Promise<{ sent: number; answers: Answer[] }> {
      const connection = await openRaw(gateway.port)
      connection.send(bytes)
      const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
      const closed = new Promise((resolve) => connection.socket.once('close', resolve))
      let sent = 0
      while (!connection.socket.destroyed && connection.socket.writable && sent < 2 * ENDLESS_BOUND_BYTES) {
        sent += chunk.length
        if (!connection.socket.write(chunk)) {
          await Promise.race([new Promise((resolve) => connection.socket.once('drain', resolve)), closed])
        }
      }
      const received = await connection.ended()
      return { sent, answers: parseAnswers(received) }
    }

    it('one is answered with 413 and cut before 40 MB', async () => {
      const { sent, answers } = await pour(head('transfer-encoding: chunked'))
      expect(sent).toBeLessThan(ENDLESS_BOUND_BYTES)
      // The cut may overtake the answer on its way.
      if (answers.length > 0) expectError(only(answers), 'PAYLOAD_TOO_LARGE')
    })

    it('an anonymous one is not waited for: 401 comes before the body, and then it is cut', async () => {
      const bytes = `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\ntransfer-encoding: chunked\r\n\r\n`
      const connection = await openRaw(gateway.port)
      connection.send(bytes)
      expectError(only(await connection.answers()), 'UNAUTHORIZED')
      connection.socket.destroy()
      expect((await pour(bytes)).sent).toBeLessThan(ENDLESS_BOUND_BYTES)
    })

    it('a caller who hangs up in the middle of its body leaves nothing behind', async () => {
      const { key } = await gateway.tenant({ plan: 'business' })
      const connection = await openRaw(gateway.port)
      connection.send(
        `POST /${ADDRESS} HTTP/1.1\r\nhost: a.test\r\nx-api-key: ${key}\r\ncontent-length: 100\r\n\r\n{"a":`,
      )
      await gateway.get('/readyz')
      connection.socket.resetAndDestroy()
      await gateway.get('/readyz')
      expect(await gateway.used(key)).toBe(0)
      expect(gateway.output).not.toMatch(/defect|Unhandled/)
    })
  })

  it(
    'headers that do not come within 10 s are 408',
    async () => {
      const { answers, tookMs } = await slowHead
      expectError(only(answers), 'REQUEST_TIMEOUT')
      expect(tookMs).toBeGreaterThan(HEADERS_TIMEOUT_MS - 1_500)
    },
    HEADERS_TIMEOUT_MS + 2 * SLACK_MS,
  )

  if (!isLong) say('http-abuse.test.ts: a minute of slow connections is left out; script/test --long runs it')

  const inTheLongRun = () => {
    it(
      'a body that does not come within 60 s is 408',
      async () => {
        const { answers, tookMs } = await untilShed(head('content-length: 100'), REQUEST_TIMEOUT_MS)
        expectError(only(answers), 'REQUEST_TIMEOUT')
        expect(tookMs).toBeGreaterThan(REQUEST_TIMEOUT_MS - 1_500)
      },
      2 * REQUEST_TIMEOUT_MS,
    )

    it(`${SLOW_CONNECTIONS} slow connections are shed within 75 s, and others do not notice`, async () => {
      const drips = Array.from({ length: SLOW_CONNECTIONS }, async (_, i) => {
        const connection = await openRaw(gateway.port)
        connection.send(i % 2 === 0 ? 'POST / HTTP/1.1\r\nhost: a.test\r\n' : head('content-length: 100000'))
        const drip = setInterval(() => connection.send(i % 2 === 0 ? `x-${i}: y\r\n` : ' '), 1_000)
        await connection.ended(75_000).finally(() => clearInterval(drip))
      })
      const started = performance.now()
      expect((await gateway.call(ADDRESS, tenant.key)).status).toBe(200)
      expect(performance.now() - started).toBeLessThan(3_000)
      await Promise.all(drips)
    }, 100_000)
  }
  if (isLong) describe('in the long run', inTheLongRun)
})

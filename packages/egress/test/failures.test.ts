import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { OperationError, Secret } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { startServer } from './support/local-server.ts'
import { failureOf, httpOf, makeEgress, webProvider } from './support/make-egress.ts'
import { answering, startRawServer } from './support/raw-server.ts'

describe('connections that fail', () => {
  it('is UPSTREAM_UNREACHABLE when refused', async () => {
    const gone = await startServer((_, response) => response.end())
    await gone[Symbol.asyncDispose]()
    await using egress = makeEgress({ allow: [`127.0.0.1:${gone.port}`] })
    const error = await failureOf(httpOf(egress).send({ url: gone.origin }))
    expect(error).toMatchObject({ code: 'UPSTREAM_UNREACHABLE', details: { upstream: { provider: 'web' } } })
    expect(error.message).not.toContain('127.0.0.1')
  })

  it('is UPSTREAM_UNREACHABLE without an address', async () => {
    await using egress = makeEgress()
    expect((await failureOf(httpOf(egress).send({ url: 'https://none.example.test/' }))).code).toBe(
      'UPSTREAM_UNREACHABLE',
    )
    await using failing = makeEgress({ lookup: () => Promise.reject(new Error('SERVFAIL')) })
    expect((await failureOf(httpOf(failing).send({ url: 'https://none.example.test/' }))).code).toBe(
      'UPSTREAM_UNREACHABLE',
    )
  })

  it('is UPSTREAM_UNREACHABLE without a secure channel', async () => {
    await using plain = await startServer((_, response) => response.end())
    await using egress = makeEgress({ allow: [`127.0.0.1:${plain.port}`] })
    const error = await failureOf(httpOf(egress).send({ url: `https://127.0.0.1:${plain.port}/`, timeoutMs: 5000 }))
    expect(error).toMatchObject({ code: 'UPSTREAM_UNREACHABLE', message: expect.stringContaining('TLS') })
  })

  it('tries the next address of a host when the first refuses', async () => {
    await using server = await startServer((_, response) => response.end('ok'))
    await using egress = makeEgress({
      allow: [`127.0.0.1:${server.port}`, `127.0.0.2:${server.port}`],
      names: { 'two.example.test': ['127.0.0.2', '127.0.0.1'] },
    })
    expect((await httpOf(egress).send({ url: `http://two.example.test:${server.port}/` })).text()).toBe('ok')
  })
})

describe('answers that fail', () => {
  it.each<[string, string, 'end' | 'reset']>([
    ['a reset before the answer', '', 'reset'],
    ['a close before the answer', '', 'end'],
    ['half a head', 'HTTP/1.1 200 OK\r\ncontent-le', 'end'],
    ['a body shorter than announced', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'end'],
    ['a reset in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'reset'],
    ['a chunked body without its end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n', 'end'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'end'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok!', 'end'],
    ['huge headers', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\ncontent-length: 2\r\n\r\nok`, 'end'],
    ['many headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}content-length: 2\r\n\r\nok`, 'end'],
    [
      'an encoding nobody asked for',
      'HTTP/1.1 200 OK\r\ncontent-encoding: compress\r\ncontent-length: 2\r\n\r\nok',
      'end',
    ],
    [
      'a body that is not what its encoding says',
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\nok',
      'end',
    ],
    [
      'too many encodings',
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip, gzip, gzip\r\ncontent-length: 2\r\n\r\nok',
      'end',
    ],
  ])('is UPSTREAM_ERROR after %s', async (_, answer, after) => {
    await using server = await startRawServer(answering(() => answer, after))
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    const error = await failureOf(httpOf(egress).send({ url: server.origin, retry: false }))
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { upstream: { provider: 'web' } } })
  })

  it('is UPSTREAM_ERROR for a compressed body that is cut', async () => {
    const cut = gzipSync('a'.repeat(1000)).subarray(0, 20)
    await using server = await startServer((_, response) => response.setHeader('content-encoding', 'gzip').end(cut))
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect((await failureOf(httpOf(egress).send({ url: server.origin }))).code).toBe('UPSTREAM_ERROR')
  })
})

describe('bodies', () => {
  const text = 'hello '.repeat(1000)
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['GZIP', gzipSync(text)],
  ])('are decompressed: %s', async (encoding, body) => {
    await using server = await startServer((_, response) => response.setHeader('content-encoding', encoding).end(body))
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect((await httpOf(egress).send({ url: server.origin })).text()).toBe(text)
  })

  it('may be empty whatever their encoding', async () => {
    await using server = await startServer((_, response) => response.setHeader('content-encoding', 'gzip').end())
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect((await httpOf(egress).send({ url: server.origin })).bytes.length).toBe(0)
  })

  const zeros = Buffer.alloc(20 * 1024 * 1024)
  it.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['zstd', zstdCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('are UNPROCESSABLE as a bomb of %s', async (encoding, bomb) => {
    await using server = await startServer((_, response) => response.setHeader('content-encoding', encoding).end(bomb))
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage().arrayBuffers
    const error = await failureOf(httpOf(egress).send({ url: server.origin }))
    expect(error).toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringContaining('10 MB') })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024)
  })

  it('are UNPROCESSABLE when announced too large, before they are read', async () => {
    await using server = await startRawServer(
      answering(() => 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nx', 'keep'),
    )
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect((await failureOf(httpOf(egress).send({ url: server.origin }))).code).toBe('UNPROCESSABLE')
  })

  it('are cut when they never end, and the connection is given up', async () => {
    let sent = 0
    await using server = await startServer((_, response) => {
      const block = Buffer.alloc(64 * 1024, 97)
      const more = () => {
        while (response.write(block)) sent += block.length
      }
      response.on('drain', more)
      more()
    })
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    const error = await failureOf(httpOf(egress).send({ url: server.origin, maxBytes: 1024 * 1024 }))
    expect(error).toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringContaining('1 MB') })
    expect(sent).toBeLessThan(20 * 1024 * 1024)
  })
})

describe('time', () => {
  it.each([
    ['no head', ''],
    ['half a head', 'HTTP/1.1 200 OK\r\nx-a:'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
  ])('is UPSTREAM_TIMEOUT when its own limit ends with %s', async (_, answer) => {
    await using server = await startRawServer(answering(() => answer, 'keep'))
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    const error = await failureOf(httpOf(egress).send({ url: server.origin, timeoutMs: 60 }))
    expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', details: { upstream: { provider: 'web' } } })
  })

  it('counts redirects and retries in one limit', async () => {
    await using server = await startRawServer((socket) => {
      socket.on('data', (head) => {
        if (String(head).startsWith('GET /slow')) return
        socket.write('HTTP/1.1 302 Found\r\nlocation: /slow\r\ncontent-length: 0\r\n\r\n')
      })
    })
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect((await failureOf(httpOf(egress).send({ url: server.origin, timeoutMs: 60 }))).code).toBe('UPSTREAM_TIMEOUT')
  })

  it.each([
    ['before the head', ''],
    ['in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
  ])('ends with the reason of the call %s, and lets the connection go', async (_, answer) => {
    const arrived = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    await using server = await startRawServer((socket) => {
      socket.once('close', () => left.resolve())
      socket.once('data', () => socket.write(answer, () => arrived.resolve()))
    })
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    const call = new AbortController()
    const pending = egress.http(webProvider, { signal: call.signal, proxy: null }).send({ url: server.origin })
    await arrived.promise
    const reason = new OperationError('TIMEOUT', 'The operation did not finish within 1 s.')
    call.abort(reason)
    await expect(pending).rejects.toBe(reason)
    await left.promise
  })

  it('ends with the reason of the call while a name is looked up, and at once when it left before', async () => {
    await using egress = makeEgress({ lookup: () => new Promise(() => {}) })
    const call = new AbortController()
    const http = egress.http(webProvider, { signal: call.signal, proxy: null })
    const pending = http.send({ url: 'http://slow.example.test/' })
    const reason = new OperationError('UPSTREAM_TIMEOUT', 'A reason that looks like one of ours.')
    call.abort(reason)
    await expect(pending).rejects.toBe(reason)
    await expect(http.send({ url: 'http://slow.example.test/' })).rejects.toBe(reason)
  })

  it('leaves no listener on the signal of a long call', async () => {
    await using server = await startServer((_, response) => response.end('ok'))
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...given)
    }
    const http = egress.http(webProvider, { signal, proxy: null })
    for (let i = 0; i < 3; i += 1) await http.send({ url: server.origin, timeoutMs: 5000 })
    await egress.checkProxy(new Secret(server.origin), 'proxyUrl', signal)
    expect(listeners).toBe(0)
  })
})

describe('the one retry', () => {
  /** Answers with the statuses in turn; 0 resets the connection. */
  async function turns(statuses: readonly number[]) {
    let turn = 0
    return startServer((request, response) => {
      const status = statuses[turn] ?? 200
      turn += 1
      if (status === 0) request.socket.resetAndDestroy()
      else response.writeHead(status, status === 302 ? { location: '/next' } : {}).end(String(status))
    })
  }

  it.each<[string, number[], object, number | string, number]>([
    ['a reset', [0, 200], {}, 200, 2],
    ['502', [502, 200], {}, 200, 2],
    ['503', [503, 200], {}, 200, 2],
    ['504', [504, 200], {}, 200, 2],
    ['503 twice: the second is the answer', [503, 503, 200], {}, 503, 2],
    ['a reset twice', [0, 0, 200], {}, 'UPSTREAM_ERROR', 2],
    ['a reset after 503', [503, 0, 200], {}, 'UPSTREAM_ERROR', 2],
    ['503 before and behind a redirect: only one', [503, 302, 503, 200], {}, 503, 3],
    ['500: none', [500, 200], {}, 500, 1],
    ['403: none', [403, 200], {}, 403, 1],
    ['404: none', [404, 200], {}, 404, 1],
    ['429: none', [429, 200], {}, 429, 1],
    ['503, but not wanted', [503, 200], { retry: false }, 503, 1],
    ['503 of a POST: never', [503, 200], { method: 'POST', form: { a: 'b' }, retry: true }, 503, 1],
    ['a reset of a POST: never', [0, 200], { method: 'POST', form: { a: 'b' }, retry: true }, 'UPSTREAM_ERROR', 1],
  ])('%s', async (_, statuses, request, outcome, asked) => {
    await using server = await turns(statuses)
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    const sending = httpOf(egress).send({ url: server.origin, ...request })
    if (typeof outcome === 'string') expect((await failureOf(sending)).code).toBe(outcome)
    else expect((await sending).status).toBe(outcome)
    expect(server.requests.length).toBe(asked)
  })

  it('is not made for a refused connection or a timeout', async () => {
    let connections = 0
    await using server = await startRawServer(() => {
      connections += 1
    })
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
    expect((await failureOf(httpOf(egress).send({ url: server.origin, timeoutMs: 300 }))).code).toBe('UPSTREAM_TIMEOUT')
    expect(connections).toBe(1)
  })
})

// What the filter passes on: requests and answers as they are, less what belongs to a connection.
import { createHash, randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { answering, startRawServer } from '../support/raw-server.ts'
import { ask, beginRender, closed, nextBytes, open, speak } from './support/filter-client.ts'

const big = randomBytes(3 * 1024 * 1024)
const site = await startServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  if (pathname === '/headers') {
    response.writeHead(200, 'Fine', [
      ...['Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2', 'X-Latin', 'caf\u00e9', 'ETag', '"x"'],
      ...['Connection', 'keep-alive, X-Of-Connection', 'X-Of-Connection', '1', 'Keep-Alive', 'timeout=5'],
      ...['Proxy-Authenticate', 'Basic', 'X-Kiosk-Filter', 'refused', 'Content-Length', '2'],
    ])
    // Bytes, for with a text Node would write the head in UTF-8.
    response.end(Buffer.from('ok'))
  } else if (pathname === '/big') response.end(big)
  else if (pathname === '/zipped') response.setHeader('content-encoding', 'gzip').end(gzipSync('text'))
  else if (pathname === '/status') response.writeHead(Number(searchParams.get('code')), { 'x-a': 'b' }).end()
  else response.end('ok')
})
const egress = makeEgress({ allow: [`127.0.0.1:${site.port}`], names: { 'site.example.test': ['127.0.0.1'] } })
const { filter, session } = await beginRender(egress)
const base = `http://site.example.test:${site.port}`
const last = () => site.requests.at(-1)

afterAll(async () => {
  session.end()
  await egress.close()
  await site[Symbol.asyncDispose]()
})

describe('requests', () => {
  it('keep path, query and headers as the browser wrote them', async () => {
    const path = '/a//b/../c;d=e?q=%2F&r=a+b\\c|{}'
    await ask(filter, `${base}${path}`, {
      headers: { 'User-Agent': 'Browser/1', 'accept-encoding': 'gzip, br', cookie: 'c=1', 'x-latin': 'caf\u00e9' },
    })
    expect(last()).toMatchObject({
      method: 'GET',
      url: path,
      headers: {
        host: `site.example.test:${site.port}`,
        'user-agent': 'Browser/1',
        'accept-encoding': 'gzip, br',
        cookie: 'c=1',
        'x-latin': 'caf\u00e9',
      },
    })
    await ask(filter, `${base}?only=query`)
    expect(last()?.url).toBe('/?only=query')
    await ask(filter, base)
    expect(last()?.url).toBe('/')
  })

  it('lose what is of the connection, and nothing of the proxy is added', async () => {
    await ask(filter, `${base}/`, {
      headers: {
        connection: 'keep-alive, X-Named',
        'x-named': '1',
        'proxy-connection': 'keep-alive',
        'proxy-authorization': 'Basic eDp5',
        'keep-alive': 'timeout=5',
        te: 'trailers',
        'x-stays': '1',
      },
    })
    const names = Object.keys(last()?.headers ?? {}).sort()
    expect(names).toEqual(['connection', 'host', 'x-stays'])
  })

  it.each([
    ['a length', { 'content-length': '6' }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('bring their body with %s', async (_, headers) => {
    await ask(filter, `${base}/form`, { method: 'POST', headers, body: 'a=b&c=' })
    expect(last()).toMatchObject({ method: 'POST', body: 'a=b&c=' })
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('of the method %s', async (method) => {
    await ask(filter, `${base}/m`, { method, headers: { 'content-length': '4' }, body: 'body' })
    expect(last()).toMatchObject({ method, body: 'body' })
  })

  it('may be of an empty body', async () => {
    await ask(filter, `${base}/m`, { method: 'POST', headers: { 'content-length': '0' } })
    expect(last()).toMatchObject({ method: 'POST', body: '' })
    expect(last()?.headers['content-length']).toBe('0')
  })
})

describe('answers', () => {
  it('keep status, text, order and spelling of headers', async () => {
    const answer = await ask(filter, `${base}/headers`)
    expect(answer).toMatchObject({ status: 200, body: 'ok' })
    const sent = answer.rawHeaders.slice(0, answer.rawHeaders.indexOf('Connection'))
    expect(sent).toEqual([
      ...['Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2', 'X-Latin', 'caf\u00e9', 'ETag', '"x"'],
      ...['Content-Length', '2', 'Date', answer.headers.date],
    ])
    const raw = await speak(filter, `GET ${base}/headers HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(raw).toMatch(/^HTTP\/1\.1 200 Fine\r\n/)
  })

  it('are not decoded, whole, and byte for byte', async () => {
    const zipped = await ask(filter, `${base}/zipped`)
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const before = session.receivedBytes
    const raw = await speak(filter, `GET ${base}/big HTTP/1.0\r\nhost: x\r\n\r\n`)
    const body = Buffer.from(raw.slice(raw.indexOf('\r\n\r\n') + 4), 'latin1')
    expect(createHash('sha256').update(body).digest('hex')).toBe(createHash('sha256').update(big).digest('hex'))
    expect(session.receivedBytes - before).toBe(big.length)
  })

  it.each([204, 304, 400, 403, 404, 500, 502])('of status %i', async (code) => {
    const answer = await ask(filter, `${base}/status?code=${code}`)
    expect(answer).toMatchObject({ status: code, body: '', headers: { 'x-a': 'b' } })
    expect(session.failureOf({ host: 'site.example.test', port: site.port })).toBeNull()
  })

  it('to HEAD have the length, and no body', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const head = await ask(filter, `${base}/big`, { method: 'HEAD', agent })
    expect(head.body).toBe('')
    expect((await ask(filter, `${base}/`, { agent })).body).toBe('ok')
    agent.destroy()
  })

  it('arrive as they are sent: a stream is not held back', async () => {
    const ending = Promise.withResolvers<void>()
    await using stream = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      ending.promise.then(() => response.end('data: late\n\n'))
    })
    await using own = makeEgress({ allow: [`127.0.0.1:${stream.port}`] })
    const render = await beginRender(own)
    const socket = await open(render.filter)
    socket.write(`GET ${stream.origin}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(await nextBytes(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n$/)
    ending.resolve()
    expect(await nextBytes(socket)).toContain('data: late')
    socket.destroy()
  })

  it('of an older server end with its connection', async () => {
    await using old = await startRawServer(answering(() => 'HTTP/1.0 200 OK\r\n\r\nold body'))
    await using own = makeEgress({ allow: [`127.0.0.1:${old.port}`] })
    const render = await beginRender(own)
    expect((await ask(render.filter, `${old.origin}/`)).body).toBe('old body')
  })

  it.each<[string, BufferEncoding]>([
    ['Acc\u00e8s refus\u00e9', 'latin1'],
    ['Acc\u00e8s refus\u00e9', 'utf8'],
    ['\u6f22\u5b57', 'utf8'],
  ])('of a status with the words %s (%s) come without them', async (words, encoding) => {
    const head = Buffer.from(`HTTP/1.1 403 ${words}\r\ncontent-length: 2\r\n\r\nno`, encoding)
    await using raw = await startRawServer(answering(() => head))
    await using own = makeEgress({ allow: [`127.0.0.1:${raw.port}`] })
    const render = await beginRender(own)
    const answer = await speak(render.filter, `GET ${raw.origin}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 403 \r\n/)
    expect(answer).toMatch(/\r\n\r\nno$/)
    expect(render.session.failureOf({ host: '127.0.0.1', port: raw.port })).toBeNull()
  })

  it('wait while the browser does not read', async () => {
    let written = 0
    const filled = Promise.withResolvers<void>()
    await using endless = await startRawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50000000\r\n\r\n')
        const piece = Buffer.alloc(64 * 1024)
        const fill = () => {
          written += piece.length
          if (socket.write(piece)) setImmediate(fill)
          else {
            socket.once('drain', fill)
            filled.resolve()
          }
        }
        fill()
      })
    })
    await using own = makeEgress({ allow: [`127.0.0.1:${endless.port}`] })
    const render = await beginRender(own)
    const socket = await open(render.filter)
    socket.pause()
    socket.write(`GET ${endless.origin}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
    await filled.promise
    // Once nothing moves any more, all that was taken lies in the buffers of three sockets.
    let before = -1
    while (before !== render.session.receivedBytes) {
      before = render.session.receivedBytes
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
    }
    expect(render.session.receivedBytes).toBeLessThan(16 * 1024 * 1024)
    expect(written).toBeLessThan(32 * 1024 * 1024)
    socket.destroy()
    await closed(socket)
  })
})

describe('answers that fail', () => {
  it.each<[string, string, 'end' | 'reset', string]>([
    ['nothing', '', 'end', 'UPSTREAM_ERROR'],
    ['a reset', '', 'reset', 'UPSTREAM_ERROR'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'end', 'UPSTREAM_ERROR'],
    ['a huge head', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 'end', 'UPSTREAM_ERROR'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'end',
      'UPSTREAM_ERROR',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok', 'end', 'UPSTREAM_ERROR'],
    // A browser would take it for its proxy's.
    [
      'a question of a proxy',
      'HTTP/1.1 407 Who\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n',
      'end',
      'UPSTREAM_UNREACHABLE',
    ],
  ])('%s: 502', async (_, reply, after, code) => {
    await using raw = await startRawServer(answering(() => reply, after))
    await using own = makeEgress({ allow: [`127.0.0.1:${raw.port}`] })
    const render = await beginRender(own)
    const answer = await ask(render.filter, `${raw.origin}/`)
    expect(answer).toMatchObject({ status: 502, headers: { 'x-kiosk-filter': 'refused' } })
    expect(answer.headers).not.toHaveProperty('proxy-authenticate')
    expect(render.session.failureOf({ host: '127.0.0.1', port: raw.port })?.code).toBe(code)
  })

  it('in the middle: the browser sees that they are not whole', async () => {
    await using raw = await startRawServer(
      answering(() => 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'reset'),
    )
    await using own = makeEgress({ allow: [`127.0.0.1:${raw.port}`] })
    const render = await beginRender(own)
    await expect(ask(render.filter, `${raw.origin}/`)).rejects.toThrow('aborted')
  })

  it('because a kept connection was just closed: asked for again, but only what is safe to repeat', async () => {
    const heads: string[] = []
    await using flaky = await startRawServer((socket) => {
      socket.on('data', (bytes) => {
        heads.push(bytes.toString('latin1'))
        if (heads.length % 2 === 0) socket.resetAndDestroy()
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      })
    })
    await using own = makeEgress({ allow: [`127.0.0.1:${flaky.port}`] })
    const render = await beginRender(own)
    const url = `${flaky.origin}/`
    expect((await ask(render.filter, url)).status).toBe(200)
    expect((await ask(render.filter, url)).status).toBe(200)
    expect(heads.length).toBe(3)
    expect(
      (await ask(render.filter, url, { method: 'POST', headers: { 'content-length': '1' }, body: 'x' })).status,
    ).toBe(502)
    expect(heads.length).toBe(4)
  })
})

describe('connections', () => {
  it('are kept within a render, and serve no other one', async () => {
    const other = await beginRender(egress)
    await ask(other.filter, `${base}/`)
    const before = site.connections()
    for (let turn = 0; turn < 5; turn += 1) await ask(other.filter, `${base}/`)
    expect(site.connections()).toBe(before)
    other.session.end()
    const next = other.filter.begin({
      signal: new AbortController().signal,
      proxy: null,
      blocks: () => false,
      document: null,
    })
    await ask(other.filter, `${base}/`)
    expect(site.connections()).toBe(before + 1)
    next.end()
  })

  it('are left when the browser leaves', async () => {
    const arrived = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    await using silent = await startRawServer((socket) => {
      socket.once('data', () => arrived.resolve())
      socket.once('close', () => left.resolve())
    })
    await using own = makeEgress({ allow: [`127.0.0.1:${silent.port}`] })
    const render = await beginRender(own)
    const socket = await open(render.filter)
    socket.write(`GET ${silent.origin}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
    await arrived.promise
    socket.destroy()
    await left.promise
    // Leaving is no failure of the endpoint.
    expect(render.session.failureOf({ host: '127.0.0.1', port: silent.port })).toBeNull()
  })
})

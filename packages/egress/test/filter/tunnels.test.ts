// Connections that carry bytes the filter does not look into.
import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { answering, startRawServer } from '../support/raw-server.ts'
import { ask, beginRender, closed, connectThrough, nextBytes, open } from './support/filter-client.ts'

const site = await startServer((_, response) => response.end('ok'))

afterAll(() => site[Symbol.asyncDispose]())

describe('tunnels', () => {
  it('are not dialled for a browser that left while the name was asked for', async () => {
    const answer = Promise.withResolvers<readonly string[]>()
    const allow = [`127.0.0.1:${site.port}`]
    await using own = makeEgress({ allow, lookup: () => answer.promise })
    const render = await beginRender(own)
    const before = site.connections()
    const socket = await open(render.filter)
    socket.write(`CONNECT slow.example.test:${site.port} HTTP/1.1\r\nhost: x\r\n\r\n`)
    while (own.asked.length === 0) await new Promise(setImmediate)
    socket.resetAndDestroy()
    // By the time that another request went all the way, the filter has seen that this one left.
    expect((await ask(render.filter, `http://127.0.0.1:${site.port}/`)).status).toBe(200)
    answer.resolve(['127.0.0.1'])
    expect((await ask(render.filter, `http://127.0.0.1:${site.port}/`)).status).toBe(200)
    expect(site.connections() - before).toBe(1)
  })

  it('carry bytes both ways, those that came with the request included', async () => {
    await using echo = await startRawServer((socket) => socket.on('data', (bytes) => socket.write(bytes)))
    await using own = makeEgress({ allow: [`127.0.0.1:${echo.port}`] })
    const render = await beginRender(own)
    const authority = `127.0.0.1:${echo.port}`
    const { status, head, socket } = await connectThrough(
      render.filter,
      authority,
      `CONNECT ${authority} HTTP/1.1\r\nhost: elsewhere.example.test\r\n\r\nearly`,
    )
    expect([status, head]).toEqual([200, 'HTTP/1.1 200 Connection established\r\n\r\n'])
    expect(await nextBytes(socket)).toBe('early')
    socket.write('late')
    expect(await nextBytes(socket)).toBe('late')
    expect(render.session.receivedBytes).toBe(9)
    socket.destroy()
  })

  it('pass the end of one side on, and let the other finish', async () => {
    await using far = await startRawServer((socket) => {
      socket.resume()
      socket.once('end', () => socket.end('last words'))
    })
    await using own = makeEgress({ allow: [`127.0.0.1:${far.port}`] })
    const render = await beginRender(own)
    const { socket } = await connectThrough(render.filter, `127.0.0.1:${far.port}`)
    const said = nextBytes(socket)
    socket.end()
    expect(await said).toBe('last words')
    await closed(socket)
  })

  it('to what does not accept: 502', async () => {
    const gone = await startServer((_, response) => response.end())
    await gone[Symbol.asyncDispose]()
    await using own = makeEgress({ allow: [`127.0.0.1:${gone.port}`] })
    const render = await beginRender(own)
    const { status, socket } = await connectThrough(render.filter, `127.0.0.1:${gone.port}`)
    expect(status).toBe(502)
    await closed(socket)
    expect(render.session.failureOf({ host: '127.0.0.1', port: gone.port })?.code).toBe('UPSTREAM_UNREACHABLE')
  })
})

describe('WebSockets without TLS', () => {
  const handshake = (url: string, more = '') =>
    `GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: a2V5\r\n${more}\r\n`

  it('are joined once the far end agrees', async () => {
    const heads: string[] = []
    await using far = await startRawServer((socket) => {
      socket.once('data', (bytes) => {
        heads.push(bytes.toString('latin1'))
        socket.write(
          'HTTP/1.1 101 Sure\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n',
        )
        socket.on('data', (frame) => socket.write(frame))
      })
    })
    await using own = makeEgress({ allow: [`127.0.0.1:${far.port}`] })
    const render = await beginRender(own)
    const { status, head, socket } = await connectThrough(render.filter, '', handshake(`${far.origin}/chat`))
    expect(status).toBe(101)
    expect(head.toLowerCase()).toContain('sec-websocket-accept: x')
    expect(heads[0]).toMatch(/^GET \/chat HTTP\/1\.1\r\n/)
    expect(heads[0]?.toLowerCase()).toContain(`host: 127.0.0.1:${far.port}`)
    expect(heads[0]?.toLowerCase()).toContain('sec-websocket-key: a2v5')
    socket.write('frame')
    expect(await nextBytes(socket)).toBe('frame')
    socket.destroy()
  })

  it.each([
    ['a plain answer', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['nothing', ''],
  ])('are refused when the far end gives %s', async (_, reply) => {
    await using far = await startRawServer(answering(() => reply))
    await using own = makeEgress({ allow: [`127.0.0.1:${far.port}`] })
    const render = await beginRender(own)
    expect((await connectThrough(render.filter, '', handshake(`${far.origin}/`))).status).toBe(502)
  })

  it('are all that is upgraded to', async () => {
    await using far = await startRawServer(answering(() => 'HTTP/1.1 101 Sure\r\nupgrade: h2c\r\n\r\n', 'keep'))
    await using own = makeEgress({ allow: [`127.0.0.1:${far.port}`] })
    const render = await beginRender(own)
    const request = handshake(`${far.origin}/`).replace('websocket\r\n', 'h2c\r\n')
    expect((await connectThrough(render.filter, '', request)).status).toBe(403)
    expect(far.sockets.size).toBe(0)
  })
})

// What a hostile page or a broken client may take, and that nothing is left of a render once it is over.
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_CONNECTIONS, MAX_RECEIVED_BYTES, MAX_REQUESTS, MAX_SENT_BYTES } from '../../src/filter/bounds.ts'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { answering, startRawServer } from '../support/raw-server.ts'
import { ask, beginRender, closed, connectThrough, open, openSockets, speak, until } from './support/filter-client.ts'

const isLong = process.env.KIOSK_TEST_LONG === '1'

/** Takes whatever comes and says nothing. */
const silent = await startRawServer((socket) => socket.resume())
const endless = await startRawServer((socket) => {
  socket.once('data', () => {
    const piece = Buffer.alloc(256 * 1024)
    const fill = () => {
      while (socket.writable && socket.write(piece));
      socket.once('drain', fill)
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    fill()
  })
})
const site = await startServer((_, response) => response.end('ok'))
const egress = makeEgress({ allow: [silent, endless, site].map(({ port }) => `127.0.0.1:${port}`) })

afterAll(async () => {
  await egress.close()
  for (const server of [silent, endless, site]) await server[Symbol.asyncDispose]()
})

/** Waits for ten seconds, so it belongs to the long run. */
async function lateHead(): Promise<void> {
  const { filter } = await beginRender(egress)
  const began = performance.now()
  expect(await speak(filter, 'GET http://half')).toMatch(/^HTTP\/1\.1 408 /)
  expect(performance.now() - began).toBeLessThan(15_000)
  await filter.close()
}

const idle = { proxy: null, blocks: () => false, document: null }
const started = () => ({ ...idle, signal: new AbortController().signal })

describe('bytes', () => {
  it.each(['request', 'tunnel'] as const)(
    'from the network end all that runs, and all that comes (%s)',
    async (kind) => {
      const { filter, session } = await beginRender(egress)
      const waiting = await connectThrough(filter, `127.0.0.1:${silent.port}`)
      const socket =
        kind === 'tunnel' ? (await connectThrough(filter, `127.0.0.1:${endless.port}`)).socket : await open(filter)
      const target = kind === 'tunnel' ? '/' : `${endless.origin}/`
      socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)
      await closed(socket)
      await closed(waiting.socket)
      expect(session.isExhausted).toBe(true)
      expect(session.receivedBytes).toBeGreaterThan(MAX_RECEIVED_BYTES)
      expect(session.receivedBytes).toBeLessThan(MAX_RECEIVED_BYTES + 8 * 1024 * 1024)
      expect((await ask(filter, `${site.origin}/`)).status).toBe(403)
      expect((await connectThrough(filter, `127.0.0.1:${site.port}`)).status).toBe(403)
      // Not even a name is asked for any more.
      expect((await ask(filter, 'http://none.example.test/')).status).toBe(403)
      expect(egress.asked).toEqual([])
      await until(() => silent.sockets.size === 0 && endless.sockets.size === 0)
      session.end()
      // The next render has a budget of its own.
      const next = filter.begin(started())
      expect((await ask(filter, `${site.origin}/`)).status).toBe(200)
      next.end()
      await filter.close()
    },
  )

  it.each(['request', 'tunnel'] as const)('to the network are bounded, too (%s)', async (kind) => {
    const { filter, session } = await beginRender(egress)
    const socket =
      kind === 'tunnel' ? (await connectThrough(filter, `127.0.0.1:${silent.port}`)).socket : await open(filter)
    if (kind === 'request') {
      socket.write(`POST ${silent.origin}/ HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 * MAX_SENT_BYTES}\r\n\r\n`)
    }
    const piece = Buffer.alloc(256 * 1024)
    const fill = () => {
      while (socket.writable && socket.write(piece));
      socket.once('drain', fill)
    }
    fill()
    await closed(socket)
    expect(session.isExhausted).toBe(true)
    await filter.close()
  })
})

describe('numbers', () => {
  it('of connections at once', async () => {
    const { filter, session } = await beginRender(egress)
    const sockets: Socket[] = []
    for (let count = 0; count < MAX_CONNECTIONS + 10; count += 1) sockets.push(await open(filter))
    const surplus = sockets.splice(MAX_CONNECTIONS)
    await Promise.all(surplus.map(closed))
    expect(sockets.filter((socket) => socket.closed)).toEqual([])
    // Room comes back with every connection that ends.
    sockets[0]?.destroy()
    let status = 0
    while (status === 0)
      status = await ask(filter, `${site.origin}/`).then(
        (answer) => answer.status,
        () => 0,
      )
    expect(status).toBe(200)
    session.end()
    await Promise.all(sockets.map(closed))
    await filter.close()
  })

  it('of requests in all', async () => {
    const { filter, session } = await beginRender(egress)
    const line = 'GET http://127.0.0.1/ HTTP/1.1\r\nhost: x\r\n\r\n'
    const socket = await open(filter)
    for (let sent = 0; sent <= MAX_REQUESTS; sent += 100) socket.write(line.repeat(100))
    await closed(socket)
    expect(session.isExhausted).toBe(true)
    expect((await ask(filter, `${site.origin}/`)).status).toBe(403)
    await filter.close()
  })

  it('of bytes in a head', async () => {
    const { filter } = await beginRender(egress)
    const long = await speak(filter, `CONNECT ${'a'.repeat(20_000)}:443 HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(long).toMatch(/^HTTP\/1\.1 403 /)
    const answer = await speak(filter, `GET ${site.origin}/ HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    await filter.close()
  })
})

it('a connection that is being made while the bytes run out serves nobody', async () => {
  const answer = Promise.withResolvers<readonly string[]>()
  await using slow = makeEgress({
    allow: [`127.0.0.1:${silent.port}`, `127.0.0.1:${endless.port}`],
    lookup: () => answer.promise,
  })
  const { filter, session } = await beginRender(slow)
  const waiting = await open(filter)
  waiting.write(`CONNECT slow.example.test:${silent.port} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await until(() => slow.asked.length === 1)
  const { socket } = await connectThrough(filter, `127.0.0.1:${endless.port}`)
  socket.write('go')
  await closed(socket)
  await closed(waiting)
  expect(session.isExhausted).toBe(true)
  answer.resolve(['127.0.0.1'])
  await until(() => silent.sockets.size === 0)
  expect(session.failureOf({ host: 'slow.example.test', port: silent.port })).toBeNull()
  await filter.close()
})

describe('clients that do not behave', () => {
  it('are heard out by nobody: garbage', async () => {
    const { filter } = await beginRender(egress)
    for (const bytes of [
      '\u0000\u0001\u0002\r\n\r\n',
      'SSH-2.0-OpenSSH_9.6\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
      'GET\r\n\r\n',
      'GET http://a.example.test/ HTTP/9.9\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'CONNECT\r\n\r\n',
      `GET ${'a'.repeat(100_000)}`,
    ]) {
      expect(await speak(filter, Buffer.from(bytes, 'latin1'))).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/)
    }
    expect((await ask(filter, `${site.origin}/`)).status).toBe(200)
    await filter.close()
  })

  it('leave in every phase, hundreds of times, and nothing stays open', async () => {
    const { filter, session } = await beginRender(egress)
    const phases = [
      '',
      'CONN',
      `CONNECT 127.0.0.1:${silent.port} HTTP/1.1\r\nhost: x\r\n\r\n`,
      `CONNECT 127.0.0.1:${silent.port} HTTP/1.1\r\nhost: x\r\n\r\nearly bytes`,
      'CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: x\r\n\r\n',
      `GET ${silent.origin}/ HTTP/1.1\r\nhost: x\r\n\r\n`,
      `GET ${silent.origin}/ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
      `POST ${silent.origin}/ HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf`,
      `GET ${site.origin}/ HTTP/1.1\r\nhost: x\r\n\r\n`,
    ]
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(
        phases.map(async (bytes, index) => {
          const socket = await open(filter)
          if (bytes !== '') await new Promise((written) => socket.write(bytes, written))
          // At once, or after the filter has had its turn.
          if ((round + index) % 2 === 0) await new Promise(setImmediate)
          socket.resetAndDestroy()
        }),
      )
    }
    // And out of tunnels that are open, with bytes on their way.
    const tunnels = await Promise.all(
      Array.from({ length: 100 }, () => connectThrough(filter, `127.0.0.1:${silent.port}`)),
    )
    for (const { status, socket } of tunnels) {
      expect(status).toBe(200)
      socket.write('bytes into the void')
      socket.resetAndDestroy()
    }
    await until(() => silent.sockets.size === 0)
    expect((await ask(filter, `${site.origin}/`)).status).toBe(200)
    expect(session.isExhausted).toBe(false)
    await filter.close()
  })

  it('keep their half open when the other side is gone: the filter does not', async () => {
    await using brief = await startRawServer((socket) => socket.end())
    await using own = makeEgress({ allow: [`127.0.0.1:${brief.port}`] })
    const { filter } = await beginRender(own)
    await until(() => openSockets() === 0)
    const client = connect({ port: Number(new URL(filter.address).port), host: '127.0.0.1', allowHalfOpen: true })
    client.resume()
    client.write(`CONNECT 127.0.0.1:${brief.port} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await new Promise((ended) => client.once('end', ended))
    await until(() => openSockets() === 1)
    expect(client.closed).toBe(false)
    client.destroy()
  })

  it('meet upstreams that reset tunnels under them', async () => {
    await using rude = await startRawServer((socket) => setImmediate(() => socket.resetAndDestroy()))
    await using own = makeEgress({ allow: [`127.0.0.1:${rude.port}`] })
    const { filter } = await beginRender(own)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { socket } = await connectThrough(filter, `127.0.0.1:${rude.port}`)
        socket.write('bytes into the void')
        await closed(socket)
      }),
    )
    await until(() => rude.sockets.size === 0)
    const { status } = await connectThrough(filter, `127.0.0.1:${rude.port}`)
    expect([200, 502]).toContain(status)
  })

  if (isLong) it('send half a head and wait: they are let go after a while', lateHead)

  it('go on with a body nobody wants: the connection ends', async () => {
    const { filter } = await beginRender(egress)
    const head = 'POST http://127.0.0.1/ HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n'
    expect(await speak(filter, `${head}begin`)).toMatch(/^HTTP\/1\.1 403 /)
    await filter.close()
  })
})

it('answers of an upstream that never end their head are bounded', async () => {
  await using raw = await startRawServer(answering(() => `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}`, 'keep'))
  await using own = makeEgress({ allow: [`127.0.0.1:${raw.port}`] })
  const { filter } = await beginRender(own)
  expect((await ask(filter, `${raw.origin}/`)).status).toBe(502)
})

// A render has the filter to itself, and nothing is left of it once it is over.
import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { startRawServer } from '../support/raw-server.ts'
import { ask, beginRender, closed, connectThrough, open, openSockets, until } from './support/filter-client.ts'

/** Takes whatever comes and says nothing. */
const silent = await startRawServer((socket) => socket.resume())
const site = await startServer((_, response) => response.end('ok'))
const egress = makeEgress({ allow: [silent, site].map(({ port }) => `127.0.0.1:${port}`) })

afterAll(async () => {
  await egress.close()
  for (const server of [silent, site]) await server[Symbol.asyncDispose]()
})

const idle = { proxy: null, blocks: () => false, document: null }
const started = () => ({ ...idle, signal: new AbortController().signal })

describe('the end of a render', () => {
  /** A render with connections in every phase. */
  const busyRender = async (signal = new AbortController().signal) => {
    const { filter, session } = await beginRender(egress, { signal })
    const before = silent.sockets.size
    const sockets = [await open(filter), await open(filter), await open(filter), await open(filter)]
    const [, half, posting, asking] = sockets
    half?.write('GET http://half')
    posting?.write(`POST ${silent.origin}/ HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf`)
    asking?.write(`GET ${silent.origin}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
    for (let count = 0; count < 3; count += 1) {
      sockets.push((await connectThrough(filter, `127.0.0.1:${silent.port}`)).socket)
    }
    await until(() => silent.sockets.size === before + 5)
    return { filter, session, sockets }
  }

  it.each(['end', 'abort', 'close'] as const)('by %s destroys every connection', async (way) => {
    const call = new AbortController()
    await until(() => silent.sockets.size === 0)
    const before = openSockets()
    const render = await busyRender(call.signal)
    expect(openSockets()).toBeGreaterThanOrEqual(before + 17)
    if (way === 'end') render.session.end()
    else if (way === 'abort') call.abort(new Error('time is up'))
    else await render.filter.close()
    await Promise.all(render.sockets.map(closed))
    await until(() => silent.sockets.size === 0)
    await until(() => openSockets() <= before)
    expect(render.session.failureOf({ host: '127.0.0.1', port: silent.port })).toBeNull()
    if (way !== 'close') await render.filter.close()
  })

  it('takes nothing from the next one, nor gives it anything', async () => {
    const { filter, session, sockets } = await busyRender()
    session.end()
    session.end()
    const next = filter.begin(started())
    expect((await ask(filter, `${site.origin}/`)).status).toBe(200)
    expect(next.receivedBytes).toBe(2)
    expect(next.failureOf({ host: '127.0.0.1', port: silent.port })).toBeNull()
    session.end()
    expect((await ask(filter, `${site.origin}/`)).status).toBe(200)
    await Promise.all(sockets.map(closed))
    await filter.close()
  })

  it('comes while a name is asked for, and nothing is dialled any more', async () => {
    const answer = Promise.withResolvers<readonly string[]>()
    await using slow = makeEgress({ allow: [`127.0.0.1:${silent.port}`], lookup: () => answer.promise })
    const { filter, session } = await beginRender(slow)
    const before = silent.sockets.size
    const [one, two] = [await open(filter), await open(filter)]
    one.write(`GET http://slow.example.test:${silent.port}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
    two.write(`CONNECT slow.example.test:${silent.port} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await until(() => slow.asked.length === 2)
    session.end()
    answer.resolve(['127.0.0.1'])
    await Promise.all([closed(one), closed(two)])
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    expect(silent.sockets.size).toBe(before)
    await filter.close()
  })
})

describe('the listener', () => {
  it('refuses everything while no render is under way, and a second one at once', async () => {
    const filter = await egress.openFilter()
    await closed(await open(filter))
    await expect(ask(filter, `${site.origin}/`)).rejects.toThrow()
    const session = filter.begin(started())
    expect(() => filter.begin(started())).toThrow(TypeError)
    session.end()
    await expect(ask(filter, `${site.origin}/`)).rejects.toThrow()
    const call = AbortSignal.abort(new Error('too late'))
    filter.begin({ ...idle, signal: call })
    await expect(ask(filter, `${site.origin}/`)).rejects.toThrow()
    await filter.close()
  })

  it('takes no connection from elsewhere', async () => {
    for (const [peers, status] of [
      [['192.0.2.7'], 0],
      [['127.0.0.1'], 200],
      [['::ffff:127.0.0.1'], 200],
      [[], 0],
    ] as const) {
      const filter = await egress.openFilter({ peers })
      const session = filter.begin(started())
      expect(
        await ask(filter, `${site.origin}/`).then(
          (answer) => answer.status,
          () => 0,
        ),
      ).toBe(status)
      session.end()
      await filter.close()
    }
  })

  it('listens where it is told to', async () => {
    const filter = await egress.openFilter({ host: '::1' })
    expect(filter.address).toMatch(/^http:\/\/\[::1\]:\d+$/)
    await filter.close()
  })

  it('closes with the egress', async () => {
    const own = makeEgress()
    const filter = await own.openFilter()
    await own.close()
    expect((await open(filter)).remoteAddress).toBeUndefined()
    await filter.close()
  })
})

// What the filter keeps a page from: everything that is not public, however it is written and whenever it is asked for.
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { privateHosts, privateHostsBeyondAscii } from '../support/private-targets.ts'
import {
  ask,
  beginRender,
  closed,
  connectThrough,
  type FilterAnswer,
  nextBytes,
  speak,
} from './support/filter-client.ts'

/** Not on the allow list: nothing may ever arrive here. */
const canary = await startServer((_, response) => response.end('inside'))
const site = await startServer((request, response) => {
  const to = new URL(request.url ?? '', 'http://x').searchParams.get('to')
  if (to !== null) response.writeHead(302, { location: to }).end('moved')
  else response.end(`site ${request.url}`)
})
const names: Record<string, readonly string[]> = {
  'site.example.test': ['127.0.0.1'],
  'inside.example.test': ['10.0.0.1'],
  'loop.example.test': ['127.0.0.2'],
  'six.example.test': ['::1'],
  'mapped.example.test': ['::ffff:127.0.0.2'],
  'nat64.example.test': ['64:ff9b::7f00:1'],
  'mixed.example.test': ['93.184.215.14', '10.0.0.1'],
  'mixed-six.example.test': ['93.184.215.14', 'fd00::1'],
}
const egress = makeEgress({ allow: [`127.0.0.1:${site.port}`], names })
const { filter, session } = await beginRender(egress)

afterEach(() => expect(canary.connections()).toBe(0))
afterAll(async () => {
  session.end()
  await egress.close()
  for (const server of [canary, site]) await server[Symbol.asyncDispose]()
})

/** What every refusal looks like. */
const refusal = {
  status: 403,
  body: '<!doctype html>',
  headers: {
    'content-type': 'text/html',
    'content-length': '15',
    'cache-control': 'no-store',
    'x-kiosk-filter': 'refused',
  },
}
function seen({ status, body, headers }: FilterAnswer) {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...rest } = headers
  return { status, body, headers: rest }
}

describe('private targets', () => {
  it.each(privateHosts)('%s', async (host) => {
    for (const port of [canary.port, 80]) {
      expect(seen(await ask(filter, `http://${host}:${port}/`))).toEqual(refusal)
      const tunnel = await connectThrough(filter, `${host}:${port}`)
      expect(tunnel.status).toBe(403)
      await closed(tunnel.socket)
    }
  })

  it.each(privateHostsBeyondAscii)('%s', async (host) => {
    const bytes = Buffer.from(`GET http://${host}:${canary.port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(await speak(filter, bytes)).toMatch(/^HTTP\/1\.1 40[03] /)
    const tunnel = Buffer.from(`CONNECT ${host}:${canary.port} HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(await speak(filter, tunnel)).toMatch(/^HTTP\/1\.1 40[03] /)
  })

  it.each(Object.keys(names).filter((name) => name !== 'site.example.test'))('by the name %s', async (name) => {
    expect(seen(await ask(filter, `http://${name}:${canary.port}/`))).toEqual(refusal)
    expect((await connectThrough(filter, `${name}:${canary.port}`)).status).toBe(403)
  })

  it.each(['http', 'ws'])('as a WebSocket (%s), plain or in a tunnel', async (scheme) => {
    const lines = [
      `GET ${scheme}://127.0.0.1:${canary.port}/ HTTP/1.1`,
      `host: 127.0.0.1:${canary.port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    ]
    expect((await connectThrough(filter, '', `${lines.join('\r\n')}\r\n\r\n`)).status).toBe(403)
    expect((await connectThrough(filter, `127.0.0.1:${canary.port}`)).status).toBe(403)
  })
})

describe('redirects', () => {
  it('to what is private are passed on, and refused when they are followed', async () => {
    for (const host of ['127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', 'inside.example.test']) {
      const to = `http://${host}:${canary.port}/`
      const first = await ask(filter, `http://site.example.test:${site.port}/?to=${encodeURIComponent(to)}`)
      expect(first).toMatchObject({ status: 302, headers: { location: to } })
      expect((await ask(filter, to)).status).toBe(403)
    }
  })
})

describe('names that change', () => {
  it('are judged for each connection, and the judged address is dialled', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['127.0.0.1']]
    await using own = makeEgress({ allow: [`127.0.0.1:${site.port}`], lookup: async () => answers.shift() ?? [] })
    const render = await beginRender(own)
    const statuses: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const tunnel = await connectThrough(render.filter, `rebind.example.test:${site.port}`)
      statuses.push(tunnel.status)
      tunnel.socket.destroy()
    }
    // In the mixed answer only the allowed address is dialled; after the last one the name has none.
    expect(statuses).toEqual([200, 403, 200, 200, 502])
    expect(own.asked.length).toBe(5)
  })

  it('cannot lead a kept connection anywhere else', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    await using own = makeEgress({ allow: [`127.0.0.1:${site.port}`], lookup: async () => answers.shift() ?? [] })
    const render = await beginRender(own)
    const url = `http://rebind.example.test:${site.port}/`
    const before = site.connections()
    expect((await ask(render.filter, url)).body).toBe('site /')
    expect((await ask(render.filter, url)).body).toBe('site /')
    expect(site.connections() - before).toBe(1)
    expect(own.asked.length).toBe(1)
  })
})

describe('ports of other services', () => {
  it.each([22, 25, 110, 143, 993, 3306, 5432, 6379, 11_211])('%i', async (port) => {
    expect(seen(await ask(filter, `http://93.184.215.14:${port}/`))).toEqual(refusal)
    expect((await connectThrough(filter, `93.184.215.14:${port}`)).status).toBe(403)
  })

  it.each(['93.184.215.14:0', '93.184.215.14:65536', '93.184.215.14:', '93.184.215.14', ':443', '', 'a:b:443'])(
    'CONNECT %j',
    async (authority) => {
      const answer = await speak(filter, `CONNECT ${authority} HTTP/1.1\r\nhost: x\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 40[03] /)
    },
  )
})

describe('refusals', () => {
  it('are the same, whatever is refused', async () => {
    const own = await beginRender(egress, { blocks: (host) => host === 'ads.example.test' })
    const answers = await Promise.all(
      ['127.0.0.1', 'inside.example.test', 'intranet', 'ads.example.test', '169.254.169.254'].map((host) =>
        ask(own.filter, `http://${host}:8080/`),
      ),
    )
    for (const answer of answers) expect(seen(answer)).toEqual(refusal)
    own.session.end()
  })

  it('tell the renderer why, and only the renderer', async () => {
    const own = await beginRender(egress, { blocks: (host) => host === 'ads.example.test' })
    const gone = await startServer((_, response) => response.end())
    await gone[Symbol.asyncDispose]()
    await ask(own.filter, 'http://127.1:81/')
    await ask(own.filter, 'http://ads.example.test/')
    await ask(own.filter, 'http://none.example.test/')
    await connectThrough(own.filter, 'inside.example.test:443')
    const codeOf = (host: string, port: number) => own.session.failureOf({ host, port })?.code ?? null
    expect(codeOf('127.0.0.1', 81)).toBe('DESTINATION_REFUSED')
    expect(codeOf('inside.example.test', 443)).toBe('DESTINATION_REFUSED')
    expect(codeOf('INSIDE.example.test', 443)).toBe('DESTINATION_REFUSED')
    expect(codeOf('none.example.test', 80)).toBe('UPSTREAM_UNREACHABLE')
    expect(codeOf('ads.example.test', 80)).toBe('UNPROCESSABLE')
    expect(codeOf('inside.example.test', 80)).toBeNull()
    expect(codeOf('site.example.test', site.port)).toBeNull()
    expect(own.session.failureOf({ host: '127.0.0.1', port: 81 })?.message).not.toContain('127')
    own.session.end()
  })

  it('keep the reason of the first failure', async () => {
    const answers = [['10.0.0.1'], []]
    await using own = makeEgress({ lookup: async () => answers.shift() ?? [] })
    const render = await beginRender(own)
    const statuses = [
      await ask(render.filter, 'http://a.example.test/'),
      await ask(render.filter, 'http://a.example.test/'),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([403, 502])
    expect(render.session.failureOf({ host: 'a.example.test', port: 80 })?.code).toBe('DESTINATION_REFUSED')
  })
})

it('a tunnel to what is public works, so that the refusals above mean something', async () => {
  const tunnel = await connectThrough(filter, `site.example.test:${site.port}`)
  expect(tunnel.status).toBe(200)
  tunnel.socket.write('GET /tunnelled HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await nextBytes(tunnel.socket)).toContain('200 OK')
  tunnel.socket.destroy()
})

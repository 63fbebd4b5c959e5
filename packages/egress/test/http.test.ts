import { gzipSync } from 'node:zlib'
import { defineProvider } from '@kiosk/catalog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from './support/local-server.ts'
import { failureOf, httpOf, makeEgress } from './support/make-egress.ts'

const server = await startServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  if (pathname === '/typed') {
    response.setHeader('content-type', searchParams.get('type') ?? '')
    response.end(Buffer.from(searchParams.get('hex') ?? '', 'hex'))
  } else if (pathname === '/cookies') {
    response.setHeader('set-cookie', ['a=1; Path=/', 'b=2'])
    response.setHeader('vary', ['x', 'y'])
    response.end('{"ok":')
  } else if (pathname === '/status') {
    response.writeHead(Number(searchParams.get('code'))).end('body')
  } else {
    response.end('hello')
  }
})
const egress = makeEgress({ allow: [`127.0.0.1:${server.port}`] })
const http = httpOf(egress)
const { origin } = server
const last = () => server.requests.at(-1)

afterAll(async () => {
  await egress.close()
  await server[Symbol.asyncDispose]()
})

describe('requests', () => {
  it('introduces itself as the service', async () => {
    const response = await http.send({ url: `${origin}/a?b=c#d` })
    expect(response).toMatchObject({ status: 200, url: `${origin}/a?b=c` })
    expect(response.text()).toBe('hello')
    expect(last()).toMatchObject({ method: 'GET', url: '/a?b=c', body: '' })
    expect(last()?.headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      'user-agent': 'kiosk/0.0.0 (+https://kiosk.example.test)',
      accept: '*/*',
      'accept-language': 'en-US,en;q=0.9',
      'accept-encoding': 'gzip, deflate, br, zstd',
    })
  })

  it('looks like a browser that opens a page, when asked to', async () => {
    await http.send({ url: origin, agent: 'browser', headers: { 'Accept-Language': 'de' } })
    const headers = last()?.headers ?? {}
    expect(headers['user-agent']).toMatch(/Windows NT 10\.0.*Chrome\/(\d+)\./)
    expect(headers['sec-ch-ua']).toContain(`v="${/Chrome\/(\d+)/.exec(headers['user-agent'] ?? '')?.[1]}"`)
    expect(headers).toMatchObject({
      'accept-language': 'de',
      accept: expect.stringContaining('text/html'),
      'sec-ch-ua-platform': '"Windows"',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'upgrade-insecure-requests': '1',
    })
  })

  it.each([
    ['an accepted type', { headers: { accept: 'application/json' } }],
    ['a JSON body', { json: {} }],
  ])('looks like a script of a page with %s', async (_, extra) => {
    await http.send({ url: origin, agent: 'browser', ...extra })
    expect(last()?.headers).toMatchObject({ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' })
    expect(last()?.headers).not.toHaveProperty('upgrade-insecure-requests')
  })

  it('sends forms, JSON and raw bodies', async () => {
    await http.send({ method: 'POST', url: origin, form: { a: 'b c', d: 'é&' } })
    expect(last()).toMatchObject({ method: 'POST', body: 'a=b+c&d=%C3%A9%26' })
    expect(last()?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    await http.send({ url: origin, json: { a: ['é'] } })
    expect(last()).toMatchObject({ method: 'POST', body: '{"a":["é"]}' })
    expect(last()?.headers['content-type']).toBe('application/json')
    await http.send({ url: origin, body: new Uint8Array([104, 105]), headers: { 'content-type': 'text/x' } })
    expect(last()).toMatchObject({ body: 'hi', headers: { 'content-type': 'text/x', 'content-length': '2' } })
  })

  it('takes contradictions for defects', async () => {
    await expect(http.send({ url: origin, json: {}, form: {} })).rejects.toThrow(TypeError)
    await expect(http.send({ method: 'GET', url: origin, body: 'x' })).rejects.toThrow(TypeError)
    await expect(http.send({ url: origin, headers: { Host: 'other.example.test' } })).rejects.toThrow(TypeError)
    await expect(http.send({ url: origin, headers: { 'Proxy-Authorization': 'x' } })).rejects.toThrow(TypeError)
  })

  it.each(['a\r\nx-evil: 1', 'a\u0000', 'sn☃wman'])(
    'refuses the header value %j without repeating it',
    async (value) => {
      const before = server.requests.length
      const error = await failureOf(http.send({ url: origin, headers: { cookie: `s=${value}` } }))
      expect(error).toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringContaining('cookie') })
      expect(error.message).not.toContain(value)
      expect(server.requests.length).toBe(before)
    },
  )

  it('keeps to the own hosts of a provider', async () => {
    const provider = defineProvider({
      name: 'own',
      title: 'Own',
      hosts: 'own',
      upstreams: { main: 'https://api.example.test' },
    })
    const error = await failureOf(httpOf(egress, provider).send({ url: origin }))
    expect(error.code).toBe('DESTINATION_REFUSED')
  })
})

describe('responses', () => {
  it.each([
    ['text/plain; charset=ISO-8859-1', 'e980', 'é€'],
    ['text/plain;charset="windows-1251"', 'cfeee8f1ea', 'Поиск'],
    ['text/html; charset=Shift_JIS', '93fa967b', '日本'],
    ['text/plain; charset=utf-16le', '61006200', 'ab'],
    ['text/plain', 'c3a9', 'é'],
    ['', 'c3a9', 'é'],
    ['text/plain; charset=x-unknown', 'c3a9', 'é'],
    ['text/plain; charset=iso-8859-1', 'efbbbfc3a9', 'é'],
    ['text/plain', 'ff', '\ufffd'],
  ])('decodes %s %s', async (type, hex, text) => {
    const response = await http.send({ url: `${origin}/typed?type=${encodeURIComponent(type)}&hex=${hex}` })
    expect(response.text()).toBe(text)
    expect(Buffer.from(response.bytes).toString('hex')).toBe(hex)
  })

  it('gives headers, cookies and JSON', async () => {
    const response = await http.send({ url: `${origin}/cookies` })
    expect(response.cookies).toEqual(['a=1; Path=/', 'b=2'])
    expect(response.header('Set-Cookie')).toBe('a=1; Path=/, b=2')
    expect(response.header('VARY')).toBe('x, y')
    expect(response.header('x-none')).toBeNull()
    expect(response.json()).toBeUndefined()
    const hex = Buffer.from('{"a":1}').toString('hex')
    const parsed = await http.send({ url: `${origin}/typed?hex=${hex}` })
    expect(parsed.json()).toEqual({ a: 1 })
    expect(parsed.cookies).toEqual([])
  })

  it.each([204, 304, 400, 403, 404, 429, 500])('hands status %i over as an answer', async (code) => {
    expect((await http.send({ url: `${origin}/status?code=${code}` })).status).toBe(code)
  })
})

describe('connections', () => {
  beforeAll(async () => {
    await egress.close()
  })

  it('are kept for the next request, and opened again after a close', async () => {
    const before = server.connections()
    for (let i = 0; i < 5; i += 1) await http.send({ url: origin })
    // A second one, because the first is free again only a moment after its answer was read.
    const kept = server.connections()
    expect(kept - before).toBeLessThanOrEqual(2)
    await egress.close()
    await http.send({ url: origin })
    expect(server.connections()).toBe(kept + 1)
  })

  it('serve many requests at once, in bounds', async () => {
    const before = server.connections()
    const responses = await Promise.all(Array.from({ length: 300 }, () => http.send({ url: origin })))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect(server.connections() - before).toBeLessThanOrEqual(128)
  })
})

describe('a provider that hangs', () => {
  it('holds up no other at the same address', async () => {
    const held: (() => void)[] = []
    await using shared = await startServer((request, response) => {
      if (request.url === '/hang') held.push(() => response.end())
      else response.end('quick')
    })
    await using way = makeEgress({ allow: [`127.0.0.1:${shared.port}`] })
    const slow = defineProvider({ name: 'slow', title: 'Slow', hosts: 'any', upstreams: {} })
    const hanging = Array.from({ length: 200 }, () => httpOf(way, slow).send({ url: `${shared.origin}/hang` }))
    while (held.length < 128) await new Promise(setImmediate)
    const quick = await httpOf(way).send({ url: shared.origin, timeoutMs: 10_000 })
    expect(quick.text()).toBe('quick')
    while (held.length > 0 || shared.requests.filter(({ url }) => url === '/hang').length < 200) {
      for (const end of held.splice(0)) end()
      await new Promise(setImmediate)
    }
    expect((await Promise.all(hanging)).length).toBe(200)
  })
})

describe('body bounds', () => {
  it('counts after decompression', async () => {
    const zipped = gzipSync(Buffer.alloc(5000))
    await using bomb = await startServer((_, response) => response.setHeader('content-encoding', 'gzip').end(zipped))
    await using way = makeEgress({ allow: [`127.0.0.1:${bomb.port}`] })
    expect((await httpOf(way).send({ url: bomb.origin, maxBytes: 5000 })).bytes.length).toBe(5000)
    const error = await failureOf(httpOf(way).send({ url: bomb.origin, maxBytes: 4999 }))
    expect(error).toMatchObject({
      code: 'UNPROCESSABLE',
      message: 'The answer is larger than 4999 bytes; only smaller ones are read.',
    })
  })
})

// Requests that another parser could read differently, and requests that hide in others.
import { Agent } from 'node:http'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { startRawServer } from '../support/raw-server.ts'
import { ask, beginRender, speak } from './support/filter-client.ts'

/** Not on the allow list: nothing may ever arrive here. */
const canary = await startServer((_, response) => response.end('inside'))
const site = await startServer((request, response) => response.end(`site ${request.url}`))
const egress = makeEgress({ allow: [`127.0.0.1:${site.port}`], names: { 'site.example.test': ['127.0.0.1'] } })
const { filter, session } = await beginRender(egress)

afterEach(() => expect(canary.connections()).toBe(0))
afterAll(async () => {
  session.end()
  await egress.close()
  for (const server of [canary, site]) await server[Symbol.asyncDispose]()
})

describe('addresses that two parsers could read differently', () => {
  it.each([
    (port: number) => `http://site.example.test@127.0.0.1:${port}/`,
    (port: number) => `http://127.0.0.1:${port}@site.example.test/`,
    (port: number) => `http://user:pass@127.0.0.1:${port}/`,
    (port: number) => `http://@127.0.0.1:${port}/`,
    (port: number) => `http:\\\\127.0.0.1:${port}\\`,
    (port: number) => `http://site.example.test\\@127.0.0.1:${port}/`,
    (port: number) => `http:/127.0.0.1:${port}/`,
    (port: number) => `http:127.0.0.1:${port}/`,
    (port: number) => `//127.0.0.1:${port}/`,
    (port: number) => `/latest/meta-data/?port=${port}`,
    (port: number) => `127.0.0.1:${port}`,
    (port: number) => `https://127.0.0.1:${port}/`,
    (port: number) => `ftp://127.0.0.1:${port}/`,
    (port: number) => `http://127.0.0.1:${port}#@site.example.test/`,
    () => 'file:///etc/passwd',
    () => '*',
  ])('%s', async (target) => {
    const request = `GET ${target(canary.port)} HTTP/1.1\r\nhost: 127.0.0.1:${canary.port}\r\nconnection: close\r\n\r\n`
    expect(await speak(filter, request)).toMatch(/^HTTP\/1\.1 40[03] /)
  })

  it.each([
    (port: number) => `https://site.example.test:${port}/`,
    (port: number) => `ws://site.example.test:${port}/`,
    (port: number) => `http://site.example.test:${port}/a#b`,
    (port: number) => `http://a@site.example.test:${port}/`,
    (port: number) => `//site.example.test:${port}/`,
  ])('%s, although the host is public', async (target) => {
    const before = site.connections()
    const answer = await speak(filter, `GET ${target(site.port)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
    expect(site.connections()).toBe(before)
  })

  it('takes the address alone: a Host header leads nowhere', async () => {
    const url = `http://site.example.test:${site.port}/a`
    for (const host of ['127.0.0.1', `127.0.0.1:${canary.port}`, 'other.example.test']) {
      expect((await ask(filter, url, { headers: { host } })).body).toBe('site /a')
      expect(site.requests.at(-1)?.headers.host).toBe(`site.example.test:${site.port}`)
    }
    expect(
      (await ask(filter, `http://127.0.0.1:${canary.port}/`, { headers: { host: 'site.example.test' } })).status,
    ).toBe(403)
  })
})

describe('more than one request', () => {
  it('on a kept connection: each is judged', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const good = `http://site.example.test:${site.port}/a`
    const bad = `http://127.0.0.1:${canary.port}/`
    const statuses: number[] = []
    for (const url of [good, bad, good, bad]) statuses.push((await ask(filter, url, { agent })).status)
    agent.destroy()
    expect(statuses).toEqual([200, 403, 200, 403])
  })

  it('sent at once: each is judged, and answered in turn', async () => {
    const line = (url: string, more = '') => `GET ${url} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
    const answer = await speak(
      filter,
      [
        line(`http://site.example.test:${site.port}/one`),
        line(`http://127.0.0.1:${canary.port}/`),
        line(`http://site.example.test:${site.port}/two`),
        line(`http://[::1]:${canary.port}/`, 'connection: close\r\n'),
      ].join(''),
    )
    expect([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
      '200',
      '403',
      '200',
      '403',
    ])
    expect(answer.indexOf('site /one')).toBeLessThan(answer.indexOf('site /two'))
  })

  it.each([
    ['two lengths', 'content-length: 4\r\ncontent-length: 44\r\n'],
    ['length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked\r\n'],
    ['an odd transfer encoding', 'transfer-encoding: xchunked\r\n'],
    ['chunks twice', 'transfer-encoding: chunked, chunked\r\n'],
    ['a blank before the colon', 'content-length : 4\r\n'],
    ['a folded header', 'x: a\r\n content-length: 4\r\n'],
    ['a bare newline', 'content-length: 4\ntransfer-encoding: chunked\r\n'],
    ['a signed length', 'content-length: +4\r\n'],
  ])('hidden in another (%s): nothing of it is sent on', async (_, header) => {
    const hidden = `GET http://127.0.0.1:${canary.port}/hidden HTTP/1.1\r\nhost: x\r\n\r\n`
    await using raw = await startRawServer((socket) => {
      socket.on('data', (bytes) => {
        received.push(bytes.toString('latin1'))
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      })
    })
    const received: string[] = []
    await using own = makeEgress({ allow: [`127.0.0.1:${raw.port}`] })
    const render = await beginRender(own)
    const answer = await speak(
      render.filter,
      `POST http://127.0.0.1:${raw.port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${header}\r\n0\r\n\r\n${hidden}`,
    )
    expect(answer).not.toContain('inside')
    expect(received.join('')).not.toContain('GET')
  })
})

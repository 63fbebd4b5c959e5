// The document that the filter itself serves, and the sandbox, where stand-ins serve the rest.
import { describe, expect, it } from 'vitest'
import { MAX_RECEIVED_BYTES, MAX_REQUESTS } from '../../src/filter/bounds.ts'
import type { Route } from '../../src/index.ts'
import { startServer } from '../support/local-server.ts'
import { makeEgress } from '../support/make-egress.ts'
import { ask, beginRender, closed, connectThrough, open } from './support/filter-client.ts'

const document = { host: 'a1b2.render.invalid', html: '<!doctype html><title>Größe 😀</title>' }

describe('the document of a render', () => {
  it('is served at its address, uncached, without a question to anybody', async () => {
    await using egress = makeEgress()
    const { filter } = await beginRender(egress, { document })
    const answer = await ask(filter, 'http://a1b2.render.invalid/')
    expect(answer).toMatchObject({
      status: 200,
      body: document.html,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    })
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(document.html)))
    expect((await ask(filter, 'http://A1B2.render.invalid:80/?a=b')).body).toBe(document.html)
    const head = await ask(filter, 'http://a1b2.render.invalid/', { method: 'HEAD' })
    expect([head.status, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      answer.headers['content-length'],
    ])
    expect(egress.asked).toEqual([])
  })

  it('is as little to be had without end as anything else', async () => {
    await using egress = makeEgress()
    const half = { ...document, html: 'x'.repeat(MAX_RECEIVED_BYTES / 2) }
    const big = await beginRender(egress, { document: half })
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await ask(big.filter, `http://${document.host}/?${turn}`)).status).toBe(200)
    }
    expect(big.session.receivedBytes).toBe(MAX_RECEIVED_BYTES)
    await expect(ask(big.filter, `http://${document.host}/?2`)).rejects.toThrow()
    expect(big.session.isExhausted).toBe(true)

    const small = await beginRender(egress, { document: { ...document, html: '' } })
    const socket = await open(small.filter)
    socket.write(`GET http://${document.host}/ HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(MAX_REQUESTS + 1))
    await closed(socket)
    expect(small.session.isExhausted).toBe(true)
  })

  it('is all that its host has', async () => {
    await using egress = makeEgress()
    const { filter } = await beginRender(egress, { document })
    for (const path of ['/favicon.ico', '/a', '//', '/%2f']) {
      expect(await ask(filter, `http://a1b2.render.invalid${path}`)).toMatchObject({ status: 404, body: '' })
    }
    expect((await ask(filter, 'http://a1b2.render.invalid/', { method: 'POST', body: 'x' })).status).toBe(404)
    expect((await ask(filter, 'http://a1b2.render.invalid:8080/')).status).toBe(403)
    expect((await connectThrough(filter, 'a1b2.render.invalid:443')).status).toBe(403)
    expect((await connectThrough(filter, 'a1b2.render.invalid:80')).status).toBe(403)
    expect(egress.asked).toEqual([])
  })

  it('is there as long as its render runs', async () => {
    await using egress = makeEgress()
    const { filter, session } = await beginRender(egress, { document })
    session.end()
    const next = filter.begin({
      signal: new AbortController().signal,
      proxy: null,
      blocks: () => false,
      document: null,
    })
    expect((await ask(filter, 'http://a1b2.render.invalid/')).status).toBe(502)
    next.end()
  })
})

describe('the sandbox', () => {
  it('has stand-ins for every host, judges as ever, and says what it does not know', async () => {
    await using standIn = await startServer((request, response) => {
      if (request.url === '/unknown') response.writeHead(404, { 'x-kiosk-sandbox': 'unknown' }).end('?')
      else response.end(`${request.headers.host}${request.url}`)
    })
    const route: Route = () => ({ host: '127.0.0.1', port: standIn.port })
    await using egress = makeEgress({ route })
    const { filter, session } = await beginRender(egress, { document })
    expect((await ask(filter, 'http://site.example.test/a?b')).body).toBe('site.example.test/a?b')
    expect((await ask(filter, 'http://other.example.test:443/c')).body).toBe('other.example.test:443/c')
    expect((await ask(filter, 'http://a1b2.render.invalid/')).body).toBe(document.html)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', 'intranet', '169.254.169.254']) {
      expect((await ask(filter, `http://${host}/`)).status).toBe(403)
    }
    expect((await connectThrough(filter, 'site.example.test:443')).status).toBe(502)
    expect((await ask(filter, 'http://new.example.test/unknown')).status).toBe(404)
    // A page of https comes as http, so the port does not count here.
    for (const port of [80, 443]) {
      expect(session.failureOf({ host: 'new.example.test', port })).toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringContaining('The sandbox knows only the examples'),
      })
    }
    expect(egress.asked).toEqual([])
  })

  it('is not taken from a site that only pretends', async () => {
    await using site = await startServer((_, response) =>
      response.writeHead(404, { 'x-kiosk-sandbox': 'unknown' }).end(),
    )
    await using egress = makeEgress({ allow: [`127.0.0.1:${site.port}`] })
    const { filter, session } = await beginRender(egress)
    expect((await ask(filter, `${site.origin}/`)).status).toBe(404)
    expect(session.failureOf({ host: '127.0.0.1', port: site.port })).toBeNull()
  })
})

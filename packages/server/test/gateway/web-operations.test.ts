// The operations that read and render pages, through the real gateway: a local site, real proxies, a real browser.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findBrowser } from '@kiosk/browser'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readError } from './support/answer.ts'
import { deployEmbedded } from './support/deployment.ts'
import { Gateway, type Tenant } from './support/gateway.ts'
import { type ProxyServer, startProxy } from './support/proxy-server.ts'
import { say } from './support/random.ts'

// A bound for hangs only: a render may take 25 s.
vi.setConfig({ testTimeout: 60_000 })

const hasBrowser = (await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)) !== null
if (!hasBrowser) say('web-operations.test.ts: renders are left out, as no browser was found')

const POST = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Low tide</title></head><body>
<nav><a href="/">Home</a></nav><main><h1>Low tide</h1><p>The harbour falls dry twice a day, and then the mud flats
belong to the waders and to the children with their buckets.</p><p>Ida Marsh counts both, every day since she was nine,
and writes the numbers into <a href="/book">a book</a> that nobody else may open.</p></main></body></html>`
const WALL =
  '<!doctype html><title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Checking your browser.</p>'

/** `/wall` lets only those in who come through the proxy, as the header it adds tells. */
function startSite(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const isWalled = path.startsWith('/wall') && request.headers['x-came-through'] === undefined
    if (path === '/slow') return
    response.writeHead(isWalled ? 403 : path === '/gone' ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(isWalled && { 'cf-mitigated': 'challenge' }),
    })
    response.end(isWalled ? WALL : path === '/large' ? `<p>${'tide '.repeat(1_900_000)}` : POST)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

describe('pages through the gateway', () => {
  let site: Server
  let url: string
  let proxy: ProxyServer
  let gateway: Gateway
  let tenant: Tenant
  beforeAll(async () => {
    site = await startSite()
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    proxy = await startProxy({ 'x-came-through': 'proxy' })
    gateway = await Gateway.start({
      deploy: deployEmbedded,
      env: {
        KIOSK_EGRESS_ALLOW: `${new URL(url).host},127.0.0.1:${proxy.port}`,
        KIOSK_PROXY_RESIDENTIAL: `http://ana:s3cret-of-ana@127.0.0.1:${proxy.port}`,
      },
    })
    tenant = await gateway.tenant()
  })
  afterAll(async () => {
    await gateway?.close()
    await proxy?.close()
    site?.closeAllConnections()
    site?.close()
  })

  const read = (path: string, input: object = {}, headers = {}) =>
    gateway.call('fetch-markdown.post', tenant.key, { url: url + path, ...input }, headers)

  it('a page becomes Markdown, and the next call is a hit', async () => {
    const first = await read('/post')
    expect(first.json).toMatchObject({
      markdown: expect.stringMatching(/^# Low tide\n\nThe harbour falls dry/),
      title: 'Low tide',
      lang: 'en',
      links: [{ href: `${url}/book`, text: 'a book' }],
      httpStatus: 200,
      fetchedWith: 'direct',
    })
    expect([first.cache, first.cost]).toEqual(['MISS', 3])
    const second = await read('/post')
    expect([second.cache, second.cost, second.text]).toEqual(['HIT', 0, first.text])
  })

  it('an error page is a page', async () => {
    expect((await read('/gone')).json).toMatchObject({ httpStatus: 404, title: 'Low tide' })
  })

  it("a wall is tried once more through the operator's proxy", async () => {
    const answer = await read('/wall')
    expect(answer.json).toMatchObject({ title: 'Low tide', fetchedWith: 'residential' })
    expect(proxy.hits('/wall')).toBe(1)
    expect(proxy.authorizations).toContain(`Basic ${Buffer.from('ana:s3cret-of-ana').toString('base64')}`)
    expect(gateway.output).not.toContain('s3cret-of-ana')
  })

  it("a caller's proxy is the only way then", async () => {
    const answer = await read('/wall-of-mine', {}, { 'x-proxy-url': `http://127.0.0.1:${proxy.port}` })
    expect(answer.json).toMatchObject({ title: 'Low tide', fetchedWith: 'direct' })
    expect(proxy.hits('/wall-of-mine')).toBe(1)
  })

  it('a page that never answers is a time-out of its own, unbilled', async () => {
    const before = await gateway.used(tenant.key)
    const answer = await read('/slow', { timeoutMs: 1000 })
    expect(readError(answer).code).toBe('UPSTREAM_TIMEOUT')
    expect(await gateway.used(tenant.key)).toBe(before)
  })

  it('nine megabytes delay nobody', async () => {
    await read('/post')
    const { answer } = await gateway.begin('fetch-markdown.post', tenant.key, { url: `${url}/large` })
    let isOver = false
    const over = answer.then(() => {
      isOver = true
    })
    const tookMs: number[] = []
    for (let hit = 0; hit < 15 && !isOver; hit += 1) {
      const began = performance.now()
      expect((await read('/post')).cache).toBe('HIT')
      tookMs.push(performance.now() - began)
    }
    await over
    expect((await answer).json).toMatchObject({ truncated: true })
    // Far below what the conversion of the large page takes, far above what a hit does.
    expect(tookMs.sort((a, b) => a - b)[Math.floor(tookMs.length / 2)]).toBeLessThan(100)
  })

  describe.runIf(hasBrowser)('rendered', () => {
    it('a picture, with the size that it says', async () => {
      const answer = await gateway.call('screenshot.post', tenant.key, { url: `${url}/post`, width: 320, height: 200 })
      expect(answer.json).toMatchObject({ width: 320, height: 200, format: 'png', finalUrl: `${url}/post` })
      const image = Buffer.from(String(answer.json.image), 'base64')
      expect(image.subarray(1, 4).toString()).toBe('PNG')
      expect([image.readUInt32BE(16), image.readUInt32BE(20), image.length]).toEqual([320, 200, answer.json.bytes])
      expect(answer.cost).toBe(20)
    })

    it('a document, with the pages that it has', async () => {
      const html = '<h1>One</h1><h1 style="break-before:page">Two</h1>'
      const answer = await gateway.call('html-to-pdf.post', tenant.key, { html })
      const pdf = Buffer.from(String(answer.json.pdf), 'base64')
      expect([pdf.subarray(0, 5).toString(), pdf.length, answer.json.pages]).toEqual(['%PDF-', answer.json.bytes, 2])
    })

    it.each([
      ['http://127.0.0.1:9/', 'DESTINATION_REFUSED'],
      ['http://169.254.169.254/latest/meta-data/', 'DESTINATION_REFUSED'],
      ['http://nowhere.invalid/', 'UPSTREAM_UNREACHABLE'],
    ])('%s: %s, unbilled', async (target, code) => {
      const before = await gateway.used(tenant.key)
      expect(readError(await gateway.call('screenshot.post', tenant.key, { url: target })).code).toBe(code)
      expect(await gateway.used(tenant.key)).toBe(before)
    })

    it("all traffic goes through a caller's proxy", async () => {
      const headers = { 'x-proxy-url': `http://127.0.0.1:${proxy.port}` }
      const answer = await gateway.call('screenshot.post', tenant.key, { url: `${url}/wall-in-sight` }, headers)
      expect(answer.status).toBe(200)
      expect(proxy.hits('/wall-in-sight')).toBe(1)
    })
  })
})

it('without a browser the operations say what to install, and the others answer', async () => {
  const gateway = await Gateway.start({ deploy: deployEmbedded, env: { KIOSK_BROWSER_PATH: '/nowhere/chrome' } })
  try {
    const { key } = await gateway.tenant()
    for (const [slug, input] of [
      ['screenshot.post', { url: 'https://page.example.test/' }],
      ['html-to-pdf.post', { html: '<p>x' }],
    ] as const) {
      const error = readError(await gateway.call(slug, key, input))
      expect(error).toMatchObject({ code: 'NOT_CONFIGURED', message: expect.stringContaining('KIOSK_BROWSER_PATH') })
    }
    expect(await gateway.used(key)).toBe(0)
  } finally {
    await gateway.close()
  }
})

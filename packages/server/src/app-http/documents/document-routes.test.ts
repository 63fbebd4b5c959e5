import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fieldRows } from '@kiosk/catalog'
import { registry } from '@kiosk/operations'
import { describe, expect, onTestFinished, test } from 'vitest'
import { catalogOf } from '../../compose-engine.ts'
import { createAppFrame } from '../app-server.ts'
import { createCatalogSource } from '../catalog-source.ts'
import { addDashboard } from '../dashboard-routes.ts'
import { addDocuments } from './document-routes.ts'

const BASE_URL = 'https://kiosk.example.test'
const APP_URL = 'https://app.example.test'

function appWith(catalog: ReturnType<typeof createCatalogSource>) {
  const app = createAppFrame({
    docsBase: () => `${APP_URL}/docs/errors`,
    about: {},
    readiness: async () => ({ ready: true, checks: {} }),
    marks: {},
    trustProxy: false,
    onDefect: () => {},
  })
  addDocuments(app, { catalog, appUrl: () => APP_URL })
  addDashboard(app, { catalog, files: new Map() })
  onTestFinished(() => app.close())
  return app
}

test('while the engine is away the mirror stands in and says so', async () => {
  let isAway = true
  const engine = createServer((_request, response) => {
    response.statusCode = isAway ? 503 : 200
    response.end(JSON.stringify(catalogOf(registry.slice(0, 1), BASE_URL, false)))
  }).listen(0, '127.0.0.1')
  await once(engine, 'listening')
  onTestFinished(() => void engine.close())
  let nowMs = 0
  let mirrors = 0
  const app = appWith(
    createCatalogSource({
      engineUrl: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
      mirror: () => {
        mirrors += 1
        return catalogOf(registry, BASE_URL, true)
      },
      monotonicMs: () => nowMs,
    }),
  )

  const openApi = await app.inject('/api/openapi.json')
  expect(openApi.headers['x-degraded']).toBe('true')
  expect(openApi.json()).toMatchObject({ degraded: true, 'x-degraded': true })
  const mirrored = await app.inject('/api/catalog')
  expect(mirrored.json()).toMatchObject({ degraded: true, baseUrl: BASE_URL })
  expect(mirrored.json().operations).toHaveLength(registry.length)
  expect(mirrors, 'making its schemas takes a while').toBe(1)
  expect(openApi.headers['cache-control'], 'caches heal with the engine').toBe('public, max-age=30')
  const [{ slug } = { slug: '' }] = registry
  const texts = ['/', '/docs', `/docs/${slug}`, '/llms.txt', '/llms-full.txt']
  for (const path of texts) expect((await app.inject(path)).body, path).toContain('may be out of date')
  for (const path of ['/', '/docs']) {
    const { body } = await app.inject(path)
    for (const { slug } of registry) expect(body).toContain(`<code>${slug}</code>`)
  }

  isAway = false
  nowMs += 60_000
  const fresh = await app.inject('/api/openapi.json')
  expect(fresh.headers).not.toHaveProperty('x-degraded')
  expect(fresh.json()).not.toHaveProperty('degraded')
  expect((await app.inject('/api/catalog')).json().operations).toHaveLength(1)
  expect(fresh.headers['cache-control']).toBe('public, max-age=3600')
  for (const path of texts) expect((await app.inject(path)).body, path).not.toContain('may be out of date')

  isAway = true
  nowMs += 60_000
  const last = (await app.inject('/api/catalog')).json()
  expect([last.degraded, last.operations.length], 'the last good copy').toEqual([true, 1])
})

test('texts for language models: an index whose links work, and all operations in full', async () => {
  const catalog = catalogOf(registry, BASE_URL, false)
  const app = appWith({ current: async () => catalog })
  const index = await app.inject('/llms.txt')
  expect(index.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(index.headers['cache-control']).toBe('public, max-age=30')
  const links = [...index.body.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBe(registry.length + 5)
  for (const link of links) {
    expect(link.startsWith(`${APP_URL}/`), link).toBe(true)
    expect((await app.inject(link.slice(APP_URL.length))).statusCode, link).toBe(200)
  }

  const full = (await app.inject('/llms-full.txt')).body
  for (const operation of catalog.operations) {
    const page = await app.inject(`/catalog/${operation.slug}.md`)
    expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(full).toContain(page.body)
    expect(page.body).toContain(operation.description)
    for (const { path } of fieldRows(operation.inputSchema, 'input')) expect(page.body).toContain(`- \`${path}\` (`)
    for (const { path } of fieldRows(operation.outputSchema, 'output')) expect(page.body).toContain(`- \`${path}\` (`)
    for (const { title } of operation.examples) expect(page.body).toContain(`### Example: ${title}`)
    expect(page.body).toContain(`curl -s ${BASE_URL}/${operation.slug} -H "x-api-key: $KIOSK_API_KEY"`)
  }
  const missing = await app.inject('/catalog/no-such-operation.get.md')
  expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'NOT_FOUND'])
})

describe('whoever has a document is not sent it again', () => {
  const catalog = catalogOf(registry, BASE_URL, false)
  const paths = ['/api/catalog', '/api/openapi.json', '/llms.txt', '/llms-full.txt', '/docs', '/docs/errors']
  const [{ slug } = { slug: '' }] = registry

  test.each([...paths, `/docs/${slug}`, `/catalog/${slug}.md`])('%s', async (url) => {
    const app = appWith({ current: async () => catalog })
    const first = await app.inject(url)
    const { etag, 'cache-control': cacheControl, 'content-type': type } = first.headers
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(cacheControl).toBe(url === '/api/openapi.json' ? 'public, max-age=3600' : 'public, max-age=30')
    expect(type).toMatch(/; charset=utf-8$/)
    const again = (held: string, encoding = 'br') =>
      app.inject({ url, headers: { 'if-none-match': held, 'accept-encoding': encoding } })
    const tag = String(etag)
    for (const held of [tag, `"another", ${tag}`, tag.replace('W/', ''), '*']) {
      const answer = await again(held)
      expect([answer.statusCode, answer.body], held).toEqual([304, ''])
      expect(answer.headers).toMatchObject({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
      expect(answer.headers).not.toHaveProperty('content-encoding')
    }
    for (const held of ['"another"', '', tag.slice(0, -2)]) expect((await again(held)).statusCode, held).toBe(200)
    const head = await app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
    expect(head.headers['content-length']).toBe(String(first.rawPayload.length))
  })

  test('unless it changed since', async () => {
    const degraded = { ...catalog, degraded: true }
    let current = catalog
    const app = appWith({ current: async () => current })
    const tagOf = async (url: string) => (await app.inject(url)).headers.etag
    for (const url of ['/api/catalog', '/api/openapi.json', '/docs', `/docs/${slug}`]) {
      current = catalog
      const before = await tagOf(url)
      current = degraded
      const answer = await app.inject({ url, headers: { 'if-none-match': String(before) } })
      expect(answer.statusCode, url).toBe(200)
      current = catalog
      expect(await tagOf(url), url).toBe(before)
    }
  })
})

test.each(['/api/catalog', '/docs'])('%s comes compressed to whoever takes it', async (url) => {
  const catalog = catalogOf(registry, BASE_URL, false)
  const app = appWith({ current: async () => catalog })
  const plain = await app.inject(url)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const forms = [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const
  for (const [encoding, open] of forms) {
    const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.rawPayload.length),
      vary: 'accept-encoding',
    })
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(open(answer.rawPayload).toString()).toBe(plain.body)
  }
})

test('a document that cannot be made is kept by nobody', async () => {
  const app = appWith({ current: () => Promise.reject(new Error('no catalog here')) })
  const documents = ['/api/catalog', '/api/openapi.json', '/llms.txt', '/llms-full.txt', '/catalog/x.get.md', '/docs']
  for (const path of [...documents, '/docs/x.get']) {
    const answer = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
    expect([answer.statusCode, answer.headers['cache-control']], path).toEqual([500, 'no-store'])
    expect(answer.json().error.code).toBe('INTERNAL')
  }
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { registry } from '@kiosk/operations'
import { expect, onTestFinished, test } from 'vitest'
import { catalogOf } from '../compose-engine.ts'
import { createAppServer } from './app-server.ts'
import { createCatalogSource } from './catalog-source.ts'

const BASE_URL = 'https://kiosk.example.test'

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
  const catalog = createCatalogSource({
    engineUrl: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
    mirror: () => {
      mirrors += 1
      return catalogOf(registry, BASE_URL, true)
    },
    monotonicMs: () => nowMs,
  })
  const app = createAppServer({
    catalog,
    docsBase: () => `${BASE_URL}/docs/errors`,
    about: {},
    readiness: async () => ({ ready: true, checks: {} }),
    marks: {},
    onDefect: () => {},
  })
  onTestFinished(() => app.close())

  const openApi = await app.inject('/api/openapi.json')
  expect(openApi.headers['x-degraded']).toBe('true')
  expect(openApi.json()).toMatchObject({ degraded: true, 'x-degraded': true })
  const mirrored = await app.inject('/api/catalog')
  expect(mirrored.json()).toMatchObject({ degraded: true, baseUrl: BASE_URL })
  expect(mirrored.json().operations).toHaveLength(registry.length)
  expect(mirrors, 'making its schemas takes a while').toBe(1)

  const index = await app.inject('/')
  expect(index.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { slug } of registry) expect(index.body).toContain(`<code>${slug}</code>`)
  expect(index.body).toContain('may be out of date')

  isAway = false
  nowMs += 60_000
  const fresh = await app.inject('/api/openapi.json')
  expect(fresh.headers).not.toHaveProperty('x-degraded')
  expect(fresh.json()).not.toHaveProperty('degraded')
  expect((await app.inject('/api/catalog')).json().operations).toHaveLength(1)
  expect((await app.inject('/')).body).not.toContain('may be out of date')

  isAway = true
  nowMs += 60_000
  const last = (await app.inject('/api/catalog')).json()
  expect([last.degraded, last.operations.length], 'the last good copy').toEqual([true, 1])
})

// A page of another origin calls the gateway from a real browser: what CORS promises is what browsers do.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findBrowser } from '@kiosk/browser'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployments } from './support/deployment.ts'
import { Gateway, type Tenant } from './support/gateway.ts'
import { ADDRESS, keyed, OPERATION_ENV } from './support/operations.ts'

const executablePath = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)

/** Of a `RequestInit`, what can be handed to a page. */
interface PageRequest {
  readonly method?: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly credentials?: 'include'
}

interface Fetched {
  readonly status: number
  readonly body: unknown
  readonly readable: readonly string[]
}

describe.each(deployments)('a browser ($name)', ({ deploy }) => {
  beforeEach(({ skip }) => skip(executablePath === null, 'no browser was found; KIOSK_BROWSER_PATH names one'))
  let gateway: Gateway
  let tenant: Tenant
  let site: Server
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    if (executablePath === null) return
    gateway = await Gateway.start({ deploy, env: OPERATION_ENV })
    tenant = await gateway.tenant({ plan: 'business' })
    site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Elsewhere</title>')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    site?.closeAllConnections()
    site?.close()
    await gateway?.close()
  })

  /** Runs `fetch` in the page. Rejects when the browser refuses. */
  const fetchIn = (path: string, init: PageRequest): Promise<Fetched> =>
    page.evaluate(
      async ([url, options]) => {
        const response = await fetch(url, options)
        return { status: response.status, body: await response.json(), readable: [...response.headers.keys()] }
      },
      [gateway.baseUrl + path, init] as const,
    )
  const post = (headers: Record<string, string>, init: PageRequest = {}) =>
    fetchIn(`/${ADDRESS}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', ...headers },
      ...init,
    })

  it('lets the page call, and read the answer and the named headers', async () => {
    const answer = await post({ 'x-api-key': tenant.key, ...keyed() })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ domain: 'mail.example.test' })
    expect(answer.readable).toEqual(
      expect.arrayContaining([
        'x-quota-limit',
        'x-quota-used',
        'x-quota-remaining',
        'x-quota-reset',
        'x-quota-cost',
        'x-request-id',
      ]),
    )
  })

  it('lets the page see a replay and a Retry-After', async () => {
    const headers = { 'x-api-key': tenant.key, ...keyed() }
    await post(headers)
    const replay = await post(headers)
    expect(replay.readable).toContain('idempotency-replayed')
    const poor = await gateway.tenant({ plan: 'business', quota: 0 })
    const refused = await post({ 'x-api-key': poor.key })
    expect([refused.status, refused.readable.includes('retry-after')]).toEqual([429, true])
  })

  it('lets the page read a refusal', async () => {
    expect(await post({ 'x-api-key': 'kiosk_wrong' })).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHORIZED' } },
    })
  })

  it('lets the page send a proxy, and read /usage and /catalog', async () => {
    expect((await post({ 'x-api-key': tenant.key, 'x-proxy-url': 'http://10.0.0.1:1' })).status).toBe(200)
    expect((await fetchIn('/usage', { headers: { 'x-api-key': tenant.key } })).status).toBe(200)
    expect((await fetchIn('/catalog', {})).status).toBe(200)
  })

  it('refuses a header that is not in the list', async () => {
    const used = await gateway.used(tenant.key)
    await expect(post({ 'x-api-key': tenant.key, 'x-kiosk-session': 'x' })).rejects.toThrow('Failed to fetch')
    await expect(post({ 'x-api-key': tenant.key, authorization: 'Bearer x' })).rejects.toThrow('Failed to fetch')
    expect(await gateway.used(tenant.key)).toBe(used)
  })

  it('refuses another method, and cookies', async () => {
    await expect(fetchIn(`/${ADDRESS}`, { method: 'PUT', headers: { 'x-api-key': tenant.key } })).rejects.toThrow()
    await expect(post({ 'x-api-key': tenant.key }, { credentials: 'include' })).rejects.toThrow('Failed to fetch')
  })
})

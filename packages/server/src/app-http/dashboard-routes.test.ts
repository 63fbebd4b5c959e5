import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppFrame } from './app-server.ts'
import { readDashboardFiles } from './dashboard-files.ts'
import { addDashboard } from './dashboard-routes.ts'

const PAGE = '<!doctype html><title>Kiosk</title>'
const SCRIPT = 'export const answer = 42;'.repeat(100)
const IMAGE = Buffer.from([0x89, 0x50, 0x4e, 0x47])

const app = createAppFrame({
  docsBase: () => 'https://app.example.test/docs/errors',
  about: {},
  readiness: async () => ({ ready: true, checks: {} }),
  marks: {},
  trustProxy: false,
  onDefect: () => {},
})
app.get('/api/known', async () => ({}))
let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kiosk-dist-'))
  const dist = join(root, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(root, 'secret'), 'nobody reads this')
  await writeFile(join(dist, 'index.html'), PAGE)
  await writeFile(join(dist, 'assets/index-Ab12.js'), SCRIPT)
  await writeFile(join(dist, 'assets/logo-Cd34.png'), IMAGE)
  await writeFile(join(dist, '.built'), 'a note of the build')
  await symlink(join(root, 'secret'), join(dist, 'assets/link.txt'))
  addDashboard(app, {
    files: await readDashboardFiles(dist),
    catalog: { current: () => Promise.reject(new Error('not asked')) },
  })
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the page', () => {
  test.each([
    '/',
    '/sign-in',
    '/sign-up?next=%2Fkeys',
    '/forgot-password',
    '/invitation/inv_1',
    '/overview',
    '/keys',
    '/catalog',
    '/catalog/currency-convert.get',
    '/requests',
    '/requests/req_1',
    '/members',
    '/settings',
    '/connect',
    '/status',
    '/index.html',
  ])('is at %s, asked for anew each time', async (address) => {
    const answer = await get(address)
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE])
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })

  test('is kept by no cache where its address holds a secret', async () => {
    const answer = await get('/reset-password?token=secret')
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, PAGE, 'no-store'])
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })

  test('runs scripts of its own origin alone, and is framed by nobody', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "frame-src blob: 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
    expect((await get('/')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  test('is not sent again to whoever has it', async () => {
    const { etag } = (await get('/')).headers
    const again = await get('/overview', { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })
})

test.each([
  ['br', 'gzip, deflate, br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip', 'gzip;q=1.0, br;q=0', (bytes: Buffer) => gunzipSync(bytes)],
  [undefined, 'identity', (bytes: Buffer) => bytes],
])('a hashed file is kept for ever and comes as %s', async (encoding, accepted, open) => {
  const answer = await get('/assets/index-Ab12.js', { 'accept-encoding': accepted })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(open(answer.rawPayload).toString()).toBe(SCRIPT)
})

test('what is compressed in itself comes as it is', async () => {
  const answer = await get('/assets/logo-Cd34.png', { 'accept-encoding': 'br' })
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect([answer.headers['content-type'], answer.rawPayload]).toEqual(['image/png', IMAGE])
})

test('HEAD tells the length alone', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/assets/index-Ab12.js' })
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', String(SCRIPT.length)])
})

test.each([
  '/../secret',
  '/assets/../../secret',
  '/..%2fsecret',
  '/%2e%2e/secret',
  '/assets/..%5c..%5csecret',
  '/assets/link.txt',
  '/.built',
  '//secret',
  '/assets/',
  '/assets/gone-Ef56.js',
  '/keys.txt',
  '/api/unknown',
  '/api/known/more',
  '/__proto__',
])('%s is nothing', async (address) => {
  const answer = await get(address)
  expect([answer.statusCode, answer.json().error?.code]).toEqual([404, 'NOT_FOUND'])
})

test('the page takes no writes', async () => {
  expect((await app.inject({ method: 'POST', url: '/overview' })).statusCode).toBe(404)
})

test('a dashboard that was not built has no files; a folder that is none is a fault', async () => {
  expect((await readDashboardFiles(join(root, 'no-such-folder'))).size).toBe(0)
  await expect(readDashboardFiles(join(root, 'secret'))).rejects.toThrow('ENOTDIR')
})

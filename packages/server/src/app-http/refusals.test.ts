// What the parser or the framework refuses before a route sees it.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorRow } from '@kiosk/catalog'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAppFrame } from './app-server.ts'

const DOCS = 'https://kiosk.example.test/docs/errors'

const app = createAppFrame({
  docsBase: () => DOCS,
  about: {},
  readiness: async () => ({ ready: true, checks: {} }),
  marks: { 'x-kiosk-sandbox': 'true' },
  trustProxy: false,
  onDefect: () => {},
})
app.post('/taker', async ({ body }) => ({ body: body ?? null }))
app.get('/faulty', () => Promise.reject(new Error('a defect with zz in it')))

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => app.close())

async function exchange(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

test.each([
  ['no HTTP', 'HELO\r\n\r\n', 'INVALID_INPUT'],
  ['large headers', `GET / HTTP/1.1\r\nx: ${'x'.repeat(17 * 1024)}\r\n\r\n`, 'HEADERS_TOO_LARGE'],
  ['an address that does not decode', 'GET /%zz HTTP/1.1\r\nconnection: close\r\n\r\n', 'INVALID_INPUT'],
  ['another Expect', 'POST / HTTP/1.1\r\nexpect: magic\r\ncontent-length: 2\r\n\r\n{}', 'INVALID_INPUT'],
  ['no Host', 'GET /nothing HTTP/1.1\r\nconnection: close\r\n\r\n', 'NOT_FOUND'],
  ['a body of another type', post('text/xml', '<a/>'), 'UNSUPPORTED_MEDIA_TYPE'],
  ['a large body', post('application/json', `"${'x'.repeat(300_000)}"`), 'PAYLOAD_TOO_LARGE'],
  ['a text that could be a form of another site', post('text/plain', '{}'), 'UNSUPPORTED_MEDIA_TYPE'],
  ['a prototype', post('application/json', '{"__proto__":{}}'), 'INVALID_INPUT'],
  ['no JSON', post('application/json', '{'), 'INVALID_INPUT'],
  ['a defect', 'GET /faulty HTTP/1.1\r\nconnection: close\r\n\r\n', 'INTERNAL'],
] as const)('%s wears the envelope', async (_, bytes, code) => {
  const answer = await exchange(bytes)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const { error } = JSON.parse(body)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${errorRow(code).status} `))
  expect(error).toMatchObject({ code, retryable: errorRow(code).retryable, docs: `${DOCS}#${code}` })
  expect(error.message).not.toMatch(/zz/)
  if (code === 'INVALID_INPUT') expect(error.field).toMatch(/^(?:request|expect)$/)
  expect(error.requestId).toMatch(/^req_[0-9a-f-]{36}$/)
  expect(head).toContain(`x-request-id: ${error.requestId}`)
  expect(head).toContain('content-type: application/json')
  expect(head).toContain('x-kiosk-sandbox: true')
})

function post(type: string, body: string): string {
  return `POST /taker HTTP/1.1\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

test.each(['', '{}'])('a body %j is an empty object', async (body) => {
  expect(await exchange(post('application/json', body))).toMatch(/\r\n\r\n\{"body":\{\}\}$/)
})

test('every answer has the headers that keep a browser from guessing, framing and remembering', async () => {
  const { headers } = await app.inject('/healthz')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

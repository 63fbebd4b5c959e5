import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { runBin, runHere, temporaryFolder } from './command-lines.ts'
import { deadAddress, refusal, standInGateway } from './stand-in-gateway.ts'

// A bound for hangs only: starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const quota = {
  'x-quota-limit': '200',
  'x-quota-used': '1',
  'x-quota-remaining': '199',
  'x-quota-reset': '2026-12-01T00:00:00.000Z',
  'x-quota-cost': '1',
  'x-kiosk-cache': 'MISS',
}
const receipt = '1 unit · cache MISS · 199 of 200 units left until 2026-12-01 · req_1\n'

describe('a call that succeeds', () => {
  test('by the program: compact JSON on stdout, the receipt on stderr', async () => {
    const gateway = await standInGateway({ '/toy.get': { headers: quota, body: '{"a":1,"b":[2]}' } })
    const env = { KIOSK_BASE_URL: gateway.url, KIOSK_API_KEY: 'kiosk_1' }
    const ran = await runBin(['call', 'toy.get', '-'], env, '{"title": "Tokyo"}')
    expect(ran).toEqual({ code: 0, stdout: '{"a":1,"b":[2]}\n', stderr: receipt })
    expect(gateway.received).toMatchObject([
      {
        method: 'POST',
        path: '/toy.get',
        body: '{"title": "Tokyo"}',
        headers: { 'x-api-key': 'kiosk_1', 'content-type': 'application/json' },
      },
    ])
    expect(gateway.received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test('is pretty on a screen, unless --json', async () => {
    const { url } = await standInGateway({ '/toy.get': { body: '{"a":1}' } })
    const env = { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k', TEST_SCREEN: 'yes' }
    expect((await runHere(['call', 'toy.get'], env)).stdout).toBe('{\n  "a": 1\n}\n')
    expect((await runHere(['call', 'toy.get', '--json'], env)).stdout).toBe('{"a":1}\n')
  })

  test('says on a screen that it still runs', async () => {
    const { promise: waiting, resolve: answers } = Promise.withResolvers<void>()
    const { url } = await standInGateway({ '/toy.get': { body: '{}', after: waiting } })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const running = runHere(['call', 'toy.get'], { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k', TEST_SCREEN: 'yes' })
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { interval: 5 })
      vi.advanceTimersByTime(20_000)
      answers()
      expect((await running).stderr).toMatch(/^Still running, 10 s; Ctrl-C gives up\.\nStill running, 20 s;/)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('does not fill a screen with base64', async () => {
    const { url } = await standInGateway({ '/toy.get': { body: { image: 'A'.repeat(4000), title: 'B'.repeat(2000) } } })
    const env = { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k', TEST_SCREEN: 'yes' }
    const { stdout } = await runHere(['call', 'toy.get'], env)
    expect(JSON.parse(stdout)).toEqual({
      image: `${'A'.repeat(24)}… (4,000 characters of base64; --out FILE keeps it decoded)`,
      title: 'B'.repeat(2000),
    })
    expect((await runHere(['call', 'toy.get', '--json'], env)).stdout).toContain('A'.repeat(4000))
  })

  test('sends {} without an input, the bytes of a file, and the headers of the options', async () => {
    const gateway = await standInGateway({ '/toy.get': { body: {} } })
    const env = { KIOSK_BASE_URL: gateway.url, KIOSK_API_KEY: 'k' }
    const file = join(await temporaryFolder(), 'input.json')
    await writeFile(file, '{ "a" : 1 }\n')
    await runHere(['call', 'toy.get'], env)
    await runHere(
      ['call', 'toy.get', `@${file}`, '--idempotency-key', 'k-1', '--proxy-url=http://p.example.test:1'],
      env,
    )
    expect(gateway.received.map(({ body }) => body)).toEqual(['{}', '{ "a" : 1 }\n'])
    expect(gateway.received[1]?.headers).toMatchObject({
      'idempotency-key': 'k-1',
      'x-proxy-url': 'http://p.example.test:1',
    })
  })

  test('tells a replay and a sandbox', async () => {
    const headers = { 'idempotency-replayed': 'true', 'x-kiosk-sandbox': 'true' }
    const { url } = await standInGateway({ '/toy.get': { headers, body: {} } })
    const { stderr } = await runHere(['call', 'toy.get'], { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k' })
    expect(stderr).toBe('sandbox · replayed, nothing spent · req_1\n')
  })
})

describe('--out', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])

  test.each([
    ['image', png.toString('base64'), png],
    ['pdf', png.toString('base64'), png],
    ['audio', png.toString('base64'), png],
    ['markdown', '# Größe\n', Buffer.from('# Größe\n')],
  ])('writes the field %s, and prints the others', async (field, value, content) => {
    const { url } = await standInGateway({ '/toy.get': { body: { [field]: value, bytes: 6 } } })
    const file = join(await temporaryFolder(), 'out')
    const env = { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k' }
    const { code, stdout, stderr } = await runHere(['call', 'toy.get', '--out', file], env)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"bytes":6}\n' })
    expect(stderr).toContain(`Wrote ${content.length} bytes to ${file}.`)
    expect(await readFile(file)).toEqual(content)
  })

  test('keeps an answer without such a field whole', async () => {
    const { url } = await standInGateway({ '/toy.get': { body: { a: 1 } } })
    const file = join(await temporaryFolder(), 'out')
    const { stdout } = await runHere(['call', 'toy.get', '--out', file], { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k' })
    expect(stdout).toBe('')
    expect(await readFile(file, 'utf8')).toBe('{\n  "a": 1\n}\n')
  })

  test('is looked at before a unit is spent', async () => {
    const gateway = await standInGateway({ '/toy.get': { body: {} } })
    const env = { KIOSK_BASE_URL: gateway.url, KIOSK_API_KEY: 'k' }
    const { code, stderr } = await runHere(['call', 'toy.get', '--out', '/nowhere/out'], env)
    expect(code).toBe(1)
    expect(stderr).toContain('no file can be written into the folder /nowhere')
    expect(gateway.received).toEqual([])
  })
})

describe('the key', () => {
  test('falls back to the guest key in the data folder, and says so', async () => {
    const gateway = await standInGateway({ '/toy.get': { body: {} } })
    const dataDir = await temporaryFolder()
    await writeFile(join(dataDir, 'guest-key'), 'kiosk_guest\n')
    const env = { KIOSK_BASE_URL: gateway.url, KIOSK_DATA_DIR: dataDir }
    const { stderr } = await runHere(['call', 'toy.get'], env)
    expect(stderr).toContain(`using the guest key in ${join(dataDir, 'guest-key')}`)
    await runHere(['call', 'toy.get'], { ...env, KIOSK_API_KEY: 'kiosk_mine' })
    expect(gateway.received.map(({ headers }) => headers['x-api-key'])).toEqual(['kiosk_guest', 'kiosk_mine'])
  })

  test('of a guest never goes to an address that is not loopback', async () => {
    const gateway = await standInGateway({ '/toy.get': { body: {} } })
    const dataDir = await temporaryFolder()
    await writeFile(join(dataDir, 'guest-key'), 'kiosk_guest\n')
    // 0.0.0.0 reaches this machine, too, but does not promise to.
    const KIOSK_BASE_URL = gateway.url.replace('127.0.0.1', '0.0.0.0')
    await runHere(['call', 'toy.get'], { KIOSK_BASE_URL, KIOSK_DATA_DIR: dataDir })
    expect(gateway.received).toHaveLength(1)
    expect(gateway.received[0]?.headers).not.toHaveProperty('x-api-key')
  })

  test('missing is told by the gateway, with advice', async () => {
    const gateway = await standInGateway({
      '/toy.get': refusal(401, { code: 'UNAUTHORIZED', message: 'No key.' }),
    })
    const env = { KIOSK_BASE_URL: gateway.url, KIOSK_DATA_DIR: await temporaryFolder() }
    const { code, stderr } = await runHere(['call', 'toy.get'], env)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^UNAUTHORIZED \(HTTP 401\): No key\.\nSet KIOSK_API_KEY/)
    expect(gateway.received[0]?.headers).not.toHaveProperty('x-api-key')
  })
})

describe('a call that is refused', () => {
  const env = (url: string) => ({ KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k' })

  test('shows code, message, field, advice, docs and receipt on stderr, nothing on stdout', async () => {
    const said = refusal(400, {
      code: 'INVALID_INPUT',
      message: 'titel: not known',
      field: 'titel',
      docs: 'http://d/#x',
    })
    const { url } = await standInGateway({ '/toy.get': { ...said, headers: { ...quota, 'x-quota-cost': '0' } } })
    const { code, stdout, stderr } = await runHere(['call', 'toy.get', '{"titel":1}'], env(url))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.split('\n').slice(0, 4)).toEqual([
      'INVALID_INPUT (HTTP 400): titel: not known',
      'field: titel',
      'What the operation takes is shown by: kiosk catalog toy.get',
      'docs: http://d/#x',
    ])
    expect(stderr).toContain('0 units · cache MISS · 199 of 200')
  })

  test('with --json prints the envelope as it came', async () => {
    const said = refusal(404, {
      code: 'NOT_FOUND',
      message: 'No such article.',
      details: { upstream: { status: 404 } },
    })
    const { url } = await standInGateway({ '/toy.get': said })
    const { code, stdout } = await runHere(['call', 'toy.get', '--json'], env(url))
    expect({ code, document: JSON.parse(stdout) }).toEqual({ code: 1, document: said.body })
  })

  test('says when to try again', async () => {
    const said = refusal(503, { code: 'OVERLOADED', message: 'Busy.', retryable: true })
    const { url } = await standInGateway({ '/toy.get': { ...said, headers: { 'retry-after': '2' } } })
    expect((await runHere(['call', 'toy.get'], env(url))).stderr).toContain('The same call may succeed in 2 s.')
  })

  test('names the nearest operation', async () => {
    const { url } = await standInGateway({
      '/codehost-rep.get': refusal(404, { code: 'OPERATION_NOT_FOUND', message: 'No operation has this slug.' }),
      '/catalog': { body: catalogOf('codehost-repo.get') },
    })
    const { stderr } = await runHere(['call', 'codehost-rep.get'], env(url))
    expect(stderr).toContain('kiosk catalog lists the operations. Did you mean codehost-repo.get?')
  })

  test('by something that is no gateway is told as that', async () => {
    const { url } = await standInGateway({ '/toy.get': { status: 502, body: '<h1>Bad gateway</h1>' } })
    const { code, stderr } = await runHere(['call', 'toy.get'], env(url))
    expect(code).toBe(1)
    expect(stderr).toContain('answered HTTP 502 without an error envelope')
  })

  test('by nobody says how to start a gateway', async () => {
    const url = await deadAddress()
    const { code, stdout, stderr } = await runHere(['call', 'toy.get', '--json'], env(url))
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'NO_ANSWER' } })
    expect(stderr).toBe(
      `No gateway answers at ${url} (connection refused).\nStart one with: kiosk serve. Or say where it is by KIOSK_BASE_URL.\n`,
    )
  })
})

describe('kiosk catalog', () => {
  test('shows what the gateway publishes', async () => {
    const { url } = await standInGateway({ '/catalog': { body: catalogOf('toy.get') } })
    const { code, stdout, stderr } = await runHere(['catalog'], { KIOSK_BASE_URL: url })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      'SLUG     UNITS  TIMEOUT  CACHE  ACCESS  TITLE\ntoy.get  2      15 s     60 s   public  A toy\n',
    )
  })

  test('--json is the document', async () => {
    const document = catalogOf('toy.get')
    const { url } = await standInGateway({ '/catalog': { body: document } })
    expect(JSON.parse((await runHere(['catalog', '--json'], { KIOSK_BASE_URL: url })).stdout)).toEqual(document)
  })

  test('a slug is shown in full, with a line that can be pasted', async () => {
    const { url } = await standInGateway({ '/catalog': { body: catalogOf('toy.get') } })
    const { stdout } = await runHere(['catalog', 'toy.get'], { KIOSK_BASE_URL: url })
    expect(stdout).toContain('  title*  string  The title.')
    expect(stdout).toContain(`  kiosk call toy.get '{"title":"It'\\''s"}'`)
  })

  test('by the program: without a gateway the built-in operations, and stderr says so', async () => {
    const url = await deadAddress()
    const { code, stdout, stderr } = await runBin(['catalog', 'codehost'], { KIOSK_BASE_URL: url })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^SLUG .*\ncodehost-repo-contributors\.get .*\ncodehost-repo\.get .*\n$/)
    expect(stderr).toContain('These are the operations built into this release.')
  })

  test('--local asks nobody', async () => {
    const { code, stdout, stderr } = await runHere(['catalog', '--local', '--json'], {
      KIOSK_BASE_URL: await deadAddress(),
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { operations } = JSON.parse(stdout) as { operations: { slug: string }[] }
    expect(operations.map(({ slug }) => slug)).toContain('codehost-repo.get')
  })

  test('nothing found, and no catalog at all, are failures', async () => {
    const { url } = await standInGateway({ '/catalog': { body: catalogOf('toy.get') } })
    expect(await runHere(['catalog', 'zebra'], { KIOSK_BASE_URL: url })).toMatchObject({ code: 1, stdout: '' })
    const other = await standInGateway({ '/catalog': { body: '<html>' } })
    const { code, stderr } = await runHere(['catalog'], { KIOSK_BASE_URL: other.url })
    expect(code).toBe(1)
    expect(stderr).toContain(`${other.url}/catalog is no catalog of a Kiosk gateway.`)
  })
})

function catalogOf(slug: string) {
  return {
    service: 'kiosk',
    version: '0.0.1',
    degraded: false,
    generatedAt: '2026-11-21T00:00:00.000Z',
    baseUrl: 'http://127.0.0.1:8080',
    operations: [
      {
        slug,
        id: 'toy.toy',
        title: 'A toy',
        description: 'Plays.',
        category: 'web',
        tags: ['play'],
        units: 2,
        timeoutSec: 15,
        cacheSec: 60,
        access: 'public',
        inputSchema: {
          type: 'object',
          properties: { title: { type: 'string', description: 'The title.' } },
          required: ['title'],
        },
        outputSchema: { type: 'object', properties: {} },
        examples: [{ title: 'One', input: { title: "It's" } }],
      },
    ],
  }
}

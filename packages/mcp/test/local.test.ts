// The local server as clients drive it: real ones, of both revisions.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toolName } from '@kiosk/catalog'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundledCatalog } from '../src/local-server.ts'
import { readLocalSettings } from '../src/local-settings.ts'
import { toolList } from '../src/tool-server.ts'
import { refusal, type Said, startGateway } from './gateway.ts'
import { connectNew, connectOld, KEY } from './local-clients.ts'

const RATES = {
  base: 'EUR',
  date: '2026-11-20',
  amount: 1,
  rates: { USD: 1.1 },
  converted: { USD: 1.1 },
  fetchedAt: '2026-11-22T00:00:00.000Z',
}
const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const SHOT = { image: PNG, bytes: 16, width: 10, height: 10, format: 'png', finalUrl: 'https://example.test/' }
const QUOTA = {
  'x-quota-cost': '1',
  'x-quota-used': '7',
  'x-quota-limit': '200',
  'x-quota-remaining': '193',
  'x-quota-reset': '2026-12-01T00:00:00.000Z',
}

const clients = [
  { name: 'a client of today', connect: connectNew },
  { name: 'a client of 2025', connect: connectOld },
] as const

/** What both clients have in common. */
interface Caller {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  listTools(): Promise<{ tools: { name: string; description?: string | undefined }[] }>
}

type Gateway = Awaited<ReturnType<typeof startGateway>>

async function connected(env: Readonly<Record<string, string>>, answers: Record<string, Said> = {}) {
  const gateway = await startGateway(answers)
  onTestFinished(gateway.close)
  const { client } = await connectNew({ KIOSK_BASE_URL: gateway.baseUrl, ...env })
  onTestFinished(() => client.close())
  return client
}

describe.each(clients)('the local server, seen by $name', ({ connect }) => {
  let gateway: Gateway
  let client: Caller & { close(): Promise<void> }
  beforeAll(async () => {
    gateway = await startGateway()
    client = (await connect({ KIOSK_BASE_URL: gateway.baseUrl })).client
  }, 30_000)
  afterAll(async () => {
    await client?.close()
    gateway?.close()
  })

  it('lists one tool for each operation, with its price', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(gateway.catalog.operations.map(({ slug }) => toolName(slug)))
    expect(tools.find(({ name }) => name === 'screenshot')?.description).toMatch(/Costs 20 units; cached 60 s/)
  })

  it('calls with the key and an Idempotency-Key, and answers data, text and receipt', async () => {
    gateway.answers['currency-convert.get'] = { body: RATES, headers: QUOTA }
    const input = { base: 'EUR', targets: 'USD' }
    const result = await client.callTool({ name: 'currency_convert', arguments: input })
    expect(result).toMatchObject({
      structuredContent: RATES,
      content: [{ type: 'text', text: JSON.stringify(RATES) }],
      _meta: { 'kiosk/receipt': { requestId: 'req_1', units: 1, quota: { remaining: 193 } } },
    })
    expect(result).not.toHaveProperty('isError', true)
    expect(gateway.asked).toMatchObject([
      { slug: 'currency-convert.get', input, key: KEY, idempotencyKey: expect.stringMatching(/^.{36}$/) },
    ])
  })

  it('a picture is an image block, never text for the model to read', async () => {
    gateway.answers['screenshot.post'] = { body: SHOT }
    const result = await client.callTool({ name: 'screenshot', arguments: { url: 'https://example.test/' } })
    const { image: _, ...rest } = SHOT
    expect(result).toMatchObject({
      structuredContent: rest,
      content: [{ type: 'image', data: PNG, mimeType: 'image/png' }, { type: 'text' }],
    })
    expect(JSON.stringify((result as { structuredContent: unknown }).structuredContent)).not.toContain(PNG)
  })

  it.each([
    [
      'bad input',
      refusal(400, { code: 'INVALID_INPUT', message: 'targets: expected codes', field: 'targets' }),
      /^INVALID_INPUT: targets: expected codes Field: targets\. Request req_1\.$/,
    ],
    [
      'an exhausted quota',
      refusal(429, {
        code: 'QUOTA_EXCEEDED',
        message: 'This call costs 1 unit and 0 of 10 are left; the quota resets at 2026-12-01.',
      }),
      /resets at 2026-12-01\. Do not call again/,
    ],
    [
      'a deleted key',
      refusal(401, { code: 'UNAUTHORIZED', message: 'This API key is unknown or was deleted.' }),
      /^UNAUTHORIZED: .* the user must set another one\./,
    ],
  ])('%s is an error that a model can act on', async (_, said, message) => {
    gateway.answers['currency-convert.get'] = said
    const result = await client.callTool({ name: 'currency_convert', arguments: { base: 'EUR' } })
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringMatching(message) }] })
    expect(result).not.toHaveProperty('structuredContent')
    expect(JSON.stringify(result)).not.toContain(KEY)
  })

  it('an unknown tool is an error of the protocol', async () => {
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32602 })
  })
})

describe('the local server', () => {
  it('serves the tools of its package while the gateway is away, and says so to people and models', async () => {
    const { client, notes } = await connectNew({ KIOSK_BASE_URL: 'http://127.0.0.1:9' })
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools.length).toBeGreaterThan(10)
    expect(notes.join('')).toMatch(/catalog could not be read/)
    const result = await client.callTool({ name: 'email_generate_address', arguments: {} })
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^NO_ANSWER: .*tell the user/) }],
    })
  }, 30_000)

  it('keeps files where it is told to, and links to them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-mcp-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const client = await connected({ KIOSK_OUTPUT_DIR: join(folder, 'new') }, { 'screenshot.post': { body: SHOT } })
    const result = await client.callTool({ name: 'screenshot', arguments: { url: 'https://example.test/' } })
    const [link] = (result as { content: { type: string; uri: string }[] }).content
    expect(link).toMatchObject({ type: 'resource_link', mimeType: 'image/png', name: 'screenshot-req_1.png' })
    expect(await readFile(fileURLToPath(link?.uri ?? ''), 'base64')).toBe(PNG)
    expect(await readdir(join(folder, 'new'))).toEqual(['screenshot-req_1.png'])
  })

  it('offers the toolsets and tools that were picked; readonly wins', async () => {
    const client = await connected({ KIOSK_TOOLSETS: 'finance', KIOSK_TOOLS: 'screenshot', KIOSK_READONLY: '1' }, {})
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['currency_convert', 'screenshot'])
  })

  it('search mode: finds, describes and calls', async () => {
    const client = await connected({ KIOSK_TOOL_MODE: 'search' }, { 'currency-convert.get': { body: RATES } })
    const text = async (name: string, given: Record<string, unknown>) => {
      const { content } = (await client.callTool({ name, arguments: given })) as { content: { text: string }[] }
      return content[0]?.text ?? ''
    }
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'search_operations',
      'describe_operation',
      'call_read_operation',
    ])
    expect(await text('search_operations', { query: 'exchange rates of currencies' })).toMatch(/^currency_convert: /)
    expect(await text('search_operations', {})).toMatch(/^finance: currency_convert$/m)
    expect(JSON.parse(await text('describe_operation', { name: 'currency_convert' }))).toMatchObject({
      price: expect.stringMatching(/^Costs 1 unit/),
    })
    expect(
      await text('call_read_operation', { name: 'currency_convert', input: { base: 'EUR', targets: 'USD' } }),
    ).toBe(JSON.stringify(RATES))
    expect(await text('call_read_operation', { name: 'nothing', input: {} })).toMatch(
      /^INVALID_INPUT: there is no operation/,
    )
  })

  it('a setting that is wrong ends it, with what would be right', () => {
    const main = join(import.meta.dirname, '../src/main.ts')
    const ended = spawnSync(process.execPath, [main], { env: { KIOSK_API_KEY: KEY, KIOSK_MAX_CHARS: '7' }, input: '' })
    expect(ended.status).toBe(2)
    expect(String(ended.stderr)).toBe(
      'kiosk mcp: KIOSK_MAX_CHARS: expected a whole number from 1000 to 1000000, not "7".\n',
    )
    expect(String(ended.stdout)).toBe('')
  })

  it.each([
    [{ KIOSK_TOOLSETS: 'nothing' }, /toolsets: there is no "nothing"; there are .*web/],
    [{ KIOSK_TOOLS: 'nothing' }, /tools: there is no "nothing"/],
    [{ KIOSK_READONLY: 'perhaps' }, /readonly: expected 1 or 0/],
    [{ KIOSK_TOOL_MODE: 'magic' }, /mode: expected tools or search/],
  ])('refuses %o', async (env, message) => {
    const catalog = await bundledCatalog()
    expect(() => toolList(catalog, readLocalSettings(env).selection)).toThrow(message)
  })

  it('long texts are cut in their shape, and say what is missing', async () => {
    const markdown = 'word '.repeat(20_000)
    const page = {
      markdown,
      title: 'A page',
      byline: null,
      excerpt: null,
      lang: 'en',
      finalUrl: 'https://example.test/',
      charCount: markdown.length,
      extractor: 'full-dom',
      fetchedAt: RATES.fetchedAt,
      truncated: false,
      httpStatus: 200,
      fetchedWith: 'direct',
    }
    const client = await connected({}, { 'fetch-markdown.post': { body: page } })
    const result = await client.callTool({ name: 'fetch_markdown', arguments: { url: 'https://example.test/' } })
    const { structuredContent, content } = result as {
      structuredContent: { markdown: string }
      content: { text: string }[]
    }
    expect(structuredContent.markdown.length).toBeLessThan(20_000)
    expect(content[0]?.text).toMatch(/This answer was cut: markdown: \d+ of 100000 characters\./)
  })

  it('has a resource with the catalog, and a prompt to plan with', async () => {
    const client = await connected({})
    const [resource] = (await client.listResources()).resources
    const { contents } = await client.readResource({ uri: resource?.uri ?? '' })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('currency_convert') })
    await expect(client.readResource({ uri: 'kiosk://nothing' })).rejects.toMatchObject({ code: -32602 })
    const [prompt] = (await client.listPrompts()).prompts
    const { messages } = await client.getPrompt({ name: prompt?.name ?? '', arguments: { task: 'find a company' } })
    expect(JSON.stringify(messages)).toContain('find a company')
  })
})

// Operations as tools, in the hands of the libraries that the adapters are for.
import { expect, it } from 'vitest'
import { aiTools } from '../src/ai-sdk.ts'
import { Kiosk } from '../src/index.ts'
import { langchainTools } from '../src/langchain.ts'
import { functionTools } from '../src/openai.ts'
import { runTool, toolSpecs } from '../src/tools.ts'
import { hangsUp, refuses, type Step, says, scriptedService } from './scripted-service.ts'

const KEY = `kiosk_${'0'.repeat(48)}`

const operation = {
  slug: 'currency-convert.get',
  id: 'currency.convert',
  title: 'Currency conversion',
  description: 'Converts an amount.',
  category: 'finance',
  tags: [],
  units: 1,
  timeoutSec: 12,
  cacheSec: 600,
  access: 'public',
  inputSchema: {
    type: 'object',
    properties: { base: { type: 'string' }, targets: { type: 'string' } },
    required: ['base', 'targets'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object' },
  examples: [],
}
const posting = {
  ...operation,
  slug: 'socialnet-post-comment.post',
  category: 'social',
  access: 'account',
  units: 20,
  cacheSec: 0,
}
const catalog = {
  service: 'kiosk',
  version: '0.1.0',
  degraded: false,
  generatedAt: '2026-11-22T00:00:00.000Z',
  baseUrl: 'http://127.0.0.1:8080',
  operations: [operation, posting],
}
const input = { base: 'EUR', targets: 'USD' }
const rates = { rates: { USD: 1.1 } }

async function kioskThat(...steps: readonly Step[]) {
  const service = await scriptedService(...steps)
  return { service, kiosk: new Kiosk({ apiKey: KEY, baseUrl: service.baseUrl, maxRetries: 0 }) }
}

it('tools are named after slugs and say their price; what acts on accounts is left out unless asked for', () => {
  const [only, ...rest] = toolSpecs(catalog)
  expect(only).toMatchObject({
    name: 'currency_convert',
    description: 'Converts an amount.\nCosts 1 unit; cached 600 s (a hit is free).',
  })
  expect(rest).toEqual([])
  const [, acting] = toolSpecs(catalog, { actions: true })
  expect(acting?.description).toBe(
    'Converts an amount.\nActs on the account whose credentials are passed.\nCosts 20 units.',
  )
})

it('tools are chosen by slug and category', () => {
  expect(toolSpecs(catalog, { categories: ['social'], actions: true }).map(({ slug }) => slug)).toEqual([posting.slug])
  expect(toolSpecs(catalog, { slugs: [operation.slug] })).toHaveLength(1)
  expect(() => toolSpecs(catalog, { slugs: ['nothing.get'] })).toThrow('the catalog has no nothing.get')
})

it('function tools: offered as such, and run by name with the text that a model wrote', async () => {
  const { kiosk, service } = await kioskThat(says(200, catalog), says(200, rates))
  const { tools, run } = await functionTools(kiosk)
  expect(tools).toEqual([
    {
      type: 'function',
      function: { name: 'currency_convert', description: expect.any(String), parameters: operation.inputSchema },
    },
  ])
  expect(await run('currency_convert', JSON.stringify(input))).toBe('{"rates":{"USD":1.1}}')
  expect(JSON.parse(service.asked[1]?.body ?? '')).toEqual(input)
  expect(await run('currency_convert', '{"base":')).toMatch(/^INVALID_INPUT/)
  await expect(run('nothing', '{}')).rejects.toThrow('there is no tool nothing')
})

it('tools of the AI SDK: a schema that the library reads, and an execute that calls', async () => {
  const { kiosk } = await kioskThat(says(200, catalog), says(200, rates))
  const { currency_convert: tool } = await aiTools(kiosk)
  const { asSchema } = await import('ai')
  expect(await asSchema(tool?.inputSchema).jsonSchema).toEqual(operation.inputSchema)
  const answer = await tool?.execute?.(input, { toolCallId: '1', messages: [], context: {} })
  expect(answer).toBe('{"rates":{"USD":1.1}}')
})

it('tools of LangChain: checked and invoked by the library', async () => {
  const { kiosk, service } = await kioskThat(says(200, catalog), says(200, rates))
  const [tool] = await langchainTools(kiosk)
  expect(tool?.name).toBe('currency_convert')
  expect(await tool?.invoke(input)).toBe('{"rates":{"USD":1.1}}')
  await expect(tool?.invoke({ base: 'EUR' })).rejects.toThrow(/schema/)
  expect(service.asked).toHaveLength(2)
})

it('a model reads refusals and outages, with what to do', async () => {
  const refused = refuses(400, { code: 'INVALID_INPUT', message: 'targets: expected codes', field: 'targets' })
  const { kiosk } = await kioskThat(refused, hangsUp)
  expect(await runTool(kiosk, operation.slug, input)).toBe(
    'INVALID_INPUT: targets: expected codes (field targets; request req_1)',
  )
  expect(await runTool(kiosk, operation.slug, input)).toMatch(/^NO_ANSWER: /)
})

it('a model is spared files and endless texts', async () => {
  const image = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1000)]).toString('base64')
  const { kiosk } = await kioskThat(says(200, { image, width: 3 }), says(200, { text: 'a'.repeat(100) }))
  expect(await runTool(kiosk, 'screenshot.post', {})).toBe('{"image":"(a file of 1008 bytes, left out)","width":3}')
  const short = await runTool(kiosk, operation.slug, input, { maxChars: 20 })
  expect(short).toBe('{"text":"aaaaaaaaaaa… (91 more characters were cut; ask for less)')
})

import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test, vi } from 'vitest'
import { runHere } from './command-lines.ts'
import { deployEmbedded } from './gateway/support/deployment.ts'
import { Gateway } from './gateway/support/gateway.ts'

vi.setConfig({ testTimeout: 60_000 })

const KIOSK = join(import.meta.dirname, '../bin/kiosk')

test('a client starts `kiosk mcp` and calls a sandbox; the organization is billed', async () => {
  const gateway = await Gateway.start({ deploy: deployEmbedded, args: ['--role', 'engine', '--sandbox'] })
  try {
    const { key } = await gateway.tenant()
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const env = { PATH: process.env.PATH ?? '', KIOSK_BASE_URL: gateway.baseUrl, KIOSK_API_KEY: key }
    await client.connect(new StdioClientTransport({ command: KIOSK, args: ['mcp'], env, stderr: 'pipe' }))
    const result = await client.callTool({ name: 'encyclopedia_article', arguments: { title: 'Tokyo' } })
    expect(result).toMatchObject({ structuredContent: { title: 'Tokyo' }, _meta: { 'kiosk/receipt': { units: 1 } } })
    await client.close()
    expect(await gateway.used(key)).toBe(1)
  } finally {
    await gateway.close()
  }
})

test('--print-cost counts the tools that were picked', async () => {
  const env = { KIOSK_TOOLS: 'currency_convert,screenshot' }
  const { stdout, code } = await runHere(['mcp', '--print-cost', '--local', '--json'], env)
  expect(code).toBe(0)
  const { tools, all } = JSON.parse(stdout) as { tools: { name: string; bytes: number }[]; all: { bytes: number } }
  expect(tools.map(({ name }) => name)).toEqual(['currency_convert', 'screenshot'])
  expect(all.bytes).toBe(tools.reduce((sum, { bytes }) => sum + bytes, 0))
})

test('a setting that is wrong is wrong usage', async () => {
  const { code, stderr } = await runHere(['mcp', '--print-cost', '--local'], { KIOSK_TOOLSETS: 'nothing' })
  expect(code).toBe(2)
  expect(stderr).toMatch(/toolsets: there is no "nothing"/)
  expect((await runHere(['mcp', '--json'], {})).code).toBe(2)
})

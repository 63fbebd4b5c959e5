// Callers that share a server's lists share nothing else.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { bundledCatalog } from '../src/local-server.ts'
import type { OperationCaller } from '../src/operation-caller.ts'
import { createToolServers } from '../src/tool-server.ts'

it('the same call of two callers at once runs for each of them, and each gets their own answer', async () => {
  const servers = createToolServers({
    catalog: await bundledCatalog(),
    selection: { toolsets: [], tools: [], isReadonly: false, mode: 'tools' },
    results: { maxChars: 20_000, saveFile: null },
  })
  const { promise: bothAsked, resolve: ready } = Promise.withResolvers<void>()
  let asked = 0
  const callerOf =
    (address: string): OperationCaller =>
    async () => {
      asked += 1
      if (asked === 2) ready()
      await bothAsked
      return { output: { address }, receipt: { requestId: null, units: 1, cache: null, replayed: false, quota: null } }
    }
  const ask = async (address: string) => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const client = new Client({ name: 'test', version: '1.0.0' })
    await Promise.all([servers(callerOf(address))({ era: 'legacy' }).connect(ours), client.connect(theirs)])
    const result = await client.request({
      method: 'tools/call',
      params: { name: 'email_generate_address', arguments: {} },
    })
    await client.close()
    return result
  }
  const answers = await Promise.all([ask('a@example.test'), ask('b@example.test')])
  expect(answers.map((answer) => 'structuredContent' in answer && answer.structuredContent)).toEqual([
    { address: 'a@example.test' },
    { address: 'b@example.test' },
  ])
})

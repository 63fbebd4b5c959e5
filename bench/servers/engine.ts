// The engine as it is served, on a real embedded store, with operations that cost nothing themselves.
import type { Server } from 'node:http'
import { defineOperation, defineProvider } from '@kiosk/catalog'
import { generateKey, hashKey, keyLabel } from '@kiosk/engine'
import { openEmbedded } from '@kiosk/stores'
import { z } from 'zod'
import { composeEngine } from '../../packages/server/src/compose-engine.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { createEngineServer } from '../../packages/server/src/engine-http/engine-server.ts'
import { createLogger } from '../../packages/server/src/logger.ts'
import { reportToParent } from './report-to-parent.ts'

const dataDir = process.argv[2]
if (dataDir === undefined) throw new Error('usage: engine.ts DATA_DIR')

const provider = defineProvider({ name: 'bench', title: 'Bench', upstreams: {}, hosts: 'own' })
const text = z.string().max(2000)
const shape = { name: text, note: text, count: z.int(), tags: z.array(text).max(10) }
const base = {
  provider,
  title: 'Echo',
  description: 'Echoes its input.',
  category: 'developer',
  tags: [],
  units: 1,
  timeoutSec: 15,
  access: 'public',
  needs: [],
  input: z.strictObject(shape),
  output: z.object(shape),
  run: async (_ctx: unknown, input: z.output<z.ZodObject<typeof shape>>) => input,
} as const
const examples: [{ title: string; input: z.input<typeof base.input> }] = [
  { title: 'One', input: { name: 'a', note: 'b', count: 1, tags: [] } },
]

const operations = [
  defineOperation({ ...base, examples, slug: 'bench-billed.get', id: 'bench.billed', cacheSec: 0 }),
  defineOperation({ ...base, examples, slug: 'bench-cached.get', id: 'bench.cached', cacheSec: 3600 }),
]

const { config } = readConfig({ KIOSK_DATA_DIR: dataDir }, [provider])
const store = await openEmbedded({ dataDir, role: 'engine' })
const { engine, metrics } = await composeEngine({
  config,
  store,
  operations,
  logger: createLogger('warn', null),
  sandbox: null,
  appUrl: () => config.appUrl,
})
const key = generateKey()
const organization = await store.directory.createOrganization({ name: 'Bench', plan: 'unlimited' })
await store.directory.addKey({
  organizationId: organization.id,
  name: 'bench',
  prefix: keyLabel(key),
  hash: hashKey(key),
  createdBy: null,
})

const server: Server = createEngineServer({
  engine,
  metrics,
  metricsToken: null,
  catalog: () => new Uint8Array(),
  about: {},
  marks: {},
  isDraining: () => false,
  readiness: async () => ({ ready: true, checks: {} }),
})
server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, () => reportToParent(server, { key }))

// `kiosk mcp`: the operations as tools of a model's client, over standard input and output.
import { bundledCatalog, currentCatalog, readLocalSettings, serveLocal, sumOf, toolCost, toolList } from '@kiosk/mcp'
import { Kiosk } from '@kiosk/sdk'
import { type Terminal, table, UsageError } from '../cli-output.ts'
import { type Environment, readBaseUrl } from '../config.ts'
import { findKey } from './client-key.ts'
import { defineCommand, jsonOption } from './command.ts'

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serve the operations as MCP tools on standard input and output, for a model’s client.',
  options: {
    'print-cost': { says: 'Show what the list of tools costs a model, in bytes and estimated tokens, and end.' },
    local: { says: 'With --print-cost: the operations built into this release, without asking a gateway.' },
    json: jsonOption,
  },
  details: [
    'The key comes from KIOSK_API_KEY, else from the file guest-key in KIOSK_DATA_DIR; the gateway is asked at KIOSK_BASE_URL.',
    'KIOSK_TOOLSETS (categories), KIOSK_TOOLS (names) and KIOSK_READONLY=1 choose the tools; KIOSK_TOOL_MODE=search offers a few that find and call the others.',
    'KIOSK_OUTPUT_DIR keeps images and documents in a folder; KIOSK_MAX_CHARS bounds an answer (20000).',
  ].join('\n'),
  examples: ['kiosk mcp', 'KIOSK_TOOLSETS=web,developer kiosk mcp', 'kiosk mcp --print-cost'],
  async run({ values }, terminal) {
    const env = await clientEnvironment(terminal)
    if (values['print-cost']) return printCost(env, values, terminal)
    if (values.json || values.local) throw new UsageError('--json and --local belong to --print-cost.', 'mcp')
    await inWords(() => serveLocal(env, (line) => terminal.note(`kiosk mcp: ${line}`)))
    return undefined
  },
})

async function clientEnvironment(terminal: Terminal): Promise<Environment> {
  const baseUrl = readBaseUrl(terminal.env)
  const key = await findKey(baseUrl, terminal)
  return { ...terminal.env, KIOSK_BASE_URL: baseUrl, ...(key !== null && { KIOSK_API_KEY: key }) }
}

async function printCost(
  env: Environment,
  { local, json }: { local: boolean; json: boolean },
  terminal: Terminal,
): Promise<undefined> {
  const { selection, baseUrl } = await inWords(async () => readLocalSettings(env))
  const note = (line: string) => terminal.note(line)
  const catalog = local ? await bundledCatalog() : await currentCatalog(new Kiosk({ baseUrl }), note)
  const costs = await inWords(async () => toolList(catalog, selection).map(toolCost))
  const all = sumOf('all', costs)
  if (json) terminal.print(JSON.stringify({ tools: costs, all }))
  else {
    const rows = [...costs, all].map(({ name, bytes, tokens }) => [
      name,
      bytes.toLocaleString('en-US'),
      `~${tokens.toLocaleString('en-US')}`,
    ])
    terminal.print(table(['TOOL', 'BYTES', 'TOKENS'], rows))
  }
  return undefined
}

/** What is wrong with a setting is wrong usage, not a defect. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && ['SettingError', 'SelectionError'].includes(error.name))
      throw new UsageError(error.message, 'mcp')
    throw error
  }
}

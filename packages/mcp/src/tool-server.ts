// The MCP server of a catalog: its lists are made once, and each connection or request gets a server that points at them.
import { type CatalogDocument, type CatalogOperation, type Tool, toolName, toolOf } from '@kiosk/catalog'
import {
  type CallToolResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { guideText, PROMPT, promptMessages } from './guide.ts'
import type { OperationCaller } from './operation-caller.ts'
import { withProgress } from './progress.ts'
import { type ResultOptions, refusalResult, toolResult } from './results.ts'
import { RunningCalls } from './running-calls.ts'
import { CALL_READ, CALL_WRITE, DESCRIBE, describeText, SEARCH, searchText, searchTools } from './search-tools.ts'
import { type Selection, selectOperations } from './selection.ts'

export interface ToolServerOptions {
  readonly catalog: CatalogDocument
  readonly selection: Selection
  readonly results: ResultOptions
}

/** How long a client may keep a list. */
const LIST_TTL_MS = 5 * 60_000

/** Called once for each caller: what it runs is its own, and never another's. */
export type ToolServerFactory = (caller: OperationCaller) => (context: McpRequestContext) => Server

type ListedTool = Omit<Tool, '_meta' | 'outputSchema'> & Partial<Pick<Tool, '_meta' | 'outputSchema'>>

/** The tools that a selection offers. Throws `SelectionError`. */
export function toolList({ operations }: Pick<CatalogDocument, 'operations'>, selection: Selection): ListedTool[] {
  const chosen = selectOperations(operations, selection, toolName)
  return selection.mode === 'search' ? searchTools(chosen) : chosen.map(toolOf)
}

/** Throws `SelectionError`. */
export function createToolServers(options: ToolServerOptions): ToolServerFactory {
  const { catalog, selection, results } = options
  const operations = selectOperations(catalog.operations, selection, toolName)
  const byName = new Map(operations.map((operation) => [toolName(operation.slug), operation]))
  const tools = toolList(catalog, selection)
  const isSearch = selection.mode === 'search'

  const run = async (
    { caller, running }: Connected,
    operation: CatalogOperation,
    input: object,
    context: ServerContext,
  ): Promise<CallToolResult> => {
    try {
      const key = JSON.stringify([operation.slug, input])
      const start = (signal: AbortSignal) => caller(operation.slug, input, signal)
      const answer = await withProgress(operation, context, () => running.wait(key, start, context.mcpReq.signal))
      return answer === null ? stillRunning(operation) : await toolResult(operation, answer, results)
    } catch (error) {
      context.mcpReq.signal.throwIfAborted()
      return refusalResult(error)
    }
  }

  const call = (
    connected: Connected,
    name: string,
    input: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ) => {
    if (isSearch)
      return callSearchTool(
        { operations, byName, run: (one, given) => run(connected, one, given, context) },
        name,
        input,
      )
    const operation = byName.get(name)
    if (operation === undefined) throw unknownTool(name)
    return run(connected, operation, input, context)
  }

  const open = (connected: Connected) => {
    const server = newServer(catalog.version, guideText(operations, isSearch))
    // The lists are the catalog's own values, which the protocol's types hold to be mutable.
    server.setRequestHandler('tools/list', () => ({ tools }) as never)
    server.setRequestHandler('tools/call', ({ params }, context) =>
      call(connected, params.name, params.arguments ?? {}, context),
    )
    addCatalogResource(server, catalog)
    addPrompt(server, operations)
    return server
  }

  return (caller) => {
    const connected = { caller, running: new RunningCalls() }
    return () => open(connected)
  }
}

const hint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const
const listHints = { 'tools/list': hint, 'resources/list': hint, 'resources/read': hint, 'prompts/list': hint }

function newServer(version: string, instructions: string): Server {
  const capabilities = { tools: {}, resources: {}, prompts: {} }
  return new Server({ name: 'kiosk', title: 'Kiosk', version }, { capabilities, instructions, cacheHints: listHints })
}

interface Connected {
  readonly caller: OperationCaller
  readonly running: RunningCalls
}

interface SearchDeps {
  readonly operations: readonly CatalogOperation[]
  readonly byName: ReadonlyMap<string, CatalogOperation>
  readonly run: (operation: CatalogOperation, input: object) => Promise<CallToolResult>
}

function callSearchTool(
  { operations, byName, run }: SearchDeps,
  tool: string,
  { query, name, input }: Readonly<Record<string, unknown>>,
): CallToolResult | Promise<CallToolResult> {
  if (tool === SEARCH) return text(searchText(operations, typeof query === 'string' ? query : ''))
  if (tool !== DESCRIBE && tool !== CALL_READ && tool !== CALL_WRITE) throw unknownTool(tool)
  const operation = byName.get(String(name))
  if (operation === undefined) return wrong(`there is no operation ${JSON.stringify(name)}; ${SEARCH} finds them.`)
  if (tool === DESCRIBE) return text(describeText(operation))
  const right = operation.access === 'account' ? CALL_WRITE : CALL_READ
  if (tool !== right) return wrong(`${String(name)} is called by ${right}.`)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return wrong('input: expected an object.')
  return run(operation, input)
}

function addCatalogResource(server: Server, { operations }: CatalogDocument): void {
  const resource = {
    uri: 'kiosk://catalog',
    name: 'catalog',
    title: 'All operations',
    description: 'The names of all operations of this gateway, by category.',
    mimeType: 'text/plain',
  }
  server.setRequestHandler('resources/list', () => ({ resources: [resource] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params }) => {
    if (params.uri !== resource.uri) throw new ResourceNotFoundError(params.uri)
    return { contents: [{ uri: resource.uri, mimeType: 'text/plain', text: searchText(operations, '') }] }
  })
}

function addPrompt(server: Server, operations: readonly CatalogOperation[]): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: [PROMPT] }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (params.name !== PROMPT.name)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`)
    return promptMessages(params.arguments?.task ?? '', operations)
  })
}

function stillRunning({ slug, timeoutSec }: CatalogOperation): CallToolResult {
  return text(
    `${toolName(slug)} is still running; it may take ${timeoutSec} s. Call the tool again with the same input to go on waiting: it is the same call and costs nothing more.`,
  )
}

function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] }
}

function wrong(message: string): CallToolResult {
  return { isError: true, ...text(`INVALID_INPUT: ${message}`) }
}

function unknownTool(name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`)
}

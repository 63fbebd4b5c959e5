// Tools for LangChain (package `@langchain/core`, a peer).
import { DynamicStructuredTool } from '@langchain/core/tools'
import type { Kiosk } from './client.ts'
import { runTool, type ToolOptions, toolSpecs } from './tools.ts'

/** Reads the catalog and makes its operations tools, for `bindTools` and for agents. */
export async function langchainTools(kiosk: Kiosk, options: ToolOptions = {}): Promise<DynamicStructuredTool[]> {
  const specs = toolSpecs(await kiosk.catalog(), options)
  return specs.map(
    ({ name, slug, description, inputSchema }) =>
      new DynamicStructuredTool({
        name,
        description,
        schema: inputSchema,
        func: (input: unknown, _manager, config) =>
          runTool(kiosk, slug, input, { maxChars: options.maxChars, signal: config?.signal }),
      }),
  )
}

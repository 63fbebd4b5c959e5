// Tools for the Vercel AI SDK (package `ai`, a peer).
import { jsonSchema, type Tool, tool } from 'ai'
import type { Kiosk } from './client.ts'
import { runTool, type ToolOptions, toolSpecs } from './tools.ts'

/** Reads the catalog and makes its operations tools, by name: for `tools` of `generateText` and its kin. */
export async function aiTools(kiosk: Kiosk, options: ToolOptions = {}): Promise<Record<string, Tool<unknown, string>>> {
  const specs = toolSpecs(await kiosk.catalog(), options)
  return Object.fromEntries(
    specs.map(({ name, slug, description, inputSchema }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<unknown>(inputSchema),
        execute: (input: unknown, { abortSignal }: { abortSignal?: AbortSignal | undefined }) =>
          runTool(kiosk, slug, input, { maxChars: options.maxChars, signal: abortSignal }),
      }),
    ]),
  )
}

// Function tools for OpenAI's chat and responses interfaces, and whatever speaks like them. Needs no package of theirs.
import type { Kiosk } from './client.ts'
import type { JsonSchema } from './documents.ts'
import { parseJson } from './errors.ts'
import { runTool, type ToolOptions, toolSpecs } from './tools.ts'

/** As chat completions take it. */
export interface FunctionTool {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema }
}

export interface FunctionTools {
  /** For `tools` of a request. */
  readonly tools: FunctionTool[]
  /** Runs what a model asked for and gives the text of the tool's message. Rejects with `TypeError` for a name that is not among the tools.
   * @param args JSON text, as the model wrote it */
  run(name: string, args: string, options?: { readonly signal?: AbortSignal }): Promise<string>
}

/** Reads the catalog and makes its operations function tools. */
export async function functionTools(kiosk: Kiosk, options: ToolOptions = {}): Promise<FunctionTools> {
  const specs = toolSpecs(await kiosk.catalog(), options)
  const slugs = new Map(specs.map(({ name, slug }) => [name, slug]))
  return {
    tools: specs.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
    async run(name, args, { signal } = {}) {
      const slug = slugs.get(name)
      if (slug === undefined) throw new TypeError(`there is no tool ${name}`)
      return runTool(kiosk, slug, parseJson(args), { maxChars: options.maxChars, signal })
    },
  }
}

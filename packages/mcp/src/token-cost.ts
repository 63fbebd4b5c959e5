// What a list of tools costs a model before anything is asked: bytes exactly, tokens by estimate.

export interface ToolCost {
  readonly name: string
  readonly bytes: number
  readonly tokens: number
}

/** A rule of thumb for schemas and English; tokenizers differ. */
const BYTES_PER_TOKEN = 3.9

export function toolCost(tool: { readonly name: string }): ToolCost {
  const bytes = new TextEncoder().encode(JSON.stringify(tool)).length
  return { name: tool.name, bytes, tokens: Math.round(bytes / BYTES_PER_TOKEN) }
}

/** Of several together. */
export function sumOf(name: string, costs: readonly ToolCost[]): ToolCost {
  const sum = (of: (cost: ToolCost) => number) => costs.reduce((total, cost) => total + of(cost), 0)
  return { name, bytes: sum(({ bytes }) => bytes), tokens: sum(({ tokens }) => tokens) }
}

// Which operations a connection offers. Fixed when it opens: a list of tools must not change as an effect of calls.
import type { CatalogOperation } from '@kiosk/catalog'

export interface Selection {
  /** Categories of the catalog; empty: all. */
  readonly toolsets: readonly string[]
  /** Names of single tools, beside those of the toolsets; empty: none. */
  readonly tools: readonly string[]
  /** Leaves out what acts on somebody's account, whatever else was picked. */
  readonly isReadonly: boolean
  /** `search`: a few tools that find, describe and call operations, in place of one tool each. */
  readonly mode: 'tools' | 'search'
}

/** As people write it: comma-separated lists, flags as `1`, `true`, `yes`. */
export interface SelectionText {
  readonly toolsets?: string | null | undefined
  readonly tools?: string | null | undefined
  readonly readonly?: string | null | undefined
  readonly mode?: string | null | undefined
}

/** A selection that cannot be read; the message names what was wrong and what would be right. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError'
}

/** Throws `SelectionError`. */
export function readSelection({ toolsets, tools, readonly, mode }: SelectionText): Selection {
  if (mode !== undefined && mode !== null && mode !== '' && mode !== 'tools' && mode !== 'search') {
    throw new SelectionError(`mode: expected tools or search, not ${JSON.stringify(mode)}.`)
  }
  const names = listOf(toolsets)
  return {
    toolsets: names.includes('all') ? [] : names,
    tools: listOf(tools),
    isReadonly: flagOf(readonly),
    mode: mode === 'search' ? 'search' : 'tools',
  }
}

function listOf(text: string | null | undefined): string[] {
  const words = (text ?? '').split(',').map((word) => word.trim().toLowerCase())
  return [...new Set(words.filter((word) => word !== ''))]
}

function flagOf(text: string | null | undefined): boolean {
  const word = (text ?? '').trim().toLowerCase()
  if (['', '0', 'false', 'no'].includes(word)) return false
  if (['1', 'true', 'yes'].includes(word)) return true
  throw new SelectionError(`readonly: expected 1 or 0, not ${JSON.stringify(text)}.`)
}

/** The operations of a selection, in the catalog's order. Throws `SelectionError` for a toolset or tool that does not exist.
 * @param nameOf tool of a slug */
export function selectOperations(
  operations: readonly CatalogOperation[],
  { toolsets, tools, isReadonly }: Selection,
  nameOf: (slug: string) => string,
): CatalogOperation[] {
  const categories = [...new Set(operations.map(({ category }) => category))].sort()
  const wrongSet = toolsets.find((name) => !categories.includes(name))
  if (wrongSet !== undefined) {
    throw new SelectionError(
      `toolsets: there is no ${JSON.stringify(wrongSet)}; there are ${categories.join(', ')} and all.`,
    )
  }
  const wrongTool = tools.find((name) => !operations.some(({ slug }) => nameOf(slug) === name))
  if (wrongTool !== undefined) throw new SelectionError(`tools: there is no ${JSON.stringify(wrongTool)}.`)
  const isEverything = toolsets.length === 0 && tools.length === 0
  return operations
    .filter(({ category, slug }) => isEverything || toolsets.includes(category) || tools.includes(nameOf(slug)))
    .filter(({ access }) => !isReadonly || access !== 'account')
}

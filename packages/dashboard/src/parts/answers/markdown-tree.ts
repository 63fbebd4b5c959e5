// Markdown of strangers as a tree, and the judgements that keep its rendering harmless.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export type MarkdownTree = ReturnType<typeof fromMarkdown>
export type MarkdownNode = MarkdownTree['children'][number]

export interface Reading {
  readonly tree: MarkdownTree
  /** Addresses of `[text][name]`, by normalized name. */
  readonly addresses: ReadonlyMap<string, string>
  /** Level of each heading in the page, by node: no level is left out, whatever the author did. */
  readonly levels: ReadonlyMap<MarkdownNode, HeadingLevel>
}

export type HeadingLevel = 3 | 4 | 5 | 6

export function readMarkdown(text: string): Reading {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const all = nodesOf(tree.children)
  const addresses = new Map<string, string>()
  for (const node of all) {
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url)
  }
  return { tree, addresses, levels: headingLevels(all) }
}

function nodesOf(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  return nodes.flatMap((node) => [node, ...('children' in node ? nodesOf(node.children) : [])])
}

/** The page around has levels 1 and 2. */
function headingLevels(nodes: readonly MarkdownNode[]): Map<MarkdownNode, HeadingLevel> {
  const levels = new Map<MarkdownNode, HeadingLevel>()
  let before = 2
  for (const node of nodes) {
    if (node.type !== 'heading') continue
    const level = levelAt(Math.min(node.depth + 2, before + 1))
    levels.set(node, level)
    before = level
  }
  return levels
}

function levelAt(level: number): HeadingLevel {
  if (level <= 3) return 3
  if (level === 4) return 4
  return level === 5 ? 5 : 6
}

/** The address of a link that may be followed: absolute, of the web or of mail; null for any other. */
export function safeAddress(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null
  const url = new URL(address)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

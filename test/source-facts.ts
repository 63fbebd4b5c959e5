// What a source file imports and which ambient things it touches, read from its syntax tree.
import { parseAst } from 'vitest/node'

export interface SourceFile {
  /** From the root of the repo, with slashes. */
  readonly path: string
  readonly text: string
}

export interface Import {
  readonly from: string
  /** Gone at run time. */
  readonly typeOnly: boolean
}

export interface Facts {
  readonly path: string
  readonly imports: readonly Import[]
  /** Ambient names and members, such as `fetch`, `process.env`, `Date.now`, `new Date()`. */
  readonly ambient: ReadonlySet<string>
  /** Passes on everything of another file. */
  readonly starExport: boolean
}

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

/** Throws `SyntaxError` on a file that does not parse. */
export function factsOf(file: SourceFile): Facts {
  const imports: Import[] = []
  const ambient = new Set<string>()
  let starExport = false
  const visit = (node: Node, parent: Node | null, key: string): void => {
    const from = sourceOf(node)
    if (from !== undefined) imports.push({ from, typeOnly: node.importKind === 'type' || node.exportKind === 'type' })
    if (node.type === 'ExportAllDeclaration' && node.exportKind !== 'type') starExport = true
    const name = ambientName(node, parent, key)
    if (name) ambient.add(name)
    for (const [part, value] of Object.entries(node)) {
      for (const child of [value].flat()) if (isNode(child)) visit(child, node, part)
    }
  }
  const program: unknown = parseAst(file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' })
  if (isNode(program)) visit(program, null, '')
  return { path: file.path, imports, ambient, starExport }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** What an import, a re-export or a dynamic import reads from. */
function sourceOf(node: Node): string | undefined {
  const reads = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ]
  const source = node.source ?? node.argument
  if (!reads.includes(node.type) || !isNode(source)) return undefined
  const value = isNode(source.literal) ? source.literal.value : source.value
  return typeof value === 'string' ? value : undefined
}

const OBJECTS = new Set(['Date', 'Math', 'process', 'AbortSignal', 'crypto', 'globalThis', 'performance'])

function ambientName(node: Node, parent: Node | null, key: string): string | undefined {
  if (node.type === 'NewExpression' && identifier(node.callee) === 'Date') {
    return Array.isArray(node.arguments) && node.arguments.length === 0 ? 'new Date()' : undefined
  }
  if (node.type === 'MemberExpression') {
    const object = identifier(node.object)
    const property = node.computed ? undefined : identifier(node.property)
    return object && property && OBJECTS.has(object) ? `${object}.${property}` : undefined
  }
  if (node.type === 'Identifier' && !isLabel(parent, key)) return identifier(node)
  return undefined
}

/** Names that only label a part of something else: `x.fetch`, `{ fetch: … }`, a method or a field of a type. */
function isLabel(parent: Node | null, key: string): boolean {
  if (parent?.type === 'MemberExpression') return key === 'property' && !parent.computed
  return key === 'key' && !parent?.computed && !parent?.shorthand
}

function identifier(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : undefined
}

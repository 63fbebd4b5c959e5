// An operation as an MCP tool; pure data, the servers put it on the wire.
import { accessSentence, type CatalogOperation, priceSentence } from './document.ts'
import { inDialect } from './json-schema.ts'
import type { JsonSchema } from './json-schema-walk.ts'
import { toolName } from './names.ts'

export interface Tool {
  /** At most 64 characters of `a-z`, `0-9` and `_`. */
  readonly name: string
  readonly title: string
  /** Purpose, access, and the price in the last line. */
  readonly description: string
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly inputSchema: JsonSchema
  /** What `structuredContent` holds: the output less its binary fields. */
  readonly outputSchema: JsonSchema
  readonly _meta: Readonly<Record<string, unknown>>
}

/** The MCP view of one operation of a catalog document. */
export function toolOf(operation: CatalogOperation): Tool {
  const writes = operation.access === 'account'
  return {
    name: toolName(operation.slug),
    title: operation.title,
    description: [operation.description, accessSentence(operation), priceSentence(operation)]
      .filter(Boolean)
      .join('\n'),
    annotations: {
      title: operation.title,
      readOnlyHint: !writes,
      // What is posted or signed in cannot be taken back by calling again, so clients should ask first.
      destructiveHint: writes,
      idempotentHint: !writes,
      openWorldHint: true,
    },
    inputSchema: inDialect(operation.inputSchema, 'mcp'),
    outputSchema: inDialect(withoutFields(operation.outputSchema, binaryFields(operation)), 'mcp'),
    _meta: {
      'kiosk/slug': operation.slug,
      'kiosk/units': operation.units,
      'kiosk/timeoutSec': operation.timeoutSec,
      'kiosk/cacheSec': operation.cacheSec,
      'kiosk/access': operation.access,
    },
  }
}

/** Output fields that hold base64 (`contentEncoding: 'base64'`): sent as blocks of their own, never as text for a model to read. */
export function binaryFields(operation: Pick<CatalogOperation, 'outputSchema'>): string[] {
  return Object.entries(operation.outputSchema.properties ?? {})
    .filter(([, field]) => field.contentEncoding === 'base64')
    .map(([name]) => name)
}

function withoutFields(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: schema.required?.filter((name) => !names.includes(name)) ?? [],
  }
}

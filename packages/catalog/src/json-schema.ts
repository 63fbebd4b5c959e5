// JSON Schemas of an operation's input and output, made from zod once and then written in the dialect a reader needs.
import { z } from 'zod'
import { mcpSchema, openApiSchema } from './json-schema-dialects.ts'
import { inOrder, type JsonSchema, mapSubschemas, nonNullBranches } from './json-schema-walk.ts'
import type { Operation } from './operation.ts'

/** `2020-12`: the catalog. `mcp`: 2020-12 less what the clients of models refuse. `openapi-3.0`: the Schema Object of OpenAPI 3.0.3. */
export type Dialect = '2020-12' | 'mcp' | 'openapi-3.0'

/** Schema of the request body. Unknown fields are refused, so objects say `additionalProperties: false`; fields with a default are optional.
 * Throws `TypeError` when zod's schema cannot be said in JSON Schema. */
export function inputSchema(operation: Pick<Operation, 'slug' | 'input'>, dialect: Dialect = '2020-12'): JsonSchema {
  return inDialect(convert(operation.slug, operation.input, 'input'), dialect)
}

/** Schema of a success body. Open for fields that are added later; fields with a default are present.
 * Throws `TypeError` when zod's schema cannot be said in JSON Schema. */
export function outputSchema(operation: Pick<Operation, 'slug' | 'output'>, dialect: Dialect = '2020-12'): JsonSchema {
  return inDialect(convert(operation.slug, operation.output, 'output'), dialect)
}

/** Rewrites a schema of the catalog document (`2020-12`) for another reader. */
export function inDialect(schema: JsonSchema, dialect: Dialect): JsonSchema {
  if (dialect === 'mcp') return mcpSchema(schema)
  if (dialect === 'openapi-3.0') return openApiSchema(schema)
  return schema
}

type Side = 'input' | 'output'

function convert(slug: string, schema: z.ZodType, side: Side): JsonSchema {
  try {
    const options = { target: 'draft-2020-12', io: side, override: dropUnsayablePatterns } as const
    // Through text: drops the functions that zod hangs on the schema, and what is undefined.
    const raw: JsonSchema = JSON.parse(JSON.stringify(z.toJSONSchema(schema, options)))
    const tidied = tidy(raw, side)
    if (tidied.type !== 'object') throw new TypeError('expected an object')
    return tidied
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new TypeError(`${slug}: the ${side} has no JSON Schema: ${why}`, { cause })
  }
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
type RawSchema = Parameters<Override>[0]['jsonSchema']

/** JSON Schema has no regex flags: a pattern that leans on `i`, `m` or `s` would refuse what the service accepts. */
function dropUnsayablePatterns({ zodSchema, jsonSchema }: Parameters<Override>[0]): void {
  const unsayable = new Set(patternsOf(zodSchema).flatMap((regex) => (/[ims]/.test(regex.flags) ? [regex.source] : [])))
  if (unsayable.size === 0) return
  if (jsonSchema.pattern !== undefined && unsayable.has(jsonSchema.pattern)) delete jsonSchema.pattern
  const kept = jsonSchema.allOf?.filter(
    (part: RawSchema) => !(part.pattern !== undefined && unsayable.has(part.pattern)),
  )
  if (kept?.length === 0) delete jsonSchema.allOf
  else if (kept) jsonSchema.allOf = kept
}

function patternsOf(schema: Parameters<Override>[0]['zodSchema']): RegExp[] {
  const checks = 'checks' in schema._zod.def ? (schema._zod.def.checks ?? []) : []
  return [schema._zod.def, ...checks.map((check) => check._zod.def)].flatMap((def) =>
    'pattern' in def && def.pattern instanceof RegExp ? [def.pattern] : [],
  )
}

const MAX = Number.MAX_SAFE_INTEGER

/** Formats that JSON Schema registers; zod writes names of its own too, such as `starts_with`. */
const FORMATS = new Set(['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'])

/** zod's patterns of these only repeat the format, in up to 300 characters. */
const FORMAT_SAYS_IT = new Set(['date-time', 'date'])

const DROPPED = new Set(['$schema', '$id', 'id', 'nullable'])

function tidy(raw: JsonSchema, side: Side): JsonSchema {
  if ('$ref' in raw || '$defs' in raw)
    throw new TypeError('named (`id`) and recursive schemas are not supported; spell the levels out')
  const schema: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(raw)) {
    if (!DROPPED.has(keyword) && value !== undefined) schema[keyword] = value
  }
  if (schema.minimum === -MAX) delete schema.minimum
  if (schema.maximum === MAX) delete schema.maximum
  if (typeof schema.format === 'string' && !FORMATS.has(schema.format)) delete schema.format
  if (typeof schema.format === 'string' && FORMAT_SAYS_IT.has(schema.format)) delete schema.pattern
  if (side === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (isPlainString(schema.propertyNames)) delete schema.propertyNames
  if (Array.isArray(schema.type)) {
    schema.anyOf = schema.type.map((type) => ({ type }))
    delete schema.type
  }
  return inOrder(hoistFromNullable(mapSubschemas(schema, (part) => tidy(part, side))))
}

function isPlainString(value: unknown): boolean {
  return typeof value === 'object' && value !== null && JSON.stringify(value) === '{"type":"string"}'
}

/** zod leaves the description inside or outside of a nullable, as it was chained; readers find it outside. */
function hoistFromNullable(schema: JsonSchema): JsonSchema {
  const branches = nonNullBranches(schema)?.flatMap((part) =>
    Object.keys(part).join() === 'anyOf' ? (part.anyOf ?? []) : [part],
  )
  if (!branches) return schema
  const [only] = branches
  const nullType: JsonSchema = { type: 'null' }
  if (branches.length !== 1 || !only) return { ...schema, anyOf: [...branches, nullType] }
  const { description, 'x-secret': secret, ...rest } = only
  return {
    ...(description && { description }),
    ...(secret && { 'x-secret': secret }),
    ...schema,
    anyOf: [rest, nullType],
  }
}

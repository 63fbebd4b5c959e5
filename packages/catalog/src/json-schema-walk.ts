// The shape of our JSON Schemas, and what every rewrite of one needs.

/** A JSON Schema as our views write it: no `$ref`, one `type`, and a nullable is always `anyOf: [schema, { type: 'null' }]` (`nullable` in OpenAPI 3.0). */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema | boolean
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly default?: unknown
  /** The field is a credential. */
  readonly 'x-secret'?: boolean
  readonly [keyword: string]: unknown
}

/** True when whoever walks over it finds what `JsonSchema` says. For schemas that come over the wire. */
export function isJsonSchema(value: unknown): value is JsonSchema {
  if (!isRecord(value)) return false
  const { properties, items, additionalProperties, required, description, type } = value
  const lists = [value.prefixItems, value.anyOf, value.oneOf, value.allOf]
  return (
    isAbsentOr(properties, (part) => isRecord(part) && Object.values(part).every(isJsonSchema)) &&
    [items, additionalProperties].every((part) => typeof part === 'boolean' || isAbsentOr(part, isJsonSchema)) &&
    lists.every((list) => isAbsentOr(list, (parts) => Array.isArray(parts) && parts.every(isJsonSchema))) &&
    isAbsentOr(required, (names) => Array.isArray(names) && names.every((name) => typeof name === 'string')) &&
    isAbsentOr(value.enum, Array.isArray) &&
    [description, type].every((text) => isAbsentOr(text, (part) => typeof part === 'string'))
  )
}

function isAbsentOr(value: unknown, holds: (value: unknown) => boolean): boolean {
  return value === undefined || holds(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Rebuilds a schema with every schema right below it replaced. */
export function mapSubschemas(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const changed: Record<string, unknown> = { ...schema }
  const { properties, additionalProperties, items } = schema
  if (properties)
    changed.properties = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)]))
  if (typeof additionalProperties === 'object') changed.additionalProperties = change(additionalProperties)
  if (typeof items === 'object') changed.items = change(items)
  for (const keyword of ['prefixItems', 'anyOf', 'oneOf', 'allOf'] as const) {
    const parts = schema[keyword]
    if (parts) changed[keyword] = parts.map(change)
  }
  return changed
}

/** The schemas of a nullable besides null; undefined when it is none. */
export function nonNullBranches(schema: JsonSchema): readonly JsonSchema[] | undefined {
  const branches = schema.anyOf?.filter((part) => part.type !== 'null')
  return branches && branches.length < (schema.anyOf?.length ?? 0) ? branches : undefined
}

const ORDER = [
  'title',
  'description',
  'type',
  'nullable',
  'format',
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'items',
  'prefixItems',
  'properties',
  'required',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'default',
  'example',
  'examples',
]

/** One order of keywords, however the schema was chained: the generated files then change only where an interface does. */
export function inOrder(schema: JsonSchema): JsonSchema {
  const rank = (keyword: string) => (ORDER.includes(keyword) ? ORDER.indexOf(keyword) : ORDER.length)
  return Object.fromEntries(
    Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b) || (rank(a) < ORDER.length ? 0 : a < b ? -1 : 1)),
  )
}

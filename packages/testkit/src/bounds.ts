// Reads a JSON Schema for what is left open: lengths, sizes, ranges, descriptions.

/** The parts of a JSON Schema that the rules look at. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly propertyNames?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
}

/** Each part of a schema with its dotted path; the root is `''`. Members of unions have the path of the union. */
export function* partsOf(schema: Schema, path = ''): Generator<{ path: string; schema: Schema; isProperty: boolean }> {
  yield { path, schema, isProperty: false }
  yield* innerParts(schema, path)
}

function* innerParts(schema: Schema, path: string): Generator<{ path: string; schema: Schema; isProperty: boolean }> {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? key : `${path}.${key}`
    yield { path: at, schema: property, isProperty: true }
    yield* innerParts(property, at)
  }
  for (const item of [schema.items ?? [], schema.prefixItems ?? []].flat()) yield* partsOf(item, `${path}[]`)
  if (typeof schema.additionalProperties === 'object') yield* partsOf(schema.additionalProperties, `${path}.*`)
  if (schema.propertyNames !== undefined) yield* partsOf(schema.propertyNames, `${path} (keys)`)
  for (const member of [schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat()) yield* partsOf(member, path)
}

/** Paths of an input's strings, arrays and numbers without an upper bound (for numbers also a lower one). */
export function unbounded(input: Schema): string[] {
  return [...partsOf(input)].flatMap(({ path, schema }) => {
    if (schema.enum !== undefined || schema.const !== undefined) return []
    const types = [schema.type ?? []].flat()
    const open = [
      types.includes('string') && schema.maxLength === undefined && 'a longest length',
      types.includes('array') && schema.maxItems === undefined && 'a most number of items',
      (types.includes('number') || types.includes('integer')) && !hasRange(schema) && 'a least and a greatest value',
    ]
    return open.filter((what) => what !== false).map((what) => `${path} needs ${what}`)
  })
}

function hasRange(schema: Schema): boolean {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY
  const greatest = schema.maximum ?? schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY
  // An integer schema names the safe integers by itself; that is no choice of the author.
  return least > Number.MIN_SAFE_INTEGER && greatest < Number.MAX_SAFE_INTEGER
}

/** Paths of properties without a description. */
export function undescribed(schema: Schema): string[] {
  return [...partsOf(schema)].filter((part) => part.isProperty && !part.schema.description).map((part) => part.path)
}

/** Paths of objects that refuse further properties (`closed`), or that take them (`open`). */
export function objectsThat(are: 'closed' | 'open', schema: Schema): string[] {
  return [...partsOf(schema)]
    .filter((part) => part.schema.properties !== undefined)
    .filter((part) => (part.schema.additionalProperties === false) === (are === 'closed'))
    .map((part) => part.path || '(root)')
}

// The catalog's JSON Schemas (2020-12) rewritten for readers that know less: clients of models, and OpenAPI 3.0.
import { inOrder, type JsonSchema, mapSubschemas, nonNullBranches } from './json-schema-walk.ts'

/** For MCP tools: no keyword that a model's client is known to refuse. At the top there is a plain object without `anyOf`, `oneOf` or `allOf`. */
export function mcpSchema(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, allOf, ...top } = schema
  return mcpPart(top)
}

function mcpPart(schema: JsonSchema): JsonSchema {
  const {
    format,
    const: only,
    oneOf,
    examples,
    contentEncoding,
    contentMediaType,
    propertyNames,
    ...rest
  } = withoutTuple(schema)
  const part: JsonSchema = {
    ...rest,
    // Some clients refuse a whole tool for a string format other than this one.
    ...(format === 'date-time' && { format }),
    ...('const' in schema && { enum: [only] }),
    ...(oneOf && { anyOf: oneOf }),
  }
  return inOrder(mapSubschemas(part, mcpPart))
}

/** For OpenAPI 3.0.3: `nullable` beside a type (and null in its enum), boolean exclusive bounds, one `example`. */
export function openApiSchema(schema: JsonSchema): JsonSchema {
  const branches = nonNullBranches(schema)
  if (branches) return nullable(schema, branches)
  // The Schema Object has no type for null alone.
  if (schema.type === 'null') return { ...schema, type: 'string', nullable: true, enum: [null] }
  const { const: only, examples, contentEncoding, contentMediaType, propertyNames, ...rest } = withoutTuple(schema)
  const part: JsonSchema = {
    ...rest,
    ...exclusiveBounds(schema),
    ...('const' in schema && { enum: [only] }),
    ...(Array.isArray(examples) && examples.length > 0 && { example: examples[0] }),
    ...(contentEncoding === 'base64' && { format: 'byte' }),
  }
  return inOrder(mapSubschemas(part, openApiSchema))
}

function nullable(schema: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const { anyOf, ...outer } = schema
  const [only] = branches
  const whole = branches.length === 1 && only ? { ...only, ...outer } : { ...outer, anyOf: branches }
  return inOrder(acceptNull(openApiSchema(whole)))
}

/** `nullable` counts only beside `type`: without one, the first alternative that has a type takes it. No type at all accepts null as it is. */
function acceptNull(schema: JsonSchema): JsonSchema {
  if (schema.type)
    return { ...schema, nullable: true, ...(schema.enum && { enum: [...new Set([...schema.enum, null])] }) }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = schema[keyword]
    const at = parts?.findIndex((part) => part.type) ?? -1
    if (parts && at >= 0)
      return { ...schema, [keyword]: parts.map((part, index) => (index === at ? acceptNull(part) : part)) }
  }
  return schema
}

function exclusiveBounds(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema
  return {
    ...(typeof above === 'number' && { minimum: above, exclusiveMinimum: true }),
    ...(typeof below === 'number' && { maximum: below, exclusiveMaximum: true }),
  }
}

/** A tuple by position is new in 2020-12; older readers get the union of its places, with the same length. */
function withoutTuple(schema: JsonSchema): JsonSchema {
  const { prefixItems, items, ...rest } = schema
  if (!prefixItems) return schema
  const places = [...new Map(prefixItems.map((part) => [JSON.stringify(part), part])).values()]
  const [only] = places
  return { ...rest, items: places.length === 1 && only ? only : { anyOf: places } }
}

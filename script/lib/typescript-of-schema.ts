// TypeScript for the JSON Schemas of the catalog: plain interfaces that say what zod's own types say.
import type { JsonSchema } from '@kiosk/catalog'

/** Body of an object type, with documentation on each field. @param indent of the line that opens it */
export function objectType(schema: JsonSchema, indent = ''): string {
  const required = new Set(schema.required)
  const inner = `${indent}  `
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const type = typeOf(field, inner)
    const member = required.has(name) ? `${keyOf(name)}: ${type}` : `${keyOf(name)}?: ${type} | undefined`
    return `${docOf(fieldWords(field), inner)}${inner}${member}\n`
  })
  const { additionalProperties } = schema
  // A strict object without fields takes none.
  const isEmpty = fields.length === 0 && additionalProperties === false
  const rest =
    isEmpty || typeof additionalProperties === 'object'
      ? [`${inner}[key: string]: ${isEmpty ? 'never' : 'unknown'}\n`]
      : []
  return fields.length + rest.length === 0 ? '{}' : `{\n${[...fields, ...rest].join('')}${indent}}`
}

/** @param indent of the line that it begins on */
export function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  const parts = schema.anyOf ?? schema.oneOf
  if (parts && !schema.type) return unionOf(parts.map((part) => typeOf(part, indent)))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return arrayType(schema, indent)
    case 'object':
      return recordType(schema, indent)
    default:
      return 'unknown'
  }
}

function arrayType({ items, prefixItems }: JsonSchema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((part) => typeOf(part, indent)).join(', ')}]`
  const item = typeof items === 'object' ? typeOf(items, indent) : 'unknown'
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function recordType(schema: JsonSchema, indent: string): string {
  const { additionalProperties, properties } = schema
  if (typeof additionalProperties !== 'object' || (properties && Object.keys(properties).length > 0)) {
    return objectType(schema, indent)
  }
  return `Record<string, ${typeOf(additionalProperties, indent)}>`
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** What a reader has to know of a field that its type does not say. */
function fieldWords(schema: JsonSchema): string[] {
  const { description, default: fallback } = schema
  return [
    ...(description ? [description] : []),
    ...(schema['x-secret'] ? ['A secret.'] : []),
    ...(bounds(schema) ?? []),
    ...(fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`]),
  ]
}

function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string[] | null {
  if (typeof minimum === 'number' && typeof maximum === 'number') return [`${minimum} to ${maximum}.`]
  if (typeof maxLength === 'number')
    return [`${typeof minLength === 'number' ? minLength : 0} to ${maxLength} characters.`]
  if (typeof maxItems === 'number') return [`${typeof minItems === 'number' ? minItems : 0} to ${maxItems} items.`]
  return null
}

/** A doc comment with its line ends; empty without words. */
export function docOf(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 0) return ''
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

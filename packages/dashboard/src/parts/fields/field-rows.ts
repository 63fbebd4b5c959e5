// The rows of a table of fields: a schema made flat, one row for each named field at any depth.
import type { JsonSchema } from '@kiosk/catalog'

export interface FieldRow {
  /** `jobs[].title` */
  readonly path: string
  /** `integer`, `list of strings`, `png or jpeg`; with `or null`. */
  readonly type: string
  readonly isRequired: boolean
  readonly isSecret: boolean
  readonly description: string
  /** Bounds and form, one part each: `1 to 100`, `at most 255 characters`. */
  readonly rules: readonly string[]
  /** As JSON; null when there is none. */
  readonly fallback: string | null
}

export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = prefix + name
    return [rowOf(path, part, required.has(name)), ...partRows(part, path)]
  })
}

function partRows(schema: JsonSchema, path: string): FieldRow[] {
  const inner = unwrapped(schema)
  if (typeof inner.items === 'object') return partRows(inner.items, `${path}[]`)
  return inner.properties ? fieldRows(inner, `${path}.`) : []
}

function rowOf(path: string, schema: JsonSchema, isRequired: boolean): FieldRow {
  const inner = unwrapped(schema)
  const fallback = schema.default ?? inner.default
  return {
    path,
    type: isNullable(schema) ? `${typeText(inner)} or null` : typeText(inner),
    isRequired,
    isSecret: schema['x-secret'] === true || inner['x-secret'] === true,
    description: schema.description ?? inner.description ?? '',
    rules: rulesOf(inner),
    fallback: fallback === undefined ? null : JSON.stringify(fallback),
  }
}

function isNullable(schema: JsonSchema): boolean {
  return schema.anyOf?.some(({ type }) => type === 'null') ?? false
}

function unwrapped(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null')
  const [only] = branches ?? []
  return only && branches?.length === 1 ? only : schema
}

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
  array: 'lists',
}

function typeText(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') {
    const item = typeof schema.items === 'object' ? unwrapped(schema.items) : {}
    return item.enum ? `list of ${typeText(item)}` : `list of ${PLURALS[item.type ?? ''] ?? 'values'}`
  }
  if (schema.contentEncoding === 'base64') return 'string (base64)'
  if (schema.type === 'string' && schema.format) return `string (${schema.format})`
  return schema.type ?? 'any'
}

function rulesOf(schema: JsonSchema): string[] {
  const rules = [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength === 0 ? undefined : schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
  ]
  if (schema.pattern) rules.push(`matches ${schema.pattern}`)
  return rules.filter((rule) => rule !== '')
}

function range(least: unknown, most: unknown, unit: string): string {
  const from = typeof least === 'number' ? least.toLocaleString('en') : null
  const to = typeof most === 'number' ? most.toLocaleString('en') : null
  if (from !== null && to !== null) return from === to ? `${from}${unit}` : `${from} to ${to}${unit}`
  if (from !== null) return `at least ${from}${unit}`
  return to === null ? '' : `at most ${to}${unit}`
}

// A JSON Schema as lines for readers of plain text.
import type { JsonSchema } from '@kiosk/catalog'

/** Markdown list of the fields of an object, nested ones indented; empty for an object without named fields. */
export function fieldLines(schema: JsonSchema, indent = ''): string[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${indent}- \`${name}\` (${[typeText(field), required.has(name) ? 'required' : 'optional', ...ruleTexts(field)].join(', ')})${
      field.description === undefined ? '' : `: ${field.description}`
    }`,
    ...fieldLines(innerObject(field), `${indent}  `),
  ])
}

/** The object whose fields are worth showing below a field: itself, its items, or what it is when it is not null. */
function innerObject(field: JsonSchema): JsonSchema {
  const [branch] = branchesOf(field)
  const one = branch ?? field
  return typeof one.items === 'object' ? innerObject(one.items) : one
}

function typeText(field: JsonSchema): string {
  const branches = branchesOf(field)
  if (branches.length > 0) return [...branches.map(typeText), ...nullText(field)].join(' or ')
  if (field.enum !== undefined) return field.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (field.const !== undefined) return JSON.stringify(field.const)
  if (field.type === 'array' && typeof field.items === 'object') return `array of ${typeText(field.items)}`
  return field.type ?? 'any'
}

function nullText(field: JsonSchema): string[] {
  return field.anyOf?.some((part) => part.type === 'null') ? ['null'] : []
}

function branchesOf(field: JsonSchema): readonly JsonSchema[] {
  return (field.anyOf ?? field.oneOf ?? []).filter((part) => part.type !== 'null')
}

function ruleTexts(field: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength } = field
  return [
    ...(field.format === undefined ? [] : [field.format]),
    ...rangeText(minimum, maximum, ''),
    ...rangeText(minLength, maxLength, ' characters'),
    ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
    ...(field['x-secret'] === true ? ['secret'] : []),
  ]
}

function rangeText(low: unknown, high: unknown, unit: string): string[] {
  if (low === undefined && high === undefined) return []
  if (high === undefined) return [`at least ${low}${unit}`]
  if (low === undefined) return [`at most ${high}${unit}`]
  return [low === high ? `exactly ${low}${unit}` : `${low} to ${high}${unit}`]
}

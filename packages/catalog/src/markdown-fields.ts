// The fields of a JSON Schema as rows of a table, nested ones under dotted paths.
import { type JsonSchema, nonNullBranches } from './json-schema-walk.ts'

/** Rows of [field, type, rule or presence, meaning]. */
export function fieldRows(schema: JsonSchema, side: 'input' | 'output', path = ''): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = `${path}${name}`
    const required = schema.required?.includes(name) ?? false
    const nullable = nonNullBranches(field) !== undefined
    const rule = side === 'input' ? [required && 'required', ...rules(field)] : [presence(required, nullable)]
    const row = [`\`${here}\``, typeOf(field), rule.filter(Boolean).join(', '), prose(field.description ?? '')]
    return [row, ...nestedRows(field, side, here)]
  })
}

/** Angle brackets of a sentence are no HTML; those between backticks are safe already. */
function prose(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
}

function nestedRows(field: JsonSchema, side: 'input' | 'output', path: string): string[][] {
  const core = coreOf(field)
  if (core.properties) return fieldRows(core, side, `${path}.`)
  if (typeof core.items === 'object') return nestedRows(core.items, side, `${path}[]`)
  if (typeof core.additionalProperties === 'object') return nestedRows(core.additionalProperties, side, `${path}.*`)
  return (core.anyOf ?? core.oneOf ?? []).flatMap((part) => nestedRows(part, side, path))
}

/** A nullable without its null. */
function coreOf(schema: JsonSchema): JsonSchema {
  const branches = nonNullBranches(schema)
  const [only] = branches ?? []
  if (!branches) return schema
  return branches.length === 1 && only ? only : { ...schema, anyOf: branches }
}

function presence(required: boolean, nullable: boolean): string {
  return [required ? 'always' : 'may be left out', nullable && 'may be null'].filter(Boolean).join(', ')
}

function typeOf(schema: JsonSchema): string {
  const core = coreOf(schema)
  if (core.const !== undefined) return `\`${JSON.stringify(core.const)}\``
  if (core.enum) return core.enum.map((value) => `\`${value}\``).join(' ')
  const alternatives = core.anyOf ?? core.oneOf
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ')
  if (core.type === 'array') return `array of ${typeof core.items === 'object' ? typeOf(core.items) : 'anything'}`
  if (core.type === 'object' && typeof core.additionalProperties === 'object') {
    return `object of ${typeOf(core.additionalProperties)}`
  }
  return core.type ?? 'anything'
}

function rules(schema: JsonSchema): string[] {
  const core = coreOf(schema)
  return [
    range(core.minLength, core.maxLength, 'characters'),
    range(core.minItems, core.maxItems, 'items'),
    range(core.minimum, core.maximum, ''),
    typeof core.exclusiveMinimum === 'number' && `above ${core.exclusiveMinimum}`,
    typeof core.exclusiveMaximum === 'number' && `below ${core.exclusiveMaximum}`,
    core.format && `format ${core.format}`,
    core.pattern && `pattern \`${core.pattern}\``,
    schema.default !== undefined && `default \`${JSON.stringify(schema.default)}\``,
    schema['x-secret'] && 'secret',
  ].filter((rule): rule is string => typeof rule === 'string' && rule !== '')
}

function range(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return ''
  const span = most === undefined ? `from ${least}` : least === undefined ? `up to ${most}` : `${least}-${most}`
  return unit ? `${span} ${unit}` : span
}

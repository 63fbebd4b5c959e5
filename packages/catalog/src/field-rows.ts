// The fields of a JSON Schema as rows for people, nested ones under dotted paths. Texts are prose with code between backticks.
import { type JsonSchema, nonNullBranches } from './json-schema-walk.ts'

export interface FieldRow {
  /** `jobs[].id`; `*` stands for any name. */
  readonly path: string
  readonly type: string
  /** Whether it must be there and what it may hold. Of an output: whether it is there. */
  readonly rules: readonly string[]
  readonly description: string
}

export function fieldRows(schema: JsonSchema, side: 'input' | 'output', path = ''): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = `${path}${name}`
    const isRequired = schema.required?.includes(name) ?? false
    const rules =
      side === 'input' ? [...(isRequired ? ['required'] : []), ...limits(field)] : presence(isRequired, field)
    return [
      { path: here, type: typeOf(field), rules, description: field.description ?? '' },
      ...nestedRows(field, side, here),
    ]
  })
}

/** Which fields of an input exclude each other, in one sentence; empty when none do. */
export function choiceSentence(schema: JsonSchema): string {
  const names = (parts: readonly JsonSchema[] = []) =>
    parts.map(({ required = [] }) => required.map((name) => `\`${name}\``).join(' with ')).filter(Boolean)
  const [one, some] = [names(schema.oneOf), names(schema.anyOf)]
  if (one.length > 1) return `Exactly one of ${one.join(', ')} must be sent.`
  return some.length > 1 ? `At least one of ${some.join(', ')} must be sent.` : ''
}

function nestedRows(field: JsonSchema, side: 'input' | 'output', path: string): FieldRow[] {
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

function presence(isRequired: boolean, field: JsonSchema): string[] {
  return [isRequired ? 'always' : 'may be left out', ...(nonNullBranches(field) ? ['may be null'] : [])]
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

function limits(schema: JsonSchema): string[] {
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

// A form made from a JSON Schema of the catalog: what each field is, before anything is drawn.
import type { JsonSchema } from '@kiosk/catalog'

interface FieldFacts {
  /** Name of the property; empty for the items of a list and for the whole form. */
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
  /** What the service takes when the field is left out; undefined when it takes nothing. */
  readonly fallback: unknown
}

export interface TextField extends FieldFacts {
  readonly kind: 'text'
  /** A credential: shown as dots, left out of code samples. */
  readonly isSecret: boolean
  /** Long texts get several lines. */
  readonly isLong: boolean
  readonly format: string | null
  readonly minLength: number
  readonly maxLength: number | null
  readonly pattern: string | null
}

export interface NumberField extends FieldFacts {
  readonly kind: 'number'
  readonly isInteger: boolean
  readonly minimum: number | null
  readonly maximum: number | null
}

/** Booleans are choices of two: an optional one also has a third state, left out. */
export interface ChoiceField extends FieldFacts {
  readonly kind: 'choice'
  readonly choices: readonly unknown[]
}

export interface ListField extends FieldFacts {
  readonly kind: 'list'
  readonly item: FormField
  readonly minItems: number
  readonly maxItems: number | null
}

export interface GroupField extends FieldFacts {
  readonly kind: 'group'
  readonly fields: readonly FormField[]
}

/** Anything that no input fits: written as JSON. */
export interface JsonField extends FieldFacts {
  readonly kind: 'json'
}

export type FormField = TextField | NumberField | ChoiceField | ListField | GroupField | JsonField

/** From this length on a text may well have several lines. */
const LONG_TEXT = 2500

/** The form of a request body. Never fails: what it does not understand becomes a JSON field. */
export function formOf(schema: JsonSchema): GroupField {
  const facts = { name: '', description: schema.description ?? '', isRequired: true, fallback: undefined }
  return { ...facts, kind: 'group', fields: fieldsOf(schema) }
}

function fieldsOf(schema: JsonSchema): FormField[] {
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => fieldOf(name, part, required.has(name)))
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
}

function fieldOf(name: string, nullable: JsonSchema, isRequired: boolean): FormField {
  const schema = withoutNull(nullable)
  const facts = {
    name,
    description: nullable.description ?? schema.description ?? '',
    isRequired,
    fallback: nullable.default ?? schema.default,
  }
  if (schema.enum) return { ...facts, kind: 'choice', choices: schema.enum }
  if (schema.const !== undefined) return { ...facts, kind: 'choice', choices: [schema.const] }
  if (schema.type === 'boolean') return { ...facts, kind: 'choice', choices: [true, false] }
  if (schema.type === 'string') return { ...facts, ...textFacts(schema, nullable) }
  if (schema.type === 'number' || schema.type === 'integer') return { ...facts, ...numberFacts(schema) }
  if (schema.type === 'array' && typeof schema.items === 'object') {
    const item = fieldOf('', schema.items, true)
    return { ...facts, kind: 'list', item, minItems: numberOr(schema.minItems, 0), maxItems: number(schema.maxItems) }
  }
  if (schema.type === 'object' && schema.properties) return { ...facts, kind: 'group', fields: fieldsOf(schema) }
  return { ...facts, kind: 'json' }
}

function textFacts(schema: JsonSchema, nullable: JsonSchema): Omit<TextField, keyof FieldFacts> {
  const maxLength = number(schema.maxLength)
  const isSecret = schema['x-secret'] === true || nullable['x-secret'] === true
  return {
    kind: 'text',
    isSecret,
    isLong: !isSecret && maxLength !== null && maxLength > LONG_TEXT,
    format: schema.format ?? null,
    minLength: numberOr(schema.minLength, 0),
    maxLength,
    pattern: schema.pattern ?? null,
  }
}

function numberFacts(schema: JsonSchema): Omit<NumberField, keyof FieldFacts> {
  return {
    kind: 'number',
    isInteger: schema.type === 'integer',
    minimum: number(schema.minimum),
    maximum: number(schema.maximum),
  }
}

/** `anyOf: [schema, null]` is the schema: a form leaves a field out where JSON could say null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null')
  const [only] = branches ?? []
  return only && branches?.length === 1 ? only : schema
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function numberOr(value: unknown, otherwise: number): number {
  return number(value) ?? otherwise
}

/** `Send one of: url, html.`, for a schema that asks for one of several fields; null for any other. */
export function alternativesText(schema: JsonSchema): string | null {
  const names = (schema.oneOf ?? schema.anyOf ?? []).flatMap(({ required }) =>
    required ? [required.join(' with ')] : [],
  )
  return names.length > 1 ? `Send one of: ${names.join(', ')}.` : null
}

// A first check of a body in the browser: says early what the service would refuse. The service stays the judge.
import type { FormField, ListField, NumberField, TextField } from './form-field.ts'
import { type Body, boundsText, isBody } from './form-value.ts'

/** Dotted path of a field, as in the error envelope, and what would be right there. */
export type Faults = ReadonlyMap<string, string>

export function faultsOf(form: FormField, value: unknown): Faults {
  return new Map(faultList(form, value, ''))
}

/** `margin` and `top` → `margin.top` */
export function pathOf(parent: string, name: string | number): string {
  return parent === '' ? String(name) : `${parent}.${name}`
}

/** The fault that belongs to a field: its own, or one at a part that has no input of its own. */
export function faultAt(faults: Faults, path: string, hasParts: boolean): string | undefined {
  const own = faults.get(path)
  if (own !== undefined || hasParts) return own
  for (const [at, fault] of faults) if (at.startsWith(`${path}.`)) return fault
  return undefined
}

type Fault = readonly [path: string, expected: string]

function faultList(field: FormField, value: unknown, path: string): Fault[] {
  if (value === undefined) return field.isRequired ? [[path, 'is required']] : []
  const at = (expected: string | null): Fault[] => (expected === null ? [] : [[path, expected]])
  switch (field.kind) {
    case 'group':
      return isBody(value) ? groupFaults(field.fields, value, path) : at('expected an object')
    case 'list':
      return Array.isArray(value) ? listFaults(field, value, path) : at('expected a list')
    case 'text':
      return at(textFault(field, value))
    case 'number':
      return at(numberFault(field, value))
    case 'choice':
      return at(field.choices.includes(value) ? null : `expected ${field.choices.map(String).join(' or ')}`)
    case 'json':
      return []
  }
}

function groupFaults(fields: readonly FormField[], body: Body, path: string): Fault[] {
  const known = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys(body).filter((name) => !known.has(name))
  return [
    ...fields.flatMap((field) => faultList(field, body[field.name], pathOf(path, field.name))),
    ...unknown.map((name): Fault => [pathOf(path, name), 'is not a field of this operation']),
  ]
}

function listFaults(field: ListField, items: readonly unknown[], path: string): Fault[] {
  const { minItems, maxItems, item } = field
  const length: Fault[] = []
  if (items.length < minItems) length.push([path, `expected at least ${minItems}`])
  if (maxItems !== null && items.length > maxItems) length.push([path, `expected at most ${maxItems}`])
  return [...length, ...items.flatMap((one, index) => faultList(item, one, pathOf(path, index)))]
}

function textFault(field: TextField, value: unknown): string | null {
  if (typeof value !== 'string') return 'expected text'
  const { minLength, maxLength, pattern } = field
  const length = [...value].length
  if (length < minLength) return minLength === 1 ? 'is empty' : `expected at least ${minLength} characters`
  if (maxLength !== null && length > maxLength) return `expected at most ${maxLength} characters`
  if (pattern !== null && !matches(pattern, value.trim())) return 'does not have the expected form'
  return null
}

/** A pattern that this browser cannot read refuses nothing. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

function numberFault(field: NumberField, value: unknown): string | null {
  if (typeof value !== 'number') return 'expected a number'
  if (field.isInteger && !Number.isInteger(value)) return 'expected a whole number'
  const { minimum, maximum } = field
  if ((minimum !== null && value < minimum) || (maximum !== null && value > maximum)) {
    return `expected ${boundsText(field)}`
  }
  return null
}

// Credentials in a body: kept out of code samples, and out of sight beside a field that shows dots.
import type { FormField } from './form-field.ts'
import { type Body, isBody } from './form-value.ts'

/** The body with a placeholder such as `<sessionCookies>` in place of every credential. */
export function withoutSecrets(field: FormField, value: unknown): unknown {
  if (field.kind === 'text' && field.isSecret) return value === undefined ? undefined : `<${field.name}>`
  if (field.kind === 'list' && Array.isArray(value)) return value.map((item) => withoutSecrets(field.item, item))
  if (field.kind !== 'group' || !isBody(value)) return value
  const fields = new Map(field.fields.map((part) => [part.name, part]))
  const entries = Object.entries(value).map(([name, member]) => {
    const part = fields.get(name)
    return [name, part ? withoutSecrets(part, member) : member]
  })
  return Object.fromEntries(entries) satisfies Body
}

export function holdsSecret(field: FormField, value: unknown): boolean {
  return JSON.stringify(withoutSecrets(field, value)) !== JSON.stringify(value)
}

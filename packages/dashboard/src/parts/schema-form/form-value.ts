// Between what stands in an input and what stands in the JSON body.
import type { ChoiceField, FormField, GroupField, NumberField } from './form-field.ts'

export type Body = Readonly<Record<string, unknown>>

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object with one member set; `undefined` leaves it out. */
export function withMember(body: Body, name: string, value: unknown): Body {
  if (value !== undefined) return { ...body, [name]: value }
  const { [name]: _, ...rest } = body
  return rest
}

/** What a group sends after a change: an optional group without a member is left out. */
export function groupValue(group: GroupField, body: Body): Body | undefined {
  return group.isRequired || Object.keys(body).length > 0 ? body : undefined
}

/** The list with one item changed. An emptied item becomes the start value of its kind, so that it keeps its place. */
export function withItem(items: readonly unknown[], index: number, value: unknown, item: FormField): unknown[] {
  return items.map((old, at) => (at === index ? (value ?? startValue(item)) : old))
}

export function withoutItem(items: readonly unknown[], index: number): unknown[] | undefined {
  const rest = items.filter((_, at) => at !== index)
  return rest.length > 0 ? rest : undefined
}

/** What a new item of a list begins as. */
export function startValue(field: FormField): unknown {
  if (field.fallback !== undefined) return field.fallback
  if (field.kind === 'group') return {}
  if (field.kind === 'list') return []
  if (field.kind === 'choice') return field.choices[0]
  if (field.kind === 'number') return field.minimum ?? 0
  return field.kind === 'json' ? null : ''
}

/** Number typed into an input. Text that is none stays text, for the check to name; nothing typed: left out. */
export function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : text
}

/** What an input shows for a value: nothing when left out, JSON for what the input was not made for. */
export function shownText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The choice at a position of a select; its empty row leaves the field out. */
export function readChoice(field: ChoiceField, position: string): unknown {
  return position === '' ? undefined : field.choices[Number(position)]
}

/** Position of a value in a select; empty when it is left out or none of the choices. */
export function choicePosition(field: ChoiceField, value: unknown): string {
  const at = field.choices.indexOf(value)
  return at === -1 ? '' : String(at)
}

/** `1 to 100`, `at least 1`; empty without bounds. */
export function boundsText({ minimum, maximum }: Pick<NumberField, 'minimum' | 'maximum'>): string {
  if (minimum !== null && maximum !== null) return `${plain(minimum)} to ${plain(maximum)}`
  if (minimum !== null) return `at least ${plain(minimum)}`
  return maximum === null ? '' : `at most ${plain(maximum)}`
}

function plain(value: number): string {
  return value.toLocaleString('en')
}

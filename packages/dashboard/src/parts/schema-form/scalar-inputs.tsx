// The inputs of single values. Each calls back with the value for the JSON body; `undefined` leaves the field out.
import { Input, Select, Textarea } from '../../ui/field.tsx'
import type { ChoiceField, NumberField, TextField } from './form-field.ts'
import { choicePosition, readChoice, readNumber, shownText } from './form-value.ts'
import { useDraft } from './use-draft.ts'

export interface InputOf<Field> {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function TextInput({ field, value, onChange }: InputOf<TextField>) {
  const shared = {
    value: shownText(value),
    placeholder: fallbackText(field.fallback),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value || undefined),
  }
  if (field.isLong) return <Textarea {...shared} rows={4} />
  if (!field.isSecret) return <Input {...shared} type={field.format === 'uri' ? 'url' : 'text'} autoComplete="off" />
  // `new-password` keeps browsers from filling in, and from offering to keep, what belongs to another service.
  return <Input {...shared} type="password" autoComplete="new-password" spellCheck={false} />
}

export function NumberInput({ field, value, onChange }: InputOf<NumberField>) {
  const [text, keep] = useDraft(value, shownText)
  return (
    <Input
      value={text}
      placeholder={fallbackText(field.fallback)}
      inputMode={field.isInteger ? 'numeric' : 'decimal'}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        const next = readNumber(currentTarget.value)
        keep(currentTarget.value, next)
        onChange(next)
      }}
    />
  )
}

export function ChoiceInput({ field, value, onChange }: InputOf<ChoiceField>) {
  const leftOut = field.fallback === undefined ? 'left out' : `${String(field.fallback)} (default)`
  return (
    <Select
      value={choicePosition(field, value)}
      onChange={({ currentTarget }) => onChange(readChoice(field, currentTarget.value))}
    >
      <option value="">{field.isRequired ? 'Choose' : leftOut}</option>
      {field.choices.map((choice, position) => (
        <option key={String(choice)} value={position}>
          {String(choice)}
        </option>
      ))}
    </Select>
  )
}

export function JsonInput({ value, onChange }: Omit<InputOf<unknown>, 'field'>) {
  const [text, keep] = useDraft(value, (shown) => (shown === undefined ? '' : JSON.stringify(shown, null, 2)))
  const change = (typed: string) => {
    const parsed = parseJson(typed)
    if (parsed === UNREADABLE) return keep(typed, value)
    keep(typed, parsed)
    onChange(parsed)
  }
  const isUnreadable = parseJson(text) === UNREADABLE
  return (
    <>
      <Textarea
        value={text}
        rows={3}
        spellCheck={false}
        placeholder="JSON"
        className="font-mono text-[13px]"
        {...(isUnreadable && { 'aria-invalid': true })}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {isUnreadable && (
        <p className="mt-1 text-[13px] text-bad-text">Not valid JSON yet; the last valid value is used.</p>
      )}
    </>
  )
}

const UNREADABLE = Symbol('unreadable')

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return UNREADABLE
  }
}

function fallbackText(fallback: unknown): string | undefined {
  return fallback === undefined ? undefined : shownText(fallback)
}

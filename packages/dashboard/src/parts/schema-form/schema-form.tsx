// The form of a request body, drawn from its model; fields within fields are drawn by the same functions.
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { CodeText } from '../texts/code-text.tsx'
import { type Faults, faultAt, pathOf } from './form-faults.ts'
import type { FormField, GroupField, ListField } from './form-field.ts'
import {
  type Body,
  boundsText,
  groupValue,
  isBody,
  startValue,
  withItem,
  withMember,
  withoutItem,
} from './form-value.ts'
import { ChoiceInput, JsonInput, NumberInput, TextInput } from './scalar-inputs.tsx'

export interface SchemaFormProps {
  readonly form: GroupField
  readonly body: Body
  /** By dotted path; shown at their fields. */
  readonly faults: Faults
  readonly onChange: (body: Body) => void
}

export function SchemaForm({ form, body, faults, onChange }: SchemaFormProps) {
  return <Members group={form} body={body} path="" faults={faults} onChange={onChange} />
}

interface MembersProps {
  readonly group: GroupField
  readonly body: Body
  readonly path: string
  readonly faults: Faults
  readonly onChange: (body: Body) => void
}

function Members({ group, body, path, faults, onChange }: MembersProps) {
  return (
    <div className="space-y-4">
      {group.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          label={field.name}
          value={body[field.name]}
          path={pathOf(path, field.name)}
          faults={faults}
          onChange={(value) => onChange(withMember(body, field.name, value))}
        />
      ))}
    </div>
  )
}

interface FieldInputProps<Kind extends FormField = FormField> {
  readonly field: Kind
  readonly label: string
  readonly value: unknown
  readonly path: string
  readonly faults: Faults
  readonly onChange: (value: unknown) => void
}

function FieldInput(props: FieldInputProps) {
  const { field, label, path, faults } = props
  if (field.kind === 'group') return <GroupInput {...props} field={field} />
  if (field.kind === 'list') return <ListInput {...props} field={field} />
  return (
    <Field
      label={<Label name={label} field={field} />}
      hint={hintOf(field)}
      error={faultAt(faults, path, false)}
      required={field.isRequired}
    >
      {scalarInput({ ...props, field })}
    </Field>
  )
}

type Scalar = Exclude<FormField, GroupField | ListField>

function scalarInput({ field, value, onChange }: FieldInputProps<Scalar>): ReactNode {
  switch (field.kind) {
    case 'text':
      return <TextInput field={field} value={value} onChange={onChange} />
    case 'number':
      return <NumberInput field={field} value={value} onChange={onChange} />
    case 'choice':
      return <ChoiceInput field={field} value={value} onChange={onChange} />
    case 'json':
      return <JsonInput value={value} onChange={onChange} />
  }
}

function GroupInput({ field, label, value, path, faults, onChange }: FieldInputProps<GroupField>) {
  return (
    <Fieldset name={label} field={field} fault={faultAt(faults, path, true)}>
      <Members
        group={field}
        body={isBody(value) ? value : {}}
        path={path}
        faults={faults}
        onChange={(body) => onChange(groupValue(field, body))}
      />
    </Fieldset>
  )
}

function ListInput({ field, label, value, path, faults, onChange }: FieldInputProps<ListField>) {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const isFull = field.maxItems !== null && items.length >= field.maxItems
  return (
    <Fieldset name={label} field={field} fault={faultAt(faults, path, true)}>
      <div className="space-y-3">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a list have no name but their place
          <div key={index} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <FieldInput
                field={field.item}
                label={`${label} ${index + 1}`}
                value={item}
                path={pathOf(path, index)}
                faults={faults}
                onChange={(next) => onChange(withItem(items, index, next, field.item))}
              />
            </div>
            <Button
              variant="quiet"
              size="icon"
              className="mt-6"
              aria-label={`Remove ${label} ${index + 1}`}
              onClick={() => onChange(withoutItem(items, index))}
            >
              <X aria-hidden />
            </Button>
          </div>
        ))}
        <Button size="small" disabled={isFull} onClick={() => onChange([...items, startValue(field.item)])}>
          <Plus aria-hidden />
          Add to {label}
        </Button>
      </div>
    </Fieldset>
  )
}

interface FieldsetProps {
  readonly name: string
  readonly field: FormField
  readonly fault: string | undefined
  readonly children: ReactNode
}

function Fieldset({ name, field, fault, children }: FieldsetProps) {
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-3">
      <legend className="px-1 text-[13px] font-medium">
        <Label name={name} field={field} />
      </legend>
      {field.description && (
        <p className="mb-3 text-[13px] text-muted">
          <CodeText text={field.description} />
        </p>
      )}
      {fault && (
        <p role="alert" className="mb-3 text-[13px] font-medium text-bad-text">
          {fault}
        </p>
      )}
      {children}
    </fieldset>
  )
}

function Label({ name, field }: { readonly name: string; readonly field: FormField }) {
  return (
    <>
      <span className="font-mono">{name}</span>
      {field.isRequired && field.name !== '' && <span className="ml-1.5 font-normal text-muted">required</span>}
    </>
  )
}

function hintOf(field: FormField): ReactNode {
  const bounds = field.kind === 'number' ? boundsText(field) : ''
  if (!field.description && !bounds) return null
  return (
    <>
      <CodeText text={field.description} />
      {bounds && ` Takes ${bounds}.`}
    </>
  )
}

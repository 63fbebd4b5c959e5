import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogQuery, keysQuery } from '../../data/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { codeOf, instantOf, type LogFilters, localInput } from './filters.ts'

export interface RequestFiltersProps {
  readonly filters: LogFilters
  readonly onChange: (filters: LogFilters) => void
}

const statuses: readonly (readonly [value: string, label: string])[] = [
  ['2xx', '2xx: answered'],
  ['4xx', '4xx: refused'],
  ['5xx', '5xx: failed'],
]

export function RequestFilters({ filters, onChange }: RequestFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const count = Object.values(filters).filter(Boolean).length
  return (
    <>
      {/* On phones the filters would push the log out of sight. */}
      <Button className="w-full sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the filters' : 'Filters'}
        {!isOpen && count > 0 && <Badge tone="accent">{count}</Badge>}
      </Button>
      <div className={isOpen ? 'max-sm:mt-4' : 'max-sm:hidden'}>
        <Inputs filters={filters} onChange={onChange} />
        {count > 0 && (
          <Button size="small" variant="quiet" className="mt-3 -ml-2" onClick={() => onChange({})}>
            Clear the filters
          </Button>
        )}
      </div>
    </>
  )
}

function Inputs({ filters, onChange }: RequestFiltersProps) {
  const set = (change: LogFilters) => onChange({ ...filters, ...change })
  const slugs = useQuery(catalogQuery).data?.operations.map(({ slug }) => [slug, slug] as const) ?? []
  const keys = useQuery(keysQuery).data?.keys.map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`] as const) ?? []
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      <Choice
        label="Operation"
        value={filters.operation}
        choices={slugs}
        onChange={(operation) => set({ operation })}
      />
      <Choice label="Status" value={filters.status} choices={statuses} onChange={(status) => set({ status })} />
      <CodeFilter code={filters.code} onChange={(code) => set({ code })} />
      <Choice label="Key" value={filters.key} choices={keys} onChange={(key) => set({ key })} />
      <Field label="From">
        <Input
          type="datetime-local"
          value={localInput(filters.from)}
          onChange={({ currentTarget }) => set({ from: instantOf(currentTarget.value) })}
        />
      </Field>
      <Field label="To">
        <Input
          type="datetime-local"
          value={localInput(filters.to)}
          onChange={({ currentTarget }) => set({ to: instantOf(currentTarget.value) })}
        />
      </Field>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string | undefined) => void
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  // A value from the address that is no choice any more (a deleted key) is still shown.
  const isKnown = value === undefined || choices.some(([known]) => known === value)
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}>
        <option value="">Any</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface CodeFilterProps {
  readonly code: string | undefined
  readonly onChange: (code: string | undefined) => void
}

/** Taken over when it is a whole code, so that typing does not ask for each letter. */
function CodeFilter({ code, onChange }: CodeFilterProps) {
  const [typed, setTyped] = useState(code ?? '')
  const [taken, setTaken] = useState(code)
  if (taken !== code) {
    setTaken(code)
    setTyped(code ?? '')
  }
  const take = () => {
    const next = codeOf(typed)
    setTyped(next ?? '')
    onChange(next)
  }
  return (
    <Field label="Error code">
      <Input
        value={typed}
        placeholder="NOT_FOUND"
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take()
        }}
      />
    </Field>
  )
}

import type { JsonSchema } from '@kiosk/catalog'
import { Badge } from '../../ui/badge.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { CodeText } from '../texts/code-text.tsx'
import { type FieldRow, fieldRows } from './field-rows.ts'

export interface FieldsTableProps {
  readonly schema: JsonSchema
  /** `input`: what is sent, with defaults; `output`: what comes back. */
  readonly side: 'input' | 'output'
}

export function FieldsTable({ schema, side }: FieldsTableProps) {
  const rows = fieldRows(schema)
  if (rows.length === 0) {
    return <p className="text-muted">{side === 'input' ? 'Takes no fields: send {}.' : 'The answer has no fields.'}</p>
  }
  return (
    <Table
      className="-mx-4 -mb-4 sm:-mx-5 sm:-mb-5"
      caption={side === 'input' ? 'Fields of the request' : 'Fields of the answer'}
      head={
        <tr>
          <Th>Field</Th>
          <Th className="max-sm:hidden">Type</Th>
          <Th>Meaning</Th>
        </tr>
      }
    >
      {rows.map((row) => (
        <tr key={row.path}>
          <Td className="align-top! font-mono text-[13px]">
            <span className="break-words max-sm:wrap-anywhere">{row.path}</span> <Marks row={row} side={side} />
            <span className="block font-sans text-muted sm:hidden">{row.type}</span>
          </Td>
          <Td className="min-w-28 align-top! text-[13px] text-muted max-sm:hidden">{row.type}</Td>
          <Td className="align-top! sm:min-w-64">
            <CodeText text={row.description} />
            <Rules row={row} />
          </Td>
        </tr>
      ))}
    </Table>
  )
}

function Marks({ row, side }: { readonly row: FieldRow; readonly side: FieldsTableProps['side'] }) {
  return (
    <span className="inline-flex flex-wrap gap-1 align-text-bottom font-sans">
      {side === 'input' && row.isRequired && <Badge tone="accent">required</Badge>}
      {side === 'output' && !row.isRequired && <Badge>may be absent</Badge>}
      {row.isSecret && <Badge tone="warn">secret</Badge>}
    </span>
  )
}

function Rules({ row }: { readonly row: FieldRow }) {
  const parts = row.fallback === null ? row.rules : [...row.rules, `default ${row.fallback}`]
  if (parts.length === 0) return null
  return <p className="mt-0.5 font-mono text-[12px] wrap-anywhere text-muted">{parts.join(' · ')}</p>
}

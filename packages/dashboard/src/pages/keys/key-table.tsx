import { Trash2 } from 'lucide-react'
import type { KeySummary } from '../../api/schemas.ts'
import { formatDay } from '../../data/format.ts'
import { Button } from '../../ui/button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

interface KeyTableProps {
  readonly keys: readonly KeySummary[]
  /** Absent: the list has no actions. */
  readonly onDelete?: (key: KeySummary) => void
}

export function KeyTable({ keys, onDelete }: KeyTableProps) {
  return (
    <Table
      caption="API keys"
      head={
        <tr>
          <Th>Name</Th>
          <Th className="hidden sm:table-cell">Key</Th>
          <Th className="hidden lg:table-cell">Created by</Th>
          <Th className="hidden md:table-cell">Created</Th>
          <Th>Last used</Th>
          {onDelete && (
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </tr>
      }
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <Td className="max-w-56">
            <span className="block truncate font-medium" title={key.name}>
              {key.name}
            </span>
            <Prefix className="sm:hidden" prefix={key.prefix} />
          </Td>
          <Td className="hidden sm:table-cell">
            <Prefix prefix={key.prefix} />
          </Td>
          <Td className="hidden max-w-56 truncate text-muted lg:table-cell">
            {key.createdBy ?? 'Operator or former member'}
          </Td>
          <Td className="hidden whitespace-nowrap text-muted md:table-cell">{formatDay(key.createdAt)}</Td>
          <Td className="whitespace-nowrap text-muted">{key.lastUsed ? formatDay(key.lastUsed) : 'Never'}</Td>
          {onDelete && (
            <Td className="text-right">
              <Button
                variant="quiet"
                size="icon"
                className="-my-2"
                aria-label={`Delete ${key.name}`}
                onClick={() => onDelete(key)}
              >
                <Trash2 aria-hidden />
              </Button>
            </Td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Prefix({ prefix, className }: { readonly prefix: string; readonly className?: string }) {
  return (
    <code className={`font-mono text-[12.5px] text-muted ${className ?? ''}`}>
      {prefix}
      <span aria-hidden>…</span>
    </code>
  )
}

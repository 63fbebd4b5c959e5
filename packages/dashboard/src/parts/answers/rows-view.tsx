import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { columnsOf, type Row } from './answer-kind.ts'
import { cellText } from './tree-text.ts'

const STEP = 50

/** A list of objects as a table; long lists come in steps. */
export function RowsView({ field, rows }: { readonly field: string; readonly rows: readonly Row[] }) {
  const [shown, setShown] = useState(STEP)
  const columns = columnsOf(rows)
  const numeric = new Set(columns.filter((column) => isNumeric(rows, column)))
  return (
    <>
      <Table
        caption={`${field}: ${rows.length} rows`}
        className="max-h-[32rem] overflow-y-auto rounded-lg border border-line"
        head={
          <tr>
            {columns.map((column) => (
              <Th key={column} numeric={numeric.has(column)} className="sticky top-0 bg-surface">
                {column}
              </Th>
            ))}
          </tr>
        }
      >
        {rows.slice(0, shown).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no name but their place
          <tr key={index}>
            {columns.map((column) => (
              <Td
                key={column}
                numeric={numeric.has(column)}
                className="max-w-96 min-w-24 align-top! text-[13px] break-words"
              >
                {cellText(row[column])}
              </Td>
            ))}
          </tr>
        ))}
      </Table>
      {rows.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + STEP)}>
          Show more ({rows.length - shown} left)
        </Button>
      )}
    </>
  )
}

/** Whether a column holds numbers alone, which stand to the right. */
function isNumeric(rows: readonly Row[], column: string): boolean {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}

import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { formatNumber } from '../../data/format.ts'
import type { OperationUsage } from '../../parts/api-types.ts'
import { ShareBar } from '../../parts/charts/share-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

/** What the month went to. The figures stand beside their bars, so this is its own text alternative. */
export function OperationsCard({ operations }: { readonly operations: readonly OperationUsage[] }) {
  const rows = [...operations].sort((a, b) => b.units - a.units || b.calls - a.calls)
  const most = Math.max(1, ...rows.map(({ units }) => units))
  return (
    <Card title="Units by operation" flush={rows.length > 0}>
      {rows.length === 0 ? (
        <EmptyState icon={ChartNoAxesColumn} title="No calls this month">
          Operations appear here with their first call.
        </EmptyState>
      ) : (
        <Table
          caption="Units by operation"
          head={
            <tr>
              <Th>Operation</Th>
              <Th numeric>Units</Th>
              <Th numeric>Calls</Th>
              <Th numeric className="max-sm:hidden">
                Cached
              </Th>
              <Th numeric>Failed</Th>
            </tr>
          }
        >
          {rows.map((row) => (
            <OperationRow key={row.slug} row={row} most={most} />
          ))}
        </Table>
      )}
    </Card>
  )
}

function OperationRow({ row, most }: { readonly row: OperationUsage; readonly most: number }) {
  return (
    <tr>
      <Td className="w-full min-w-40">
        <Link to="/catalog/$slug" params={{ slug: row.slug }} className="wrap-anywhere hover:underline">
          {row.slug}
        </Link>
        <ShareBar share={row.units / most} className="mt-1 h-1 w-full text-accent" />
      </Td>
      <Td numeric>{formatNumber(row.units)}</Td>
      <Td numeric>{formatNumber(row.calls)}</Td>
      <Td numeric className="max-sm:hidden">
        {formatNumber(row.cacheHits)}
      </Td>
      <Td numeric>{formatNumber(row.failures)}</Td>
    </tr>
  )
}

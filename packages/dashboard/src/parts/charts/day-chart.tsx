// Units of each day of a month as bars. The same figures stand in a table: for screen readers always, for all by a toggle.
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDay, formatNumber } from '../../data/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { UsageDay } from '../api-types.ts'
import { barHeights, daysOfMonth, niceMax, ticks } from './scale.ts'

export interface DayChartProps {
  /** YYYY-MM */
  readonly period: string
  /** Up to today. */
  readonly days: readonly UsageDay[]
}

export function DayChart({ period, days }: DayChartProps) {
  const [asTable, setAsTable] = useState(false)
  const isEmpty = days.every(({ units }) => units === 0)
  return (
    <Card
      title="Units by day"
      description="Every key of the organization and every session together."
      actions={
        !isEmpty && (
          <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            <Table2 aria-hidden />
            Show as a table
          </Button>
        )
      }
    >
      {isEmpty ? (
        <p className="py-6 text-center text-muted">No units were spent this month.</p>
      ) : asTable ? (
        <FullTable days={days} />
      ) : (
        <Bars period={period} days={days} />
      )}
    </Card>
  )
}

function Bars({ period, days }: DayChartProps) {
  const unitsByDay = new Map(days.map(({ day, units }) => [day, units]))
  const columns = daysOfMonth(period).map((day) => ({ day, units: unitsByDay.get(day) ?? 0 }))
  const values = columns.map(({ units }) => units)
  const heights = barHeights(values)
  const top = niceMax(values)
  return (
    <figure>
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-[12px] text-muted">
        <div className="-my-1.5 flex flex-col-reverse justify-between text-right leading-3">
          {ticks(top).map((tick) => (
            <span key={tick}>{formatNumber(tick)}</span>
          ))}
        </div>
        <div className="relative h-44">
          {ticks(top).map((tick) => (
            <hr key={tick} className="absolute inset-x-0 border-line" style={{ bottom: `${(100 * tick) / top}%` }} />
          ))}
          <div className="absolute inset-0 flex">
            {columns.map((column, place) => (
              <DayColumn key={column.day} {...column} heightPercent={heights[place] ?? 0} />
            ))}
          </div>
        </div>
        <DayLabels days={columns.map(({ day }) => day)} />
      </div>
      <figcaption className="sr-only">
        <SpokenTable days={days} />
      </figcaption>
    </figure>
  )
}

interface DayColumnProps {
  readonly day: string
  readonly units: number
  readonly heightPercent: number
}

function DayColumn({ day, units, heightPercent }: DayColumnProps) {
  return (
    <div className="group/day relative flex min-w-0 flex-1 items-end justify-center hover:bg-sunken">
      <div className="w-[72%] rounded-t-[3px] bg-accent" style={{ height: `${heightPercent}%` }} />
      <p className="pointer-events-none absolute bottom-full left-1/2 z-10 mb-1 hidden -translate-x-1/2 rounded-md bg-ink px-2 py-1 whitespace-nowrap text-canvas group-hover/day:block">
        {formatDay(day)}: {formatCount(units, 'unit')}
      </p>
    </div>
  )
}

/** Every seventh day, under its bar. */
function DayLabels({ days }: { readonly days: readonly string[] }) {
  return (
    <div className="col-start-2 mt-2 flex">
      {days.map((day, place) => (
        <span key={day} className="flex min-w-0 flex-1 justify-center overflow-visible">
          {place % 7 === 0 ? Number(day.slice(-2)) : ''}
        </span>
      ))}
    </div>
  )
}

function FullTable({ days }: { readonly days: readonly UsageDay[] }) {
  return (
    <Table
      caption="Units by day"
      className="max-h-72 overflow-y-auto rounded-lg border border-line"
      head={
        <tr>
          <Th>Day</Th>
          <Th numeric>Units</Th>
          <Th numeric>Calls</Th>
          <Th numeric className="max-sm:hidden">
            Cache hits
          </Th>
          <Th numeric>Failures</Th>
        </tr>
      }
    >
      {days.map(({ day, units, calls, cacheHits, failures }) => (
        <tr key={day}>
          <Td className="whitespace-nowrap">{formatDay(day)}</Td>
          <Td numeric>{formatNumber(units)}</Td>
          <Td numeric>{formatNumber(calls)}</Td>
          <Td numeric className="max-sm:hidden">
            {formatNumber(cacheHits)}
          </Td>
          <Td numeric>{formatNumber(failures)}</Td>
        </tr>
      ))}
    </Table>
  )
}

/** What the bars show, and no more: it is read out in their place. */
function SpokenTable({ days }: { readonly days: readonly UsageDay[] }) {
  return (
    <table>
      <caption>Units by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Units</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, units }) => (
          <tr key={day}>
            <td>{formatDay(day)}</td>
            <td>{formatNumber(units)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

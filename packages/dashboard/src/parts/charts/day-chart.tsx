// Units of each day of a month as bars. The same figures stand in a table: for screen readers always, for all by a toggle.
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDay, formatNumber } from '../../data/format.ts'
import { Button } from '../../ui/button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { UsageDay } from '../api-types.ts'
import { bars, daysOfMonth, niceMax, ticks } from './scale.ts'

export interface DayChartProps {
  /** YYYY-MM */
  readonly period: string
  /** Up to today. */
  readonly days: readonly UsageDay[]
}

export function DayChart({ period, days }: DayChartProps) {
  const [asTable, setAsTable] = useState(false)
  if (days.every(({ units }) => units === 0)) {
    return <p className="py-6 text-center text-muted">No units were spent this month.</p>
  }
  return (
    <>
      {asTable ? <FullTable days={days} /> : <Bars period={period} days={days} />}
      <Button
        size="small"
        variant="quiet"
        className="mt-3 -ml-2"
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        <Table2 aria-hidden />
        Show as a table
      </Button>
    </>
  )
}

const HEIGHT = 100
const SLOT = 10

function Bars({ period, days }: DayChartProps) {
  const unitsByDay = new Map(days.map(({ day, units }) => [day, units]))
  const month = daysOfMonth(period)
  const values = month.map((day) => unitsByDay.get(day) ?? 0)
  const width = month.length * SLOT
  const top = niceMax(values)
  return (
    <figure>
      <div className="flex gap-2 text-[12px] text-muted" aria-hidden>
        <div className="flex h-40 flex-col-reverse justify-between text-right leading-none">
          {ticks(top).map((tick) => (
            <span key={tick}>{formatNumber(tick)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" className="h-40 min-w-0 flex-1 text-accent">
          <title>Units by day</title>
          {ticks(top).map((tick) => (
            <line
              key={tick}
              x2={width}
              y1={HEIGHT * (1 - tick / top)}
              y2={HEIGHT * (1 - tick / top)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars(values, { width, height: HEIGHT }).map((bar, index) => (
            <g key={month[index]} className="group/day">
              <title>{`${formatDay(month[index] ?? '')}: ${formatCount(values[index] ?? 0, 'unit')}`}</title>
              <rect
                x={index * SLOT}
                width={SLOT}
                height={HEIGHT}
                className="fill-transparent group-hover/day:fill-sunken"
              />
              <rect {...bar} fill="currentColor" />
            </g>
          ))}
        </svg>
      </div>
      <DayLabels month={month} />
      <figcaption className="sr-only">
        <SpokenTable days={days} />
      </figcaption>
    </figure>
  )
}

/** Every seventh day, under its bar. */
function DayLabels({ month }: { readonly month: readonly string[] }) {
  return (
    <div aria-hidden className="mt-1.5 flex pl-10 text-[12px] text-muted">
      {month.map((day, index) => (
        <span key={day} className="min-w-0 flex-1 overflow-visible text-center whitespace-nowrap">
          {index % 7 === 0 ? Number(day.slice(-2)) : ''}
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
          <Th numeric>Cache hits</Th>
          <Th numeric>Failures</Th>
        </tr>
      }
    >
      {days.map(({ day, units, calls, cacheHits, failures }) => (
        <tr key={day}>
          <Td>{formatDay(day)}</Td>
          <Td numeric>{formatNumber(units)}</Td>
          <Td numeric>{formatNumber(calls)}</Td>
          <Td numeric>{formatNumber(cacheHits)}</Td>
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

import type { ReactNode } from 'react'
import { formatNumber } from '../../data/format.ts'
import type { Usage } from '../../parts/api-types.ts'
import { Meter } from '../../parts/charts/meter.tsx'
import { distanceText } from '../../parts/texts/numbers.ts'
import { Card } from '../../ui/card.tsx'
import { forecastOf, usedText } from './quota-text.ts'

export function QuotaCard({ usage }: { readonly usage: Usage }) {
  const { limit, used, remaining, resetsAt } = usage.quota
  const forecast = forecastOf(usage)
  return (
    <Card title="Units of this month">
      <div className="flex flex-wrap items-end gap-x-10 gap-y-4">
        <Figure label="Used">{formatNumber(used)}</Figure>
        <Figure label="Left">{remaining === null ? 'no limit' : formatNumber(remaining)}</Figure>
        <Figure label="Renewed">{distanceText(resetsAt, Date.now())}</Figure>
      </div>
      {limit !== null && (
        <Meter label="Units of this month" value={used} max={limit} text={usedText(usage.quota)} className="mt-4" />
      )}
      <p className={`mt-3 ${forecast.isShort ? 'text-warn-text' : 'text-muted'}`}>{forecast.text}</p>
    </Card>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="text-[13px] text-muted">{label}</p>
      <p className="text-2xl font-semibold tracking-tight">{children}</p>
    </div>
  )
}

// What every page has to say first: a stale catalog, a quota that runs out.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../data/format.ts'
import { useMe } from '../data/me.ts'
import { catalogQuery, usageQuery } from '../data/queries.ts'
import { recall, remember } from '../data/remembered.ts'
import { Banner } from '../ui/banner.tsx'
import { usageNotice } from './usage-notice.ts'

export function Notices() {
  return (
    <div className="space-y-3 not-empty:mb-5">
      <DegradedBanner />
      <UsageBanner />
    </div>
  )
}

function DegradedBanner() {
  const { data } = useQuery(catalogQuery)
  if (!data?.degraded) return null
  return (
    <Banner tone="warn" title="The engine is not answering">
      The catalog is a copy of {formatInstant(data.generatedAt)} and may be stale; calls and the playground may fail.
      This notice goes by itself when the engine is back.
    </Banner>
  )
}

function UsageBanner() {
  const { organization } = useMe()
  const { data } = useQuery(usageQuery)
  const [, redraw] = useState(0)
  const notice = data && usageNotice(data)
  if (!notice) return null
  const entry = `dismissed.${organization.id}`
  const shown = `${data.period}.${notice.threshold}`
  if (notice.threshold < 100 && recall(entry) === shown) return null
  const dismiss = () => {
    remember(entry, shown)
    redraw((count) => count + 1)
  }
  return (
    <Banner tone={notice.tone} title={notice.title} {...(notice.threshold < 100 && { onDismiss: dismiss })}>
      {notice.text}
    </Banner>
  )
}

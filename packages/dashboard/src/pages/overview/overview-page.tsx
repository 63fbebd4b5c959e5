import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../data/me.ts'
import { usageQuery } from '../../data/queries.ts'
import { DayChart } from '../../parts/charts/day-chart.tsx'
import { StaleNotice } from '../../parts/stale-notice.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { anyCallQuery } from './log-queries.ts'
import { OperationsCard } from './operations-card.tsx'
import { QuotaCard } from './quota-card.tsx'

export function OverviewPage() {
  const { organization } = useMe()
  const usage = useQuery(usageQuery)
  const anyCall = useQuery(anyCallQuery)
  const hasCalls = anyCall.data ?? true
  return (
    <>
      <PageHeader title="Overview" description={`${organization.name}, plan ${organization.plan.name}`} />
      {usage.data && <StaleNotice error={usage.error} />}
      <div className="space-y-5">
        {!hasCalls && <FirstStepsCard />}
        {usage.data ? (
          <>
            <QuotaCard usage={usage.data} />
            <Card title="Units by day" description="Every key of the organization and every session together.">
              <DayChart period={usage.data.period} days={usage.data.days} />
            </Card>
          </>
        ) : (
          <Card flush>
            {usage.error ? (
              <ErrorState
                error={usage.error}
                title="The usage could not be loaded"
                onRetry={() => void usage.refetch()}
                retrying={usage.isFetching}
              />
            ) : (
              <SkeletonLines lines={8} label="Loading the usage" />
            )}
          </Card>
        )}
        <div className={`grid items-start gap-5 ${usage.data ? 'lg:grid-cols-2' : ''}`}>
          {usage.data && <OperationsCard operations={usage.data.operations} />}
          <ErrorsCard />
        </div>
      </div>
    </>
  )
}

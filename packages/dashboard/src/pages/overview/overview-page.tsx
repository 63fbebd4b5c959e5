import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../data/me.ts'
import { usageQuery } from '../../data/queries.ts'
import { DayChart } from '../../parts/charts/day-chart.tsx'
import { StaleNotice } from '../../parts/stale-notice.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { anyCallQuery } from './log-queries.ts'
import { OperationsCard } from './operations-card.tsx'
import { OperationsSkeleton, OverviewSkeleton } from './overview-skeleton.tsx'
import { QuotaCard } from './quota-card.tsx'

export function OverviewPage() {
  const { organization } = useMe()
  const usage = useQuery(usageQuery)
  const anyCall = useQuery(anyCallQuery)
  const hasCalls = anyCall.data ?? true
  return (
    <>
      <PageHeader title="Overview" description={`${organization.name}, on the ${organization.plan.name} plan`} />
      {usage.data && <StaleNotice error={usage.error} />}
      <div className="space-y-5">
        {!hasCalls && <FirstStepsCard />}
        {usage.data ? (
          <>
            <QuotaCard usage={usage.data} />
            <DayChart period={usage.data.period} days={usage.data.days} />
          </>
        ) : usage.error ? (
          <Card flush>
            <ErrorState
              error={usage.error}
              title="The usage could not be loaded"
              onRetry={() => void usage.refetch()}
              retrying={usage.isFetching}
            />
          </Card>
        ) : (
          <OverviewSkeleton />
        )}
        <div className={`grid grid-cols-1 gap-5 ${usage.error && !usage.data ? '' : 'lg:grid-cols-2'}`}>
          {usage.data ? <OperationsCard operations={usage.data.operations} /> : !usage.error && <OperationsSkeleton />}
          <ErrorsCard />
        </div>
      </div>
    </>
  )
}

import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonLines } from '../../ui/states.tsx'

/** As high as what will stand there, so that nothing moves when the usage arrives. */
export function OverviewSkeleton() {
  return (
    <>
      <Card title="Units of this month">
        <span role="status" className="sr-only">
          Loading the usage
        </span>
        <Skeleton className="h-25" />
      </Card>
      <Card title="Units by day">
        <Skeleton className="h-56" />
      </Card>
    </>
  )
}

export function OperationsSkeleton() {
  return (
    <Card title="Units by operation" flush>
      <SkeletonLines lines={9} label="Loading the operations" />
    </Card>
  )
}

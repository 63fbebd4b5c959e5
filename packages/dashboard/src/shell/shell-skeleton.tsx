import { Skeleton } from '../ui/states.tsx'
import { BrandMark } from './brand.tsx'

export function ShellSkeleton() {
  return (
    <main aria-busy="true">
      <title>Kiosk</title>
      <h1 className="sr-only" role="status">
        Loading the dashboard
      </h1>
      <div className="fixed inset-y-0 left-0 hidden w-60 space-y-3 border-r border-line bg-surface p-4 lg:block">
        <BrandMark />
        <Skeleton className="mt-6 h-8" />
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
      </div>
      <div className="fixed inset-x-0 top-0 h-14 border-b border-line bg-surface px-4 py-3.5 lg:hidden">
        <BrandMark />
      </div>
      <div className="mx-auto max-w-6xl space-y-4 px-4 pt-20 lg:pt-8 lg:pl-68">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    </main>
  )
}

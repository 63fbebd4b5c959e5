import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../data/format.ts'
import { instanceQuery, usageQuery } from '../data/queries.ts'
import { Meter } from '../parts/charts/meter.tsx'
import { Badge } from '../ui/badge.tsx'
import { BrandMark } from './brand.tsx'
import { groups, type Place } from './navigation.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { UserMenu } from './user-menu.tsx'

/** On wide windows; phones have the bars. */
export function Sidebar() {
  const instance = useQuery(instanceQuery)
  return (
    <header className="fixed inset-y-0 left-0 z-30 hidden w-60 flex-col overflow-y-auto border-r border-line bg-surface lg:flex">
      <div className="flex items-center gap-2.5 px-4 pt-4 pb-3">
        <BrandMark />
        <span className="text-[15px] font-semibold tracking-tight">Kiosk</span>
        {instance.data?.sandbox && <Badge tone="warn">Sandbox</Badge>}
      </div>
      <div className="px-3">
        <OrganizationSwitcher />
      </div>
      <nav aria-label="Main" className="flex-1 space-y-5 px-3 py-5">
        {groups.map((group) => (
          <div key={group.label}>
            <p className="px-2.5 pb-1 text-[12px] font-medium text-muted">{group.label}</p>
            <ul className="space-y-0.5">
              {group.places.map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <QuotaNote />
      <div className="border-t border-line p-3">
        <UserMenu />
      </div>
    </header>
  )
}

function PlaceLink({ place: { to, label, icon: Icon } }: { readonly place: Place }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex h-9 items-center gap-2.5 rounded-lg px-2.5 font-medium text-muted transition-colors hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent-text"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
    </Link>
  )
}

function QuotaNote() {
  const { data } = useQuery(usageQuery)
  if (!data || data.quota.limit === null) return null
  const { limit, used } = data.quota
  const text = `${formatNumber(used)} of ${formatNumber(limit)} units`
  return (
    <div className="px-5 pb-4 text-[12px] text-muted">
      <p aria-hidden className="mb-1.5 flex flex-wrap justify-between gap-x-2">
        <span>Units</span>
        <span>
          {formatNumber(used)} / {formatNumber(limit)}
        </span>
      </p>
      <Meter label="Units used this month" value={used} max={limit} text={text} className="h-1.5" />
    </div>
  )
}

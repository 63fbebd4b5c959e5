import { PageHeader } from '../../ui/page-header.tsx'
import { AccountCard } from './account-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" description="The organization and your account." />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <OrganizationCard />
          <PlanCard />
          <LeaveCard />
        </div>
        <div className="space-y-5">
          <AccountCard />
          <PasswordCard />
          <PasskeysCard />
          <SessionsCard />
        </div>
      </div>
    </>
  )
}

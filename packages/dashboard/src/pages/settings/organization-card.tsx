import { api } from '../../api/client.ts'
import { organizationChange } from '../../api/schemas.ts'
import { formatDay } from '../../data/format.ts'
import { useIsAdmin, useMe } from '../../data/me.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from './facts.tsx'
import { NameForm } from './name-form.tsx'

export function OrganizationCard() {
  const { organization } = useMe()
  const isAdmin = useIsAdmin()
  return (
    <Card title="Organization">
      <div className="space-y-4">
        {isAdmin && <NameForm name={organization.name} schema={organizationChange} submit={api.renameOrganization} />}
        <Facts
          facts={[
            ...(isAdmin ? [] : [['Name', organization.name] as const]),
            [
              'Short name',
              <code className="font-mono text-[12.5px]" key="slug">
                {organization.slug}
              </code>,
            ],
            ['Your role', organization.role === 'admin' ? 'Admin' : 'Member'],
            ['Created', formatDay(organization.createdAt)],
          ]}
        />
      </div>
    </Card>
  )
}

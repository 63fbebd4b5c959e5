import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useIsAdmin, useMe } from '../../data/me.ts'
import { membersQuery } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'

export function MembersPage() {
  const { organization } = useMe()
  const isAdmin = useIsAdmin()
  const list = useQuery(membersQuery)
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <PageHeader
        title="Members"
        description={`Who belongs to ${organization.name}. Admins manage keys, members and settings; members use the catalog, the playground and the log.`}
        actions={
          isAdmin && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden />
              Invite
            </Button>
          )
        }
      />
      <div className="space-y-5">
        <Card flush>
          {list.data ? (
            <MemberTable members={list.data.members} isAdmin={isAdmin} />
          ) : list.error ? (
            <ErrorState
              error={list.error}
              title="The members could not be loaded"
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : (
            <SkeletonLines label="Loading the members" />
          )}
        </Card>
        {isAdmin && list.data && <InvitationList invitations={list.data.invitations} />}
      </div>
      {isAdmin && <InviteDialog open={inviting} onOpenChange={setInviting} />}
    </>
  )
}

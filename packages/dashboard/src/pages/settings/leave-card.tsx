import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../data/me.ts'
import { chooseOrganization } from '../../data/organization-choice.ts'
import { membersQuery } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export function LeaveCard() {
  const { organization } = useMe()
  const { data } = useQuery(membersQuery)
  const [asking, setAsking] = useState(false)
  const own = data?.members.find((one) => one.isYou)
  const lastAdmin = own?.role === 'admin' && data?.members.filter((one) => one.role === 'admin').length === 1
  return (
    <Card
      title="Leave the organization"
      description={
        lastAdmin
          ? 'You are its last admin: make someone else an admin first.'
          : 'You lose access to its keys, log and settings. An admin can invite you again.'
      }
    >
      <Button disabled={!own || lastAdmin} onClick={() => setAsking(true)}>
        Leave
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Leave ${organization.name}?`}
        description="You lose access at once. Keys that you made keep working."
        verb="Leave"
        danger
        run={async () => {
          if (own) await api.removeMember(own.id)
        }}
        onDone={() => {
          chooseOrganization(null)
          // A fresh page, so that nothing of the organization is left in memory.
          window.location.assign('/')
        }}
      />
    </Card>
  )
}

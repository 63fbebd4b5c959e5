import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { membersQuery } from '../../data/queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import type { Member } from './member-table.tsx'

interface RemoveMemberDialogProps {
  /** Null: closed. */
  readonly target: Member | null
  readonly onClose: () => void
}

export function RemoveMemberDialog({ target, onClose }: RemoveMemberDialogProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return (
    <ConfirmDialog
      open={target !== null}
      onClose={onClose}
      title={`Remove ${target?.name ?? ''}?`}
      description="They lose access to the organization at once. Keys that they made keep working: keys belong to the organization."
      verb="Remove member"
      danger
      run={async () => {
        if (!target) return
        await api.removeMember(target.id)
        toasts.done(`${target.name} is no longer a member.`)
      }}
      onDone={() => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })}
    />
  )
}

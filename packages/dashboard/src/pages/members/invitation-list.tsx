import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import type { z } from 'zod'
import { sentenceOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { invitation } from '../../api/schemas.ts'
import { formatInstant } from '../../data/format.ts'
import { membersQuery } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/code-block.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'

type Invitation = z.infer<typeof invitation>

export function InvitationList({ invitations }: { readonly invitations: readonly Invitation[] }) {
  return (
    <Card flush title="Open invitations" description="Each link works once, for its e-mail address, for seven days.">
      {invitations.length === 0 ? (
        <EmptyState icon={MailPlus} title="No open invitations" />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {invitations.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ one }: { readonly one: Invitation }) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const withdraw = useMutation({
    mutationFn: () => api.withdrawInvitation(one.id),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })
      toasts.done(`The invitation of ${one.email} is withdrawn.`)
    },
    onError: (error) => toasts.failed(sentenceOf(error)),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium">{one.email}</p>
        <p className="text-[13px] text-muted">
          As {one.role}, by {one.invitedBy}, until {formatInstant(one.expiresAt)}
        </p>
      </div>
      <div className="flex gap-2">
        <CopyButton text={one.link} label="Copy link" />
        <Button size="small" variant="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw
          <span className="sr-only"> the invitation of {one.email}</span>
        </Button>
      </div>
    </li>
  )
}

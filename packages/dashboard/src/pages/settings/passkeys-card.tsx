import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { Passkey } from '../../api/schemas.ts'
import { formatDay } from '../../data/format.ts'
import { hasPasskeys } from '../../data/passkeys.ts'
import { instanceQuery, passkeysQuery } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

/** Nothing where this service's address cannot have passkeys. */
export function PasskeysCard() {
  const instance = useQuery(instanceQuery)
  return instance.data?.passkeys ? <OfferedPasskeys /> : null
}

type Dialog = 'add' | { readonly deed: 'rename' | 'delete'; readonly passkey: Passkey } | null

function OfferedPasskeys() {
  const list = useQuery(passkeysQuery)
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = () => setDialog(null)
  const canAdd = hasPasskeys()
  return (
    <Card
      flush
      title="Passkeys"
      description="Sign in with this device, a phone or a security key in place of the password."
    >
      {list.data ? (
        <ul className="divide-y divide-line border-t border-line">
          {list.data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(deed) => setDialog({ deed, passkey })} />
          ))}
          {list.data.passkeys.length === 0 && <li className="px-4 py-3 text-muted sm:px-5">You have none yet.</li>}
        </ul>
      ) : list.error ? (
        <ErrorState
          error={list.error}
          title="The passkeys could not be loaded"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <SkeletonLines lines={2} label="Loading the passkeys" />
      )}
      <div className="border-t border-line px-4 py-3 sm:px-5">
        {canAdd ? (
          <Button onClick={() => setDialog('add')}>Add a passkey</Button>
        ) : (
          <p className="text-muted">This browser cannot make passkeys.</p>
        )}
      </div>
      <AddPasskeyDialog open={dialog === 'add'} onClose={close} />
      {dialog !== null && dialog !== 'add' && <RowDialog {...dialog} onClose={close} />}
    </Card>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onAsk: (deed: 'rename' | 'delete') => void
}

function PasskeyRow({ passkey, onAsk }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
      <KeyRound aria-hidden className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-[13px] text-muted">
          Added {formatDay(createdAt)}, {lastUsedAt === null ? 'never used' : `last used ${formatDay(lastUsedAt)}`}
        </p>
      </div>
      <Button variant="quiet" size="icon" aria-label={`Rename ${name}`} onClick={() => onAsk('rename')}>
        <Pencil aria-hidden />
      </Button>
      <Button variant="quiet" size="icon" aria-label={`Delete ${name}`} onClick={() => onAsk('delete')}>
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}

interface RowDialogProps {
  readonly deed: 'rename' | 'delete'
  readonly passkey: Passkey
  readonly onClose: () => void
}

function RowDialog({ deed, passkey, onClose }: RowDialogProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  if (deed === 'rename') return <RenamePasskeyDialog passkey={passkey} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${passkey.name}?`}
      description="It opens this account no more. Your device may go on offering it until you delete it there, too."
      verb="Delete"
      danger
      run={() => api.deletePasskey(passkey.id)}
      onDone={() => {
        toasts.done(`${passkey.name} is deleted.`)
        return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      }}
    />
  )
}

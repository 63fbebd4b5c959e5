import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { type madeInvitation, newInvitation, roles } from '../../api/schemas.ts'
import { membersQuery } from '../../data/queries.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { roleNames } from './member-table.tsx'

interface InviteDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const MAILED = 'This link is on its way to them by mail.'
const TO_SEND = 'Send this link to them.'
const VALIDITY = 'It works once, for their e-mail address, for seven days.'

/** Makes an invitation, then shows its link, whether or not it was sent by mail. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const [made, setMade] = useState<z.infer<typeof madeInvitation> | null>(null)
  const close = () => {
    onOpenChange(false)
    setMade(null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={made ? 'The invitation is ready' : 'Invite a member'}
      description={made ? `${made.mailed ? MAILED : TO_SEND} ${VALIDITY}` : 'You get a link to send to them.'}
    >
      {made ? (
        <>
          <CodeBlock label="Invitation link" code={made.link} wrap />
          <DialogActions>
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </DialogActions>
        </>
      ) : (
        open && <InviteForm onInvited={setMade} onCancel={close} />
      )}
    </Dialog>
  )
}

const form = z.object({ ...newInvitation.shape, role: z.enum(roles) })

interface InviteFormProps {
  readonly onInvited: (made: z.infer<typeof madeInvitation>) => void
  readonly onCancel: () => void
}

function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const queryClient = useQueryClient()
  const { errors, text, fault, busy, onSubmit } = useForm({
    schema: form,
    initial: { email: '', role: 'member' },
    submit: api.invite,
    onDone: (made) => {
      void queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })
      onInvited(made)
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <Field label="E-mail" error={errors.email} required>
        <Input type="email" autoComplete="off" {...text('email')} />
      </Field>
      <Field label="Role" error={errors.role} hint="Admins manage keys, members and settings.">
        <Select {...text('role')}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </Select>
      </Field>
      <FormFault fault={fault} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Make the link
        </Button>
      </DialogActions>
    </form>
  )
}

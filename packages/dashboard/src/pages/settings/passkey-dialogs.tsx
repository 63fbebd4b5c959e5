import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { type Passkey, passkeyName } from '../../api/schemas.ts'
import { browserName } from '../../data/browser-name.ts'
import { makePasskey } from '../../data/passkeys.ts'
import { passkeysQuery } from '../../data/queries.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'

interface AddPasskeyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function AddPasskeyDialog({ open, onClose }: AddPasskeyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Add a passkey"
      description="Your browser asks where to keep it: on this device, a phone or a security key."
    >
      {open && <AddForm onClose={onClose} />}
    </Dialog>
  )
}

const addition = z.object({ ...passkeyName.shape, currentPassword: z.string().min(1) })

function AddForm({ onClose }: Pick<AddPasskeyDialogProps, 'onClose'>) {
  const onDone = useDone(onClose)
  const form = useForm({
    schema: addition,
    initial: { name: browserName(navigator.userAgent), currentPassword: '' },
    submit: async ({ name, currentPassword }) =>
      api.addPasskey({ name, response: await makePasskey(await api.passkeyCreation({ currentPassword })) }),
    onDone: ({ name }) => onDone(`You can sign in with ${name}.`),
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <Field label="Name" hint="So that you know it again." error={form.errors.name} required>
        <Input autoComplete="off" maxLength={64} {...form.text('name')} />
      </Field>
      <Field label="Current password" error={form.errors.currentPassword} required>
        <Input type="password" autoComplete="current-password" {...form.text('currentPassword')} />
      </Field>
      <FormFault fault={form.fault} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Add the passkey
        </Button>
      </DialogActions>
    </form>
  )
}

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const onDone = useDone(onClose)
  const form = useForm({
    schema: passkeyName,
    initial: { name: passkey.name },
    submit: (values) => api.renamePasskey(passkey.id, values),
    onDone: ({ name }) => onDone(`It is called ${name} now.`),
  })
  return (
    <Dialog open onOpenChange={onClose} title={`Rename ${passkey.name}`}>
      <form onSubmit={form.onSubmit} noValidate className="space-y-4">
        <Field label="Name" error={form.errors.name} required>
          <Input autoComplete="off" maxLength={64} {...form.text('name')} />
        </Field>
        <FormFault fault={form.fault} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save name
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Closes the dialog, says what was done, and reads the list anew. */
function useDone(onClose: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return (says: string) => {
    void queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    toasts.done(says)
    onClose()
  }
}

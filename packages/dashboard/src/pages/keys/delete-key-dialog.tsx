import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import type { KeySummary } from '../../api/schemas.ts'
import { formatDay } from '../../data/format.ts'
import { keysQuery } from '../../data/queries.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'

interface DeleteKeyDialogProps {
  /** Null: closed. */
  readonly target: KeySummary | null
  readonly onClose: () => void
}

export function DeleteKeyDialog({ target, onClose }: DeleteKeyDialogProps) {
  return (
    <Dialog
      open={target !== null}
      onOpenChange={onClose}
      title={`Delete «${target?.name ?? ''}»?`}
      description="From the moment it is deleted, every call with this key answers 401. This cannot be undone."
    >
      {target && <DeleteForm key={target.id} target={target} onClose={onClose} />}
    </Dialog>
  )
}

function DeleteForm({ target, onClose }: { readonly target: KeySummary; readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const form = useForm({
    schema: z.object({
      typed: z.string().refine((typed) => typed.trim() === target.name, `Type «${target.name}» to confirm.`),
    }),
    initial: { typed: '' },
    submit: () => api.deleteKey(target.id),
    onDone: async () => {
      // Before the dialog closes, so that its focus does not return to a row that is about to go.
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
      toasts.done(`The key «${target.name}» is deleted.`)
      onClose()
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <p className="text-muted">
        <code className="font-mono text-ink">{target.prefix}…</code>,{' '}
        {target.lastUsed ? `last used ${formatDay(target.lastUsed)}` : 'never used'}.
      </p>
      <Field label={`Type «${target.name}» to confirm`} error={form.errors.typed} required>
        <Input {...form.text('typed')} autoComplete="off" spellCheck={false} />
      </Field>
      <FormFault fault={form.fault} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          Delete key
        </Button>
      </DialogActions>
    </form>
  )
}

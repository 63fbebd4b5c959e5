import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { sessionsQuery } from '../../data/queries.ts'
import { newPassword } from '../../forms/account-rules.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'

const passwordChange = z.object({
  currentPassword: z.string().min(1),
  newPassword,
  revokeOtherSessions: z.boolean(),
})

export function PasswordCard() {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const form = useForm({
    schema: passwordChange,
    initial: { currentPassword: '', newPassword: '', revokeOtherSessions: true },
    submit: api.changePassword,
    onDone: () => {
      form.reset()
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toasts.done('The password is changed.')
    },
  })
  return (
    <Card title="Password">
      <form onSubmit={form.onSubmit} noValidate className="space-y-3">
        <Field label="Current password" error={form.errors.currentPassword} required>
          <Input type="password" autoComplete="current-password" {...form.text('currentPassword')} />
        </Field>
        <Field label="New password" hint="8 to 128 characters." error={form.errors.newPassword} required>
          <Input type="password" autoComplete="new-password" {...form.text('newPassword')} />
        </Field>
        <Checkbox
          label="Sign out everywhere else"
          checked={form.values.revokeOtherSessions}
          onChange={(event) => form.set('revokeOtherSessions', event.target.checked)}
        />
        <FormFault fault={form.fault} />
        <div>
          <Button type="submit" busy={form.busy}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  )
}

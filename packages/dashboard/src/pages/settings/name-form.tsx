import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { meQuery } from '../../data/queries.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'

interface NameFormProps {
  /** The present one. */
  readonly name: string
  readonly schema: z.ZodType<{ name: string }, { name: string }>
  readonly submit: (values: { name: string }) => Promise<void>
}

export function NameForm({ name, schema, submit }: NameFormProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const form = useForm({
    schema,
    initial: { name },
    submit,
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      toasts.done('The name is changed.')
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-3">
      <Field label="Name" error={form.errors.name} required>
        <Input {...form.text('name')} autoComplete="off" maxLength={80} />
      </Field>
      <FormFault fault={form.fault} />
      <Button type="submit" busy={form.busy} disabled={form.values.name.trim() === name}>
        Save name
      </Button>
    </form>
  )
}

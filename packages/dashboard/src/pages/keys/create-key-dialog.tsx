import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../api/client.ts'
import { type createdKey, newKey } from '../../api/schemas.ts'
import { curlLine, firstCall } from '../../data/first-call.ts'
import { catalogQuery, instanceQuery, keysQuery } from '../../data/queries.ts'
import { useUnsaved } from '../../data/unsaved.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'

type CreatedKey = z.infer<typeof createdKey>

interface CreateKeyDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Asks for a name, then shows the key. The key lives in this component alone and is gone when it closes. */
export function CreateKeyDialog({ open, onOpenChange }: CreateKeyDialogProps) {
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const close = () => {
    onOpenChange(false)
    setCreated(null)
  }
  if (created)
    return (
      <Dialog open={open} onOpenChange={close} dismissible={false} shape="wide" title={`The key «${created.name}»`}>
        <NewKey created={created} onClose={close} />
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create an API key"
      description="It may call every operation of the organization’s plan, and spends its units."
    >
      {open && <NameForm onCreated={setCreated} onCancel={close} />}
    </Dialog>
  )
}

interface NameFormProps {
  readonly onCreated: (created: CreatedKey) => void
  readonly onCancel: () => void
}

function NameForm({ onCreated, onCancel }: NameFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    schema: newKey,
    initial: { name: '' },
    // Read anew after a refusal as well: the list then says which limit was met.
    submit: (values) =>
      api.createKey(values).finally(() => void queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })),
    onDone: onCreated,
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <Field
        label="Name"
        hint="Where it is used, such as «billing worker». Shown in the request log."
        error={form.errors.name}
        required
      >
        <Input {...form.text('name')} autoComplete="off" maxLength={64} />
      </Field>
      <FormFault fault={form.fault} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Create key
        </Button>
      </DialogActions>
    </form>
  )
}

function NewKey({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) {
  useUnsaved(true)
  const instance = useQuery(instanceQuery)
  const catalog = useQuery(catalogQuery)
  return (
    <>
      <div className="space-y-4">
        <Banner tone="warn" title="Copy the key now">
          It is shown this once. Only its first 12 characters and a hash are kept; a lost key can be replaced, never
          shown again.
        </Banner>
        <CodeBlock label="API key" code={created.key} wrap />
        {instance.data && (
          <div>
            <p className="mb-1.5 font-medium">Make the first call</p>
            <CodeBlock
              label="Call with curl"
              code={curlLine(instance.data.baseUrl, firstCall(catalog.data), created.key)}
            />
          </div>
        )}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      </DialogActions>
    </>
  )
}

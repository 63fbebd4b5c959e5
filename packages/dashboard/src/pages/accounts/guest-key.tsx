import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { guestKey } from '../../api/schemas.ts'
import { curlLine, firstCall } from '../../data/first-call.ts'
import { formatCount, formatDay } from '../../data/format.ts'
import { catalogQuery } from '../../data/queries.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** A key without an account, shown with a call that is ready to paste. */
export function GuestKey({ baseUrl }: { readonly baseUrl: string }) {
  const [open, setOpen] = useState(false)
  const make = useMutation({ mutationFn: api.guestKey, meta: { signsIn: true }, onSuccess: () => setOpen(true) })
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Button className="w-full" busy={make.isPending} onClick={() => make.mutate()}>
        Get a guest key
      </Button>
      <p className="mt-2 text-[13px] text-muted">For a first look, without an account. It lasts seven days.</p>
      {make.error && (
        <div className="mt-3">
          <FormFault fault={asApiError(make.error)} />
        </div>
      )}
      {make.data && <GuestKeyDialog guest={make.data} baseUrl={baseUrl} open={open} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface GuestKeyDialogProps {
  readonly guest: z.infer<typeof guestKey>
  readonly baseUrl: string
  readonly open: boolean
  readonly onClose: () => void
}

function GuestKeyDialog({ guest, baseUrl, open, onClose }: GuestKeyDialogProps) {
  const catalog = useQuery({ ...catalogQuery, enabled: open })
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      dismissible={false}
      title="Your guest key"
      description={`${limitText(guest.quota.limit)}, valid until ${formatDay(guest.expiresAt)}.`}
    >
      <div className="space-y-4">
        <CodeBlock label="Guest key" code={guest.key} wrap />
        <div>
          <p className="mb-1.5 font-medium">Make the first call</p>
          <CodeBlock label="Call with curl" code={curlLine(baseUrl, firstCall(catalog.data), guest.key)} />
        </div>
        <Banner tone="warn">This key is shown once. Copy it before you close this.</Banner>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function limitText(limit: number | null): string {
  return limit === null ? 'Without a limit' : formatCount(limit, 'unit')
}

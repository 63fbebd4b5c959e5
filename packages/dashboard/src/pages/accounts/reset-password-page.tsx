import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { chooseOrganization } from '../../data/organization-choice.ts'
import { newPassword } from '../../forms/account-rules.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { AccountFrame } from './account-frame.tsx'

const route = getRouteApi('/reset-password')

export function ResetPasswordPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [token] = useState(search.token)
  useEffect(() => {
    // The address is kept in the history and shown to whoever looks on; the token is not to be.
    if (search.token) void navigate({ to: '/reset-password', search: {}, replace: true })
  }, [search.token, navigate])
  return (
    <AccountFrame title="Set a new password" footer={<AskAgain />}>
      {token ? <ResetForm token={token} /> : <NoToken />}
    </AccountFrame>
  )
}

function AskAgain() {
  return (
    <Link to="/forgot-password" className="link">
      Ask for another link
    </Link>
  )
}

function NoToken() {
  return (
    <Banner tone="warn" title="This address is not complete">
      Open the link of the mail as a whole.
    </Banner>
  )
}

function ResetForm({ token }: { readonly token: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm({
    schema: z.object({ newPassword }),
    initial: { newPassword: '' },
    signsIn: true,
    submit: (values) => api.resetPassword({ ...values, token }),
    onDone: () => {
      // Whoever was here before may have been someone else.
      chooseOrganization(null)
      queryClient.clear()
      void navigate({ to: '/' })
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <Field
        label="New password"
        hint="8 to 128 characters. Every session of the account ends, and you are signed in here."
        error={form.errors.newPassword}
        required
      >
        <Input type="password" autoComplete="new-password" {...form.text('newPassword')} />
      </Field>
      <FormFault fault={form.fault} />
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        Set the password
      </Button>
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { instanceQuery } from '../../data/queries.ts'
import { newAccount } from '../../forms/account-rules.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AskTheOperator } from './password-help.tsx'

export function ForgotPasswordPage() {
  const { data, error, refetch, isFetching } = useQuery(instanceQuery)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <AccountFrame
      title="Forgot your password?"
      description={data?.mail && !asked && <p>You get a link by mail, with which you set a new one.</p>}
      footer={
        <Link to="/sign-in" className="link">
          Back to sign-in
        </Link>
      }
    >
      {asked ? (
        <Sent email={asked} />
      ) : data ? (
        data.mail ? (
          <RequestForm onAsked={setAsked} />
        ) : (
          <AskTheOperator />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </AccountFrame>
  )
}

/** Says the same whether or not there is such an account. */
function Sent({ email }: { readonly email: string }) {
  return (
    <Banner title="Look into your mail">
      If <span className="wrap-anywhere">{email}</span> has an account here, a link is on its way. It works once, for an
      hour. Nothing arrived? Look among the spam, and whether the address is the one that you signed up with.
    </Banner>
  )
}

function RequestForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const form = useForm({
    schema: newAccount.pick({ email: true }),
    initial: { email: '' },
    signsIn: true,
    submit: async (values) => {
      await api.requestPasswordReset(values)
      return values.email
    },
    onDone: onAsked,
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <Field label="E-mail" error={form.errors.email} required>
        <Input type="email" autoComplete="username" {...form.text('email')} />
      </Field>
      <FormFault fault={form.fault} />
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        Send the link
      </Button>
    </form>
  )
}

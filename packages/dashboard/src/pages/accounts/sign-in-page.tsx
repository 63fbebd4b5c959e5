import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { hasPasskeys } from '../../data/passkeys.ts'
import { instanceQuery } from '../../data/queries.ts'
import { returnPath } from '../../data/return-path.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { GuestKey } from './guest-key.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { PasswordHelp } from './password-help.tsx'

const route = getRouteApi('/sign-in')
const credentials = z.object({ email: z.email(), password: z.string().min(1) })

export function SignInPage() {
  const { next, expired } = route.useSearch()
  const instance = useQuery(instanceQuery)
  const signup = instance.data?.signup
  return (
    <AccountFrame
      title="Sign in"
      footer={signup !== undefined && signup !== 'closed' && <SignUpHint invited={signup === 'invite'} next={next} />}
    >
      {expired && (
        <Banner className="mb-4" title="Your session has ended">
          Sign in again to go on where you were.
          {expired === 'unsaved' && ' What was open there and not saved yet has to be done again.'}
        </Banner>
      )}
      {instance.error && (
        <Banner tone="bad" className="mb-4">
          {instance.error.message}
        </Banner>
      )}
      <SignInForm next={next} />
      {instance.data?.passkeys && hasPasskeys() && <PasskeySignIn next={next} />}
      <PasswordHelp mail={instance.data?.mail ?? false} />
      {instance.data?.guestKeys && <GuestKey baseUrl={instance.data.baseUrl} />}
    </AccountFrame>
  )
}

function SignInForm({ next }: { readonly next: string | undefined }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useForm({
    schema: credentials,
    initial: { email: '', password: '' },
    submit: api.signIn,
    signsIn: true,
    onDone: () => {
      // Whoever was here before may have been someone else.
      queryClient.clear()
      router.history.push(returnPath(next))
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <Field label="E-mail" error={form.errors.email} required>
        <Input type="email" autoComplete="username" {...form.text('email')} />
      </Field>
      <Field label="Password" error={form.errors.password} required>
        <Input type="password" autoComplete="current-password" {...form.text('password')} />
      </Field>
      <FormFault fault={form.fault} />
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        Sign in
      </Button>
    </form>
  )
}

function SignUpHint({ invited, next }: { readonly invited: boolean; readonly next: string | undefined }) {
  if (invited) return <p>New accounts need an invitation: ask an admin for a link.</p>
  return (
    <p>
      No account yet?{' '}
      <Link to="/sign-up" search={{ ...(next && { next }) }} className="link">
        Create one
      </Link>
    </p>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import type { Instance } from '../../api/schemas.ts'
import { chooseOrganization } from '../../data/organization-choice.ts'
import { instanceQuery, invitationQuery } from '../../data/queries.ts'
import { returnPath } from '../../data/return-path.ts'
import { newAccount } from '../../forms/account-rules.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { AccountFrame } from './account-frame.tsx'

const route = getRouteApi('/sign-up')

export function SignUpPage() {
  const { next, invitation } = route.useSearch()
  const instance = useQuery(instanceQuery)
  return (
    <AccountFrame title="Create an account" footer={<SignInHint next={next} invitation={invitation} />}>
      {instance.data ? (
        <ByRule signup={instance.data.signup} next={next} invitation={invitation} />
      ) : instance.error ? (
        <ErrorState error={instance.error} onRetry={() => void instance.refetch()} retrying={instance.isFetching} />
      ) : (
        <SkeletonLines />
      )}
    </AccountFrame>
  )
}

interface Way {
  readonly next: string | undefined
  readonly invitation: string | undefined
}

/** What this installation allows: anyone, the invited, or nobody. */
function ByRule({ signup, next, invitation }: Way & Pick<Instance, 'signup'>): ReactNode {
  if (signup === 'closed')
    return <Banner title="Sign-up is closed">The operator of this installation makes the accounts.</Banner>
  if (invitation) return <InvitedForm invitation={invitation} />
  if (signup === 'invite')
    return (
      <Banner title="An invitation is needed">
        Ask an admin of an organization here for an invitation link, and open it in this browser.
      </Banner>
    )
  return <SignUpForm email="" next={next} invitation={undefined} />
}

function InvitedForm({ invitation }: { readonly invitation: string }) {
  const view = useQuery(invitationQuery(invitation))
  if (view.error) return <ErrorState error={view.error} title="This invitation cannot be used" />
  if (!view.data) return <SkeletonLines />
  return (
    <>
      <Banner className="mb-4">
        You join <strong>{view.data.organization}</strong> as {view.data.role}.
      </Banner>
      <SignUpForm email={view.data.email} next={undefined} invitation={invitation} />
    </>
  )
}

function SignUpForm({ email, next, invitation }: Way & { readonly email: string }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useForm({
    schema: newAccount,
    initial: { name: '', email, password: '' },
    signsIn: true,
    submit: async (account) => {
      await api.signUp({ ...account, ...(invitation && { invitationId: invitation }) })
      // A choice that is remembered here is that of an earlier account.
      chooseOrganization(null)
      return invitation ? joined(invitation) : returnPath(next)
    },
    onDone: (path) => {
      queryClient.clear()
      router.history.push(path)
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <Field label="Name" error={form.errors.name} required>
        <Input autoComplete="name" {...form.text('name')} />
      </Field>
      <Field
        label="E-mail"
        error={form.errors.email}
        hint={invitation && 'The invitation is for this address.'}
        required
      >
        <Input type="email" autoComplete="username" readOnly={Boolean(invitation)} {...form.text('email')} />
      </Field>
      <Field label="Password" error={form.errors.password} hint="8 to 128 characters." required>
        <Input type="password" autoComplete="new-password" {...form.text('password')} />
      </Field>
      <FormFault fault={form.fault} />
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        Create account
      </Button>
    </form>
  )
}

/** Where a new account goes that came by an invitation. Should joining fail, it can be tried again on its page. */
async function joined(invitation: string): Promise<string> {
  try {
    chooseOrganization((await api.acceptInvitation(invitation)).id)
    return '/'
  } catch {
    return `/invitation/${encodeURIComponent(invitation)}`
  }
}

function SignInHint({ next, invitation }: Way) {
  const back = invitation ? `/invitation/${invitation}` : next
  return (
    <p>
      Have an account?{' '}
      <Link to="/sign-in" search={{ ...(back && { next: back }) }} className="link">
        Sign in
      </Link>
    </p>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ApiError, asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { invitationView, Me } from '../../api/schemas.ts'
import { formatInstant } from '../../data/format.ts'
import { chooseOrganization } from '../../data/organization-choice.ts'
import { invitationQuery, meQuery } from '../../data/queries.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { AccountFrame } from './account-frame.tsx'

const route = getRouteApi('/invitation/$id')

export function InvitationPage() {
  const { id } = route.useParams()
  const view = useQuery(invitationQuery(id))
  const me = useQuery({ ...meQuery, meta: { signsIn: true } })
  return (
    <AccountFrame title="Invitation" description={view.data && <Offer view={view.data} />}>
      {view.error ? (
        <Gone error={view.error} onRetry={() => void view.refetch()} retrying={view.isFetching} />
      ) : !view.data || me.isPending ? (
        <SkeletonLines />
      ) : me.data ? (
        <Answer id={id} view={view.data} me={me.data} />
      ) : (
        <WaysIn id={id} email={view.data.email} />
      )}
    </AccountFrame>
  )
}

type View = z.infer<typeof invitationView>

function Offer({ view }: { readonly view: View }) {
  return (
    <p>
      <strong className="text-ink">{view.organization}</strong> invites{' '}
      <span className="wrap-anywhere">{view.email}</span> as {view.role}. Open until {formatInstant(view.expiresAt)}.
    </p>
  )
}

interface GoneProps {
  readonly error: Error
  readonly onRetry: () => void
  readonly retrying: boolean
}

function Gone({ error, onRetry, retrying }: GoneProps): ReactNode {
  if (!(error instanceof ApiError) || error.status !== 404)
    return <ErrorState error={error} onRetry={onRetry} retrying={retrying} />
  return (
    <Banner tone="warn" title="This invitation is gone">
      It was used or withdrawn, or its seven days are over. Ask an admin of the organization for a new link.
    </Banner>
  )
}

function WaysIn({ id, email }: { readonly id: string; readonly email: string }) {
  return (
    <div className="space-y-3">
      <p>
        Sign in with the account of <span className="wrap-anywhere font-medium">{email}</span>, or make it now.
      </p>
      <Link to="/sign-up" search={{ invitation: id }} className={`${buttonClass('primary')} w-full`}>
        Create an account
      </Link>
      <Link to="/sign-in" search={{ next: `/invitation/${id}` }} className={`${buttonClass()} w-full`}>
        Sign in
      </Link>
    </div>
  )
}

function Answer({ id, view, me }: { readonly id: string; readonly view: View; readonly me: Me }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const leave = () => {
    queryClient.clear()
    void navigate({ to: '/' })
  }
  const accept = useMutation({
    mutationFn: () => api.acceptInvitation(id),
    onSuccess: (organization) => {
      chooseOrganization(organization.id)
      leave()
    },
  })
  const decline = useMutation({ mutationFn: () => api.declineInvitation(id), onSuccess: leave })
  if (me.user.email.toLowerCase() !== view.email.toLowerCase()) return <OtherAccount id={id} me={me} />
  const error = accept.error ?? decline.error
  return (
    <div className="space-y-4">
      <p className="text-muted">
        You are signed in as <span className="wrap-anywhere text-ink">{me.user.email}</span>.
      </p>
      <FormFault fault={error && asApiError(error)} />
      <div className="flex gap-2">
        <Button variant="primary" className="flex-1" busy={accept.isPending} onClick={() => accept.mutate()}>
          Accept
        </Button>
        <Button className="flex-1" busy={decline.isPending} onClick={() => decline.mutate()}>
          Decline
        </Button>
      </div>
    </div>
  )
}

function OtherAccount({ id, me }: { readonly id: string; readonly me: Me }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: api.signOut,
    onSuccess: () => {
      queryClient.clear()
      void navigate({ to: '/sign-in', search: { next: `/invitation/${id}` } })
    },
  })
  return (
    <div className="space-y-4">
      <Banner tone="warn" title="The invitation is for another account">
        You are signed in as <span className="wrap-anywhere">{me.user.email}</span>.
      </Banner>
      <FormFault fault={signOut.error && asApiError(signOut.error)} />
      <Button className="w-full" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out and use the invited account
      </Button>
    </div>
  )
}

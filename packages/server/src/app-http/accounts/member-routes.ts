// Members of the session's organization, invitations to it, and its name.
import { notFound, OperationError } from '@kiosk/catalog'
import {
  type invitation as invitationAnswer,
  type invitationView,
  type Me,
  type madeInvitation,
  type member as memberAnswer,
  type memberList,
  newInvitation,
  organizationChange,
  roleChange,
} from '@kiosk/dashboard'
import type { Plans } from '@kiosk/engine'
import { type Directory, DirectoryRefusal } from '@kiosk/stores'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressBucket } from '../client-address.ts'
import { organizationView } from '../data/organization-view.ts'
import { parseInput } from '../input.ts'
import { invitationLetter } from '../mail/invitation-letter.ts'
import type { Mailer } from '../mail/mailer.ts'
import { addSessionScope, adminOf, sessionOf } from '../session-scope.ts'
import type { Accounts } from './accounts.ts'
import type { AccountStore } from './rows/account-store.ts'
import {
  accept,
  decline,
  type Invitation,
  invite,
  openInvitation,
  openInvitations,
  withdraw,
} from './rows/invitations.ts'
import { changeRole, removeMember } from './rows/members.ts'
import { type Membership, membersOf, type User, usersById } from './rows/people.ts'
import { Throttle } from './throttle.ts'

export interface MemberRoutesDeps {
  readonly store: AccountStore
  readonly directory: Pick<Directory, 'organizationById' | 'rename'>
  readonly plans: Plans
  readonly appUrl: () => string
  /** Absent: no mail server is set. */
  readonly mail?: Mailer | null
}

export function addMemberRoutes(
  app: FastifyInstance,
  accounts: Pick<Accounts, 'session'>,
  deps: MemberRoutesDeps,
): void {
  addInvitationView(app, deps)
  addSessionScope(app, accounts, (scope) => {
    addMembers(scope, deps)
    addInvitations(scope, deps)
    addOrganization(scope, deps)
  })
}

function addMembers(scope: FastifyInstance, { store, appUrl }: MemberRoutesDeps): void {
  scope.get('/api/members', async (request): Promise<z.infer<typeof memberList>> => {
    const { organizationId, role, user } = sessionOf(request)
    return store.run(async (rows) => {
      const members = await membersOf(rows, organizationId)
      const invitations = role === 'admin' ? await openInvitations(rows, organizationId) : []
      const ids = [...members.map(({ userId }) => userId), ...invitations.map(({ inviterId }) => inviterId)]
      const users = await usersById(rows, [...new Set(ids)])
      return {
        members: members.map((one) => memberOf(one, users, user.id)),
        invitations: invitations.map((one) => invitationOf(one, users.get(one.inviterId)?.name ?? '', appUrl())),
      }
    })
  })

  scope.patch('/api/members/:id', async (request): Promise<z.infer<typeof memberAnswer>> => {
    const { organizationId, user } = adminOf(request, 'change roles')
    const { role } = parseInput(roleChange, request.body, 'body')
    const changed = await changeRole(store, organizationId, idOf(request), role)
    const users = await store.run((rows) => usersById(rows, [changed.userId]))
    return memberOf(changed, users, user.id)
  })

  scope.delete('/api/members/:id', async (request, reply) => {
    const id = idOf(request)
    const { organizationId, user } = sessionOf(request)
    const members = await store.run((rows) => membersOf(rows, organizationId))
    // Everybody may leave.
    if (members.find((one) => one.id === id)?.userId !== user.id) adminOf(request, 'remove others')
    await removeMember(store, organizationId, id)
    return reply.code(204).send()
  })
}

function addInvitations(scope: FastifyInstance, deps: MemberRoutesDeps): void {
  const { store, directory, appUrl } = deps
  const sendLink = linkSender(deps)

  scope.post('/api/members', async (request, reply) => {
    const { organizationId, user } = adminOf(request, 'invite people')
    const { email, role } = parseInput(newInvitation, request.body, 'body')
    const made = invitationOf(
      await invite(store, { organizationId, email, role, inviterId: user.id }),
      user.name,
      appUrl(),
    )
    const answer: z.infer<typeof madeInvitation> = { ...made, mailed: sendLink(made, addressBucket(request.ip)) }
    return reply.code(201).send(answer)
  })

  scope.delete('/api/members/invitations/:id', async (request, reply) => {
    const { organizationId } = adminOf(request, 'withdraw invitations')
    await withdraw(store, organizationId, idOf(request))
    return reply.code(204).send()
  })

  scope.post('/api/invitations/:id/accept', async (request): Promise<Me['organizations'][number]> => {
    const { organizationId, role } = await accept(store, idOf(request), sessionOf(request).user)
    const organization = await directory.organizationById(organizationId)
    if (organization === null) throw notFound('This organization is gone.')
    const { id, name, slug } = organization
    return { id, name, slug, role }
  })

  scope.post('/api/invitations/:id/decline', async (request, reply) => {
    await decline(store, idOf(request), sessionOf(request).user)
    return reply.code(204).send()
  })
}

/** Sends the link where there is a mail server, a few times to each address, so that nobody is flooded; else it is passed on
 * by hand. @returns whether it is on its way */
function linkSender({ mail, appUrl }: MemberRoutesDeps) {
  const letters = new Throttle(Date.now)
  return ({ email, link, expiresAt }: z.infer<typeof invitationAnswer>, address: string): boolean => {
    if (!mail) return false
    try {
      letters.begin(email, address).failed()
      mail.post(async () => invitationLetter({ email, link, expiresAt, appUrl: appUrl() }))
      return true
    } catch (error) {
      if (error instanceof OperationError) return false
      throw error
    }
  }
}

/** Who has the link need not have an account yet. */
function addInvitationView(app: FastifyInstance, { store, directory }: MemberRoutesDeps): void {
  app.get('/api/invitations/:id', async (request): Promise<z.infer<typeof invitationView>> => {
    const found = await store.run((rows) => openInvitation(rows, idOf(request)))
    const organization = found && (await directory.organizationById(found.organizationId))
    if (!found || !organization)
      throw notFound('There is no such invitation: it may be used, withdrawn, or older than 7 days.')
    const { email, role, expiresAt } = found
    return { organization: organization.name, email, role, expiresAt: expiresAt.toISOString() }
  })
}

function addOrganization(scope: FastifyInstance, { directory, plans }: MemberRoutesDeps): void {
  scope.patch('/api/organization', async (request): Promise<Me['organization']> => {
    const { organizationId, role } = adminOf(request, 'rename it')
    const { name } = parseInput(organizationChange, request.body, 'body')
    try {
      return organizationView(await directory.rename(organizationId, name), role, plans)
    } catch (error) {
      throw error instanceof DirectoryRefusal ? notFound('This organization is gone.') : error
    }
  })
}

function idOf(request: FastifyRequest): string {
  return parseInput(z.object({ id: z.string() }), request.params, 'path').id
}

function memberOf(
  { id, userId, role, createdAt }: Membership,
  users: ReadonlyMap<string, User>,
  yourId: string,
): z.infer<typeof memberAnswer> {
  const { name = '', email = '' } = users.get(userId) ?? {}
  return { id, userId, name, email, role, joinedAt: createdAt.toISOString(), isYou: userId === yourId }
}

function invitationOf(
  { id, email, role, expiresAt }: Invitation,
  invitedBy: string,
  appUrl: string,
): z.infer<typeof invitationAnswer> {
  return { id, email, role, expiresAt: expiresAt.toISOString(), invitedBy, link: `${appUrl}/invitation/${id}` }
}

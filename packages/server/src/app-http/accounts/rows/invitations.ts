// Invitations: one link each, for one e-mail address, good for a week and once.
import { invalidInput, notFound, OperationError } from '@kiosk/catalog'
import type { Role } from '@kiosk/dashboard'
import { role } from '@kiosk/dashboard'
import type { AccountStore } from './account-store.ts'
import { accountEmail, addMember, lockOrganization, membersOf, type Rows, userByEmail } from './people.ts'

const LIFETIME_MS = 7 * 86_400_000
const MOST_OPEN = 100

export interface Invitation {
  /** What the link holds; who knows it has seen the link. */
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly role: Role
  readonly expiresAt: Date
  readonly inviterId: string
}

/** The invitation while it can be accepted, else null. */
export async function openInvitation(rows: Rows, id: string): Promise<Invitation | null> {
  return one(await rows.findOne<Invitation>({ model: 'invitation', where: openWhere('id', id) }))
}

/** Those that can be accepted, newest first. */
export async function openInvitations(rows: Rows, organizationId: string): Promise<Invitation[]> {
  const sortBy = { field: 'createdAt', direction: 'desc' as const }
  const where = openWhere('organizationId', organizationId)
  const found = await rows.findMany<Invitation>({ model: 'invitation', where, sortBy, limit: MOST_OPEN })
  return found.map((row) => ({ ...row, role: role.parse(row.role) }))
}

/** Makes an invitation in place of an open one for the same address. Throws INVALID_INPUT for a member, and past 100 open ones. */
export function invite(
  store: AccountStore,
  given: Pick<Invitation, 'organizationId' | 'email' | 'role' | 'inviterId'>,
): Promise<Invitation> {
  const { organizationId } = given
  const email = accountEmail(given.email)
  return store.run((rows) =>
    rows.transaction(async (inside) => {
      await lockOrganization(inside, organizationId)
      const user = await userByEmail(inside, email)
      const members = await membersOf(inside, organizationId)
      if (members.some(({ userId }) => userId === user?.id)) throw invalidInput('email', 'is a member already')
      const open = await openInvitations(inside, organizationId)
      const former = open.filter((one) => one.email === email)
      for (const { id } of former) await close(inside, id, 'canceled')
      if (open.length - former.length >= MOST_OPEN) {
        throw invalidInput('email', `there are ${MOST_OPEN} open invitations, which is the most; withdraw one`)
      }
      const createdAt = new Date()
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
      const data = { ...given, email, status: 'pending', createdAt, expiresAt }
      return inside.create<typeof data, Invitation>({ model: 'invitation', data })
    }),
  )
}

/** Throws NOT_FOUND. */
export async function withdraw(store: AccountStore, organizationId: string, id: string): Promise<void> {
  await store.run(async (rows) => {
    const invitation = await openInvitation(rows, id)
    const isClosed = invitation?.organizationId === organizationId && (await close(rows, id, 'canceled'))
    if (!isClosed) throw gone()
  })
}

/** Makes the user a member; one who is a member already keeps their role.
 * Throws NOT_FOUND for an invitation that cannot be accepted any more, FORBIDDEN for one to another address.
 * @returns the organization's id and the user's role there */
export function accept(store: AccountStore, id: string, user: { readonly id: string; readonly email: string }) {
  return store.run(async (rows) => {
    const { organizationId, role } = await ownInvitation(rows, id, user.email)
    return rows.transaction(async (inside) => {
      // In the order of `invite`, or the two might wait for each other.
      if (!(await lockOrganization(inside, organizationId))) throw gone()
      // Of two at once only one closes it.
      if (!(await close(inside, id, 'accepted'))) throw gone()
      const members = await membersOf(inside, organizationId)
      const member = members.find(({ userId }) => userId === user.id)
      return member ?? (await addMember(inside, { organizationId, userId: user.id, role }))
    })
  })
}

/** Throws NOT_FOUND and FORBIDDEN as `accept` does. */
export async function decline(store: AccountStore, id: string, user: { readonly email: string }): Promise<void> {
  await store.run(async (rows) => {
    await ownInvitation(rows, id, user.email)
    if (!(await close(rows, id, 'rejected'))) throw gone()
  })
}

async function ownInvitation(rows: Rows, id: string, email: string): Promise<Invitation> {
  const invitation = await openInvitation(rows, id)
  if (invitation === null) throw gone()
  if (invitation.email === accountEmail(email)) return invitation
  const message = 'This invitation is for another e-mail address; sign in with the account that has it.'
  throw new OperationError('FORBIDDEN', message)
}

/** @returns false when it was closed already */
async function close(rows: Rows, id: string, status: 'accepted' | 'rejected' | 'canceled'): Promise<boolean> {
  return (await rows.updateMany({ model: 'invitation', where: openWhere('id', id), update: { status } })) > 0
}

function openWhere(field: 'id' | 'organizationId', value: string) {
  return [
    { field, value },
    { field: 'status', value: 'pending' },
    { field: 'expiresAt', operator: 'gt' as const, value: new Date() },
  ]
}

function one(row: Invitation | null): Invitation | null {
  return row === null ? null : { ...row, role: role.parse(row.role) }
}

function gone(): OperationError {
  return notFound('There is no such invitation: it may be used, withdrawn, or older than 7 days. Ask for a new one.')
}

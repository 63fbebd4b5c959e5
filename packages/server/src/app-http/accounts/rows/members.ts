// Members of an organization, and the rule that one of them is an admin.
import { invalidInput, notFound } from '@kiosk/catalog'
import type { Role } from '@kiosk/dashboard'
import type { AccountStore } from './account-store.ts'
import { lockOrganization, type Membership, membersOf, type Rows } from './people.ts'

/** Throws NOT_FOUND for an id that is no member's of the organization, and INVALID_INPUT where no admin would be left. */
export function changeRole(store: AccountStore, organizationId: string, id: string, role: Role): Promise<Membership> {
  return change(store, organizationId, id, async (rows, member, isLastAdmin) => {
    if (isLastAdmin && role !== 'admin') {
      throw invalidInput('role', 'the last admin stays one; make another member an admin first')
    }
    await rows.updateMany({ model: 'member', where: [{ field: 'id', value: id }], update: { role } })
    return { ...member, role }
  })
}

/** Throws as `changeRole` does. Sessions of the user go on, without this organization. */
export async function removeMember(store: AccountStore, organizationId: string, id: string): Promise<void> {
  await change(store, organizationId, id, async (rows, _member, isLastAdmin) => {
    if (isLastAdmin) throw invalidInput('id', 'the last admin cannot leave; make another member an admin first')
    await rows.deleteMany({ model: 'member', where: [{ field: 'id', value: id }] })
  })
}

/** One change of an organization after the other: two admins who demote each other at once are refused once. */
function change<T>(
  store: AccountStore,
  organizationId: string,
  id: string,
  apply: (rows: Rows, member: Membership, isLastAdmin: boolean) => Promise<T>,
): Promise<T> {
  return store.run((rows) =>
    rows.transaction(async (inside) => {
      await lockOrganization(inside, organizationId)
      const members = await membersOf(inside, organizationId)
      const member = members.find((one) => one.id === id)
      if (member === undefined) throw notFound('The organization has no such member; GET /api/members lists them.')
      const admins = members.filter(({ role }) => role === 'admin')
      return apply(inside, member, admins.length === 1 && admins[0]?.id === id)
    }),
  )
}

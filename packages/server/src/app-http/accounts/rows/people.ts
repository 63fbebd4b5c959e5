// Users, and which organizations they belong to.
import type { DBAdapter, DBTransactionAdapter } from '@better-auth/core/db/adapter'
import { type Role, role } from '@kiosk/dashboard'

/** The rows of accounts, inside a transaction or not. */
export type Rows = DBAdapter | DBTransactionAdapter

export interface User {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly createdAt: Date
}

export interface Membership {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
  readonly createdAt: Date
}

// The library stops at 100 rows where nothing is said.
const NO_LIMIT = 1_000_000
// SQLite takes at most 32,766 values in one statement.
const IDS_AT_ONCE = 10_000

/** One person has one account, however the address is written. */
export function accountEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Makes a user with a password. A known e-mail is a conflict of the database; see `isConflict`. */
export async function createUser(
  rows: Rows,
  given: { readonly name: string; readonly email: string; readonly passwordHash: string },
): Promise<User> {
  const now = new Date()
  const user = await rows.create<Omit<User, 'id'> & { emailVerified: boolean; updatedAt: Date }, User>({
    model: 'user',
    data: { name: given.name, email: accountEmail(given.email), emailVerified: false, createdAt: now, updatedAt: now },
  })
  await addPassword(rows, user.id, given.passwordHash)
  return user
}

async function addPassword(rows: Rows, userId: string, password: string): Promise<void> {
  const now = new Date()
  const data = { userId, providerId: 'credential', accountId: userId, password, createdAt: now, updatedAt: now }
  await rows.create({ model: 'account', data })
}

/** Takes another password and ends every session of the user. */
export async function setPassword(rows: Rows, userId: string, passwordHash: string): Promise<void> {
  const where = [
    { field: 'userId', value: userId },
    { field: 'providerId', value: 'credential' },
  ]
  const update = { password: passwordHash, updatedAt: new Date() }
  const changed = await rows.updateMany({ model: 'account', where, update })
  if (changed === 0) await addPassword(rows, userId, passwordHash)
  await rows.deleteMany({ model: 'session', where: [{ field: 'userId', value: userId }] })
}

export function userByEmail(rows: Rows, email: string): Promise<User | null> {
  return rows.findOne<User>({ model: 'user', where: [{ field: 'email', value: accountEmail(email) }] })
}

/** @returns how many accounts there are, 2 standing for all that is more */
export async function countUsersToTwo(rows: Rows): Promise<number> {
  return (await rows.findMany({ model: 'user', select: ['id'], limit: 2 })).length
}

export async function usersById(rows: Rows, ids: readonly string[]): Promise<Map<string, User>> {
  const users: User[] = []
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const value = ids.slice(from, from + IDS_AT_ONCE)
    const where = [{ field: 'id', operator: 'in' as const, value }]
    users.push(...(await rows.findMany<User>({ model: 'user', where, limit: NO_LIMIT })))
  }
  return new Map(users.map((user) => [user.id, user]))
}

/** Oldest first. */
export function membershipsOf(rows: Rows, userId: string): Promise<Membership[]> {
  return memberships(rows, { field: 'userId', value: userId })
}

/** Oldest first. */
export function membersOf(rows: Rows, organizationId: string): Promise<Membership[]> {
  return memberships(rows, { field: 'organizationId', value: organizationId })
}

async function memberships(rows: Rows, where: { field: string; value: string }): Promise<Membership[]> {
  const sortBy = { field: 'createdAt', direction: 'asc' as const }
  const found = await rows.findMany<Membership>({ model: 'member', where: [where], sortBy, limit: NO_LIMIT })
  return found.map((row) => ({ ...row, role: role.parse(row.role) }))
}

/** Makes the row that members hang on; the directory has the organization itself. */
export async function createOrganizationRow(
  rows: Rows,
  { id, name, slug }: { readonly id: string; readonly name: string; readonly slug: string },
): Promise<void> {
  const data = { id, name, slug, createdAt: new Date() }
  await rows.create({ model: 'organization', data, forceAllowId: true })
}

export async function addMember(
  rows: Rows,
  given: { readonly organizationId: string; readonly userId: string; readonly role: Role },
): Promise<Membership> {
  const data = { ...given, createdAt: new Date() }
  return rows.create<typeof data, Membership>({ model: 'member', data })
}

/** Makes transactions of those who may be the first wait for each other. Nobody's rows are there to be locked yet. */
export async function lockFirst(rows: DBTransactionAdapter): Promise<void> {
  const now = new Date()
  const id = 'first-account'
  const data = { id, identifier: id, value: '', expiresAt: now, createdAt: now, updatedAt: now }
  // Who adds a row with the same id waits until it is known whether this one stays. It never does.
  await rows.create({ model: 'verification', data, forceAllowId: true })
  await rows.deleteMany({ model: 'verification', where: [{ field: 'id', value: id }] })
}

/** Makes changes of what one user belongs to wait for each other, until the transaction ends. Call it first in one. */
export async function lockUser(rows: DBTransactionAdapter, userId: string): Promise<void> {
  await rows.updateMany({ model: 'user', where: [{ field: 'id', value: userId }], update: { updatedAt: new Date() } })
}

/** Makes changes of one organization wait for each other, until the transaction ends. Call it first in a transaction:
 * one that reads before it writes is refused by SQLite whenever somebody else wrote in between.
 * @returns false when there is no such organization */
export async function lockOrganization(rows: DBTransactionAdapter, organizationId: string): Promise<boolean> {
  // Nothing is changed by it: the column is never used.
  const update = { metadata: null }
  return (await rows.updateMany({ model: 'organization', where: [{ field: 'id', value: organizationId }], update })) > 0
}

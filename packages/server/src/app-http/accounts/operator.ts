// What the operator's command line does to accounts, beside a running server or before its first start.
import { randomInt } from 'node:crypto'
import type { Organization } from '@kiosk/engine'
import { createPasswords } from './passwords.ts'
import type { AccountDatabase } from './rows/account-database.ts'
import { AccountStore } from './rows/account-store.ts'
import { addMember, createOrganizationRow, createUser, setPassword, type User, userByEmail } from './rows/people.ts'

// No letters that are taken for others; 32 of them, so 20 are 100 bits.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const NEW_PASSWORD_LENGTH = 20

export interface OperatorAccounts {
  /** The account of an e-mail address, however that is written. Throws AUTH_UNAVAILABLE, as all of these do. */
  find(email: string): Promise<User | null>
  hashPassword(password: string): Promise<string>
  /** Makes the first admin of an organization that has no members yet: of an account that is there, or of a new one, which
   * takes the first part of the e-mail as its name. All or nothing. */
  addFirstAdmin(organization: Organization, admin: User | NewAdmin): Promise<void>
  /** Gives a user a random password and ends their sessions. @returns the password, which is kept nowhere */
  resetPassword(userId: string): Promise<string>
  close(): Promise<void>
}

export interface NewAdmin {
  readonly email: string
  readonly passwordHash: string
}

/** Opens the accounts, and brings their tables to this version. The stores beside them were opened before. */
export async function openOperatorAccounts(database: AccountDatabase): Promise<OperatorAccounts> {
  const store = await AccountStore.open(database)
  const passwords = createPasswords()
  return {
    find: (email) => store.run((rows) => userByEmail(rows, email)),
    hashPassword: (password) => passwords.hash(password),
    addFirstAdmin: (organization, admin) =>
      store.run((rows) =>
        rows.transaction(async (inside) => {
          await createOrganizationRow(inside, organization)
          const { id: userId } =
            'id' in admin ? admin : await createUser(inside, { ...admin, name: nameOf(admin.email) })
          await addMember(inside, { organizationId: organization.id, userId, role: 'admin' })
        }),
      ),
    async resetPassword(userId) {
      const password = newPassword()
      const passwordHash = await passwords.hash(password)
      await store.run((rows) => rows.transaction((inside) => setPassword(inside, userId, passwordHash)))
      return password
    },
    close: () => store.close(),
  }
}

function nameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

function newPassword(): string {
  return Array.from({ length: NEW_PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

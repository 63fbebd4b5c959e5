// People who sign in: what the rest of the app sees of them.
import type { Secret } from '@kiosk/catalog'
import type { Plans } from '@kiosk/engine'
import type { Directory } from '@kiosk/stores'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mailer } from '../mail/mailer.ts'
import { createAuth } from './auth.ts'
import { addAuthRoutes } from './auth-routes.ts'
import { addMemberRoutes } from './member-routes.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import type { AccountDatabase } from './rows/account-database.ts'
import { AccountStore } from './rows/account-store.ts'
import { countUsersToTwo, usersById } from './rows/people.ts'
import { PersonalOrganizations } from './rows/personal-organizations.ts'
import { readSession } from './session.ts'
import { currentSignup } from './sign-up.ts'
import { Throttle } from './throttle.ts'

export interface AccountsOptions {
  /** `sqliteAccounts` of the data directory, or `postgresAccounts`. */
  readonly database: AccountDatabase
  /** The master secret; the keys of cookies are derived from it. */
  readonly secret: Secret
  readonly directory: Pick<Directory, 'createOrganization' | 'organizationById' | 'rename'>
  readonly plans: Plans
  /** Plan of the organization that a sign-up makes. */
  readonly defaultPlan: string
  readonly signup: 'open' | 'invite' | 'closed'
  /** Public address of the app, once it is known. */
  readonly appUrl: () => string
  /** Absent: no mail server is set. Closed by whoever made it. */
  readonly mail?: Mailer | null
  /** For tests: how much work a hash is. */
  readonly passwordCost?: PasswordCost
}

/** Who is signed in, and for which of their organizations. */
export interface SessionFacts {
  readonly user: {
    readonly id: string
    readonly name: string
    readonly email: string
    /** ISO 8601 */
    readonly createdAt: string
  }
  readonly organizationId: string
  /** In that organization. */
  readonly role: 'admin' | 'member'
  /** Oldest first. */
  readonly memberships: readonly { readonly organizationId: string; readonly role: 'admin' | 'member' }[]
}

export interface Accounts {
  /** Reads the session and the memberships anew on each request.
   * Throws UNAUTHORIZED without a session, AUTH_UNAVAILABLE when the store is away, NOT_FOUND for an organization that
   * x-kiosk-organization names and the user is no member of, and FORBIDDEN for a state-changing request (any but GET and
   * HEAD) whose Origin is not the app's. */
  session(request: FastifyRequest): Promise<SessionFacts>
  /** Names of users by id, for lists; ids of accounts that are gone are not in it. Throws AUTH_UNAVAILABLE. */
  names(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Who may sign up right now: `open` also while nobody has an account, unless it is closed. Throws AUTH_UNAVAILABLE. */
  signup(): Promise<'open' | 'invite' | 'closed'>
  /** Registers /api/auth/…, /api/sessions…, /api/passkeys…, /api/members…, /api/invitations… and PATCH /api/organization. They throw `OperationError`;
   * the app's error handler makes the envelope. Addresses are `request.ip`: Fastify's `trustProxy` decides whom to believe. */
  register(app: FastifyInstance): void
  /** Whether the store of accounts answers. Never rejects. */
  health(): Promise<boolean>
  close(): Promise<void>
}

/** Opens the accounts and brings their tables to this version.
 * Throws `StoreUnavailable` or an error of the database when it cannot be opened. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { database, secret, appUrl } = options
  const store = await AccountStore.open(database)
  const passwords = createPasswords(options.passwordCost)
  const auth = createAuth({ store, passwords, secret, appUrl: appUrl() })
  const personal = new PersonalOrganizations({ ...options, store })
  const throttle = new Throttle(Date.now)
  const session = (request: FastifyRequest) => readSession({ store, auth, personal, appUrl }, request)
  return {
    session,
    names: async (ids) => {
      const users = await store.run((rows) => usersById(rows, ids))
      return new Map([...users.values()].map(({ id, name }) => [id, name]))
    },
    signup: () => currentSignup({ ...options, store }),
    register(app) {
      addAuthRoutes(app, { ...options, store, auth, passwords, throttle })
      addMemberRoutes(app, { session }, { ...options, store })
    },
    health: () =>
      store.run(countUsersToTwo).then(
        () => true,
        () => false,
      ),
    close: () => store.close(),
  }
}

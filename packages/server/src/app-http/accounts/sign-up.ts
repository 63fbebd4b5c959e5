// Who may make an account, and the making of one.
import { invalidInput, OperationError } from '@kiosk/catalog'
import type { Passwords } from './passwords.ts'
import { openInvitation } from './rows/invitations.ts'
import {
  accountEmail,
  countUsersToTwo,
  createUser,
  lockFirst,
  type Rows,
  type User,
  userByEmail,
} from './rows/people.ts'
import { foundOrganization, type PersonalDeps } from './rows/personal-organizations.ts'

export type SignupMode = 'open' | 'invite' | 'closed'

export interface SignUpDeps extends PersonalDeps {
  readonly passwords: Passwords
  /** KIOSK_SIGNUP */
  readonly signup: SignupMode
}

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly invitationId?: string | undefined
}

type Permission = 'granted' | 'first' | 'refused'

/** Who may sign up right now: without any account the first one is let in. Throws AUTH_UNAVAILABLE. */
export async function currentSignup({ store, signup }: Pick<SignUpDeps, 'store' | 'signup'>): Promise<SignupMode> {
  if (signup !== 'invite') return signup
  return (await store.run(countUsersToTwo)) === 0 ? 'open' : 'invite'
}

/** Makes an account with an organization of its own, or neither.
 * Throws FORBIDDEN where sign-up is not open to this e-mail, INVALID_INPUT for an e-mail that has an account, OVERLOADED,
 * AUTH_UNAVAILABLE. */
export async function signUp(deps: SignUpDeps, account: NewAccount): Promise<User> {
  const { store, passwords, signup } = deps
  const permission = await store.run((rows) => permissionFor(rows, signup, account))
  if (permission === 'refused') throw refusal(signup)
  // Before the look at the e-mail, so that a known one takes as long as a new one; and before the transaction, for which
  // everybody else's would wait.
  const passwordHash = await passwords.hash(account.password)
  if ((await store.run((rows) => userByEmail(rows, account.email))) !== null) throw knownEmail()
  const { admin } = await foundOrganization(deps, account.name, async (rows) => {
    const user = await createUser(rows, { ...account, passwordHash }).catch((error: unknown) => {
      throw store.isConflict(error) ? knownEmail() : error
    })
    if (permission === 'first') {
      // Two may come first at once; the second one sees the first here.
      await lockFirst(rows)
      if ((await countUsersToTwo(rows)) > 1) throw refusal(signup)
    }
    return user
  })
  return admin
}

async function permissionFor(rows: Rows, signup: SignupMode, account: NewAccount): Promise<Permission> {
  if (signup !== 'invite') return signup === 'open' ? 'granted' : 'refused'
  const invitation = account.invitationId === undefined ? null : await openInvitation(rows, account.invitationId)
  if (invitation?.email === accountEmail(account.email)) return 'granted'
  return (await countUsersToTwo(rows)) === 0 ? 'first' : 'refused'
}

function refusal(signup: SignupMode): OperationError {
  const message =
    signup === 'closed'
      ? 'Sign-up is closed here; ask the operator for an account.'
      : 'Sign-up needs an invitation for this e-mail address; ask an admin of an organization for its link.'
  return new OperationError('FORBIDDEN', message)
}

function knownEmail(): OperationError {
  return invalidInput('email', 'no new account can be made for this address; sign in, or take another one')
}

// Accounts as operators reach them: the first admin of an organization, and a way back in.
import { OperationError } from '@kiosk/catalog'
import { emailAddress, newPassword } from '../../app-http/accounts/credentials.ts'
import type { NewAdmin, OperatorAccounts } from '../../app-http/accounts/operator.ts'
import type { User } from '../../app-http/accounts/rows/people.ts'
import { CommandFailure, UsageError } from '../../cli-output.ts'
import { defineCommand, jsonOption } from '../command.ts'
import { type AdminSettings, withDirectory } from './directory.ts'

export const resetPasswordCommand = defineCommand({
  name: 'admin reset-password',
  summary: 'Give an account a new random password; prints it once, alone on stdout.',
  options: { email: { value: 'EMAIL', required: true, says: 'Whose account.' }, json: jsonOption },
  details:
    'Every session of the account ends, also in a running server. It can choose a password of its own after signing in.',
  examples: ['kiosk admin reset-password --email ada@example.test'],
  run: ({ values }, terminal) =>
    withDirectory(terminal, (_directory, settings) =>
      withAccounts(settings, async (accounts) => {
        const user = await accounts.find(values.email)
        if (user === null) {
          throw new CommandFailure(`No account has the e-mail address ${JSON.stringify(values.email)}.`, {
            code: 'UNKNOWN_ACCOUNT',
            advice: 'The dashboard lists the members of an organization with their addresses.',
          })
        }
        const made = await accounts.resetPassword(user.id)
        terminal.print(values.json ? JSON.stringify({ email: user.email, password: made }) : made)
        terminal.note(`${user.email} signs in with this password from now on; it is not shown again.`)
      }),
    ),
})

/** Runs `work` on the accounts of the data directory, whose stores are open. */
export async function withAccounts<T>(
  { dataDir }: AdminSettings,
  work: (accounts: OperatorAccounts) => Promise<T>,
): Promise<T> {
  const [{ openOperatorAccounts }, { sqliteAccounts }] = await Promise.all([
    import('../../app-http/accounts/operator.ts'),
    import('../../app-http/accounts/rows/sqlite-accounts.ts'),
  ])
  const accounts = await openOperatorAccounts(sqliteAccounts(dataDir))
  try {
    return await work(accounts)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    throw new CommandFailure(error.message, { code: error.code, cause: error })
  } finally {
    await accounts.close()
  }
}

export interface AdminOptions {
  readonly email: string
  /** For a new account. */
  readonly password: string | undefined
}

/** What was said of the first admin; null: nothing. Throws `UsageError`. */
export function adminOptions(values: {
  readonly 'admin-email': string | undefined
  readonly 'admin-password': string | undefined
}): AdminOptions | null {
  const { 'admin-email': givenEmail, 'admin-password': givenPassword } = values
  const fault = (sentence: string) => new UsageError(sentence, 'admin create-org')
  if (givenPassword !== undefined && givenEmail === undefined)
    throw fault('--admin-password needs --admin-email EMAIL.')
  if (givenEmail === undefined) return null
  if (!emailAddress.safeParse(givenEmail).success) {
    throw fault('--admin-email is an e-mail address, such as ada@example.test.')
  }
  if (givenPassword !== undefined && !newPassword.safeParse(givenPassword).success) {
    throw fault('--admin-password is a text of 8 to 128 characters.')
  }
  return { email: givenEmail, password: givenPassword }
}

/** The account with this e-mail, or what a new one needs. Throws `CommandFailure` where a password is missing. */
export async function adminOf(accounts: OperatorAccounts, options: AdminOptions): Promise<User | NewAdmin> {
  const user = await accounts.find(options.email)
  if (user !== null) return user
  if (options.password === undefined) {
    throw new CommandFailure(`${options.email} has no account yet.`, {
      code: 'UNKNOWN_ACCOUNT',
      advice: '--admin-password makes one.',
    })
  }
  return { email: options.email, passwordHash: await accounts.hashPassword(options.password) }
}

// A forgotten password is replaced by who reads the mail: one token, good for an hour and once.
import { createHash, randomBytes } from 'node:crypto'
import { invalidInput, type OperationError } from '@kiosk/catalog'
import { z } from 'zod'
import type { Passwords } from '../passwords.ts'
import type { AccountStore } from '../rows/account-store.ts'
import { lockUser, type Rows, setPassword, userByEmail } from '../rows/people.ts'

export const LIFETIME_MINUTES = 60

/** What is kept of a token, under its hash. `password` is a hash of the password's hash: whichever way that changes, the
 * token has lost its meaning. */
const kept = z.object({ userId: z.string(), password: z.string() })

/** @returns the token, and how the account writes its address; null: there is no such account */
export function makeResetToken(
  store: AccountStore,
  email: string,
): Promise<{ readonly token: string; readonly email: string } | null> {
  return store.run(async (rows) => {
    const now = new Date()
    await rows.deleteMany({ model: 'verification', where: [{ field: 'expiresAt', operator: 'lt', value: now }] })
    const user = await userByEmail(rows, email)
    if (user === null) return null
    const token = randomBytes(32).toString('base64url')
    const value: z.infer<typeof kept> = { userId: user.id, password: await passwordMark(rows, user.id) }
    const data = {
      identifier: identifierOf(token),
      value: JSON.stringify(value),
      expiresAt: new Date(now.getTime() + LIFETIME_MINUTES * 60_000),
      createdAt: now,
      updatedAt: now,
    }
    await rows.create({ model: 'verification', data })
    return { token, email: user.email }
  })
}

/** Takes the new password and ends every session. Throws INVALID_INPUT for a token that is none any more, OVERLOADED.
 * @returns id of the user */
export async function resetPassword(
  { store, passwords }: { readonly store: AccountStore; readonly passwords: Passwords },
  token: string,
  newPassword: string,
): Promise<string> {
  const identifier = identifierOf(token)
  const { userId, password } = await store.run((rows) => readToken(rows, identifier))
  const passwordHash = await passwords.hash(newPassword)
  await store.run((rows) =>
    rows.transaction(async (inside) => {
      // Of two tokens of one account at once the second sees the first one's password.
      await lockUser(inside, userId)
      // Of two at once only one deletes it.
      const used = await inside.deleteMany({
        model: 'verification',
        where: [{ field: 'identifier', value: identifier }],
      })
      if (used === 0 || (await passwordMark(inside, userId)) !== password) throw usedUp()
      await setPassword(inside, userId, passwordHash)
    }),
  )
  return userId
}

async function readToken(rows: Rows, identifier: string): Promise<z.infer<typeof kept>> {
  const where = [
    { field: 'identifier', value: identifier },
    { field: 'expiresAt', operator: 'gt' as const, value: new Date() },
  ]
  const row = await rows.findOne<{ readonly value: string }>({ model: 'verification', where })
  if (row === null) throw usedUp()
  return kept.parse(JSON.parse(row.value))
}

async function passwordMark(rows: Rows, userId: string): Promise<string> {
  const where = [
    { field: 'userId', value: userId },
    { field: 'providerId', value: 'credential' },
  ]
  const account = await rows.findOne<{ readonly password?: string | null }>({ model: 'account', where })
  return sha256(account?.password ?? '')
}

function identifierOf(token: string): string {
  return `reset-password:${sha256(token)}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function usedUp(): OperationError {
  return invalidInput('token', 'this link was used, or is older than an hour; ask for a new one')
}

// The library of sessions, set up: cookies, lifetimes, password hashes. Only its functions are used, never its HTTP router,
// so that no route of it exists that `auth-routes.ts` does not name.
import type { Secret } from '@kiosk/catalog'
import { deriveKey } from '@kiosk/engine'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { passwordLength } from './credentials.ts'
import { UNVERIFIED_ANSWER } from './passkeys/passkey-plugin.ts'
import type { Passwords } from './passwords.ts'
import type { AccountStore } from './rows/account-store.ts'
import { accountTables } from './rows/account-tables.ts'

/** From sign-in on, whether it is used or not. */
export const SESSION_SEC = 7 * 86_400

/** Address of the caller, set by us alone. */
export const ADDRESS_HEADER = 'x-kiosk-address'

export interface AuthParts {
  readonly store: AccountStore
  readonly passwords: Passwords
  readonly secret: Secret
  readonly appUrl: string
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth({ store, passwords, secret, appUrl }: AuthParts) {
  const isSecure = appUrl.startsWith('https:')
  const key = deriveKey(secret, 'sign-in sessions').toString('base64')
  return betterAuth({
    ...accountTables,
    database: () => store.adapter,
    baseURL: appUrl,
    secret: key,
    // Named, or the library would take other ones from the environment.
    secrets: [{ version: 1, value: key }],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: passwords,
    },
    // A fixed end makes reading a session a read: nothing is written for each look at the dashboard.
    session: { ...accountTables.session, expiresIn: SESSION_SEC, disableSessionRefresh: true, freshAge: 0 },
    advanced: {
      // The library knows `__Secure-` only; `__Host-` also keeps subdomains from setting the cookie.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-kiosk' : 'kiosk',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // Ours count by account as well, and origins are checked for every route of the app in one place.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log(_level, message, ...facts: unknown[]) {
        if (UNVERIFIED_ANSWER.test(message)) return
        for (const fact of facts) if (fact instanceof Error) store.noteFault(fact)
      },
    },
    plugins: [...accountTables.plugins, sessionStarter],
  })
}

/** Starts a session for an account that was made just now: its password need not be checked once more. */
const sessionStarter = {
  id: 'session-starter',
  endpoints: {
    // Without a path, so that no router could ever serve it.
    startSession: createAuthEndpoint({ method: 'POST', body: z.object({ userId: z.string() }) }, async (ctx) => {
      const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
      if (user === null) throw new Error('a session was asked for an account that is gone')
      const session = await ctx.context.internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ token: session.token, user })
    }),
  },
} satisfies BetterAuthPlugin

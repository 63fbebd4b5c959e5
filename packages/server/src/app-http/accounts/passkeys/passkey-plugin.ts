// The library's passkeys, set up: what is asked of an authenticator, and the table that keeps its public keys.
import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'

/** True where browsers bind passkeys to the app: its address is a name, and reached over TLS or on this machine.
 * An IP address cannot be what a passkey is for. */
export function canHavePasskeys(appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl)
  if (hostname === 'localhost') return true
  return protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname)
}

/** A passkey stands in for the password, so whoever holds the device must also be known to it, by a PIN or a finger: a lost
 * key alone opens no account. The library would take an answer without that. */
function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' })
}

export const passkeys = passkey({
  rpName: 'Kiosk',
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  schema: { passkey: { modelName: 'auth_passkey' } },
  advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
  registration: {
    afterVerification: ({ verification }) => requireVerified(verification.registrationInfo?.userVerified),
  },
  authentication: {
    async afterVerification({ ctx, verification }) {
      const { credentialID, userVerified } = verification.authenticationInfo
      requireVerified(userVerified)
      const where = [{ field: 'credentialID', value: credentialID }]
      await ctx.context.adapter.update({ model: 'passkey', where, update: { lastUsedAt: new Date() } })
    },
  },
})

/** What the library does not keep. */
export const passkeyUse = {
  id: 'passkey-use',
  schema: { passkey: { modelName: 'auth_passkey', fields: { lastUsedAt: { type: 'date', required: false } } } },
} as const satisfies BetterAuthPlugin

/** Under these words the library reports an answer that does not verify, which is no fault of ours. What the store did wrong
 * meanwhile was noted where it happened. */
export const UNVERIFIED_ANSWER = /^Failed to verify (?:registration|authentication)$/

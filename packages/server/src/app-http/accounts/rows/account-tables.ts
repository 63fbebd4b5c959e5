// The tables of accounts, as the library of sessions knows them. They stand in the service's one database.
import type { BetterAuthOptions } from 'better-auth'
import { organization } from 'better-auth/plugins/organization'
import { adminAc, memberAc } from 'better-auth/plugins/organization/access'
import { passkeys, passkeyUse } from '../passkeys/passkey-plugin.ts'

export const accountTables = {
  // The service has an `organizations` of its own: the prefix says whose a table is.
  user: { modelName: 'auth_user' },
  session: { modelName: 'auth_session' },
  account: { modelName: 'auth_account' },
  verification: { modelName: 'auth_verification' },
  plugins: [
    organization({
      creatorRole: 'admin',
      roles: { admin: adminAc, member: memberAc },
      schema: {
        organization: { modelName: 'auth_organization' },
        member: { modelName: 'auth_member' },
        invitation: { modelName: 'auth_invitation' },
      },
    }),
    passkeys,
    passkeyUse,
  ],
} as const satisfies BetterAuthOptions

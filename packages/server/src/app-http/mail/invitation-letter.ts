// The letter that brings an invitation. Who invites could have chosen any name, so that none stands in it.
import type { Letter } from './mailer.ts'

export interface InvitationLetterFacts {
  /** Whom the invitation is for. */
  readonly email: string
  readonly link: string
  /** ISO 8601 */
  readonly expiresAt: string
  /** Address of the service. */
  readonly appUrl: string
}

export function invitationLetter({ email, link, expiresAt, appUrl }: InvitationLetterFacts): Letter {
  return {
    to: email,
    subject: 'An invitation to Kiosk',
    text: `Somebody at ${appUrl}
invites ${email} to their organization.

See which one it is, accept or decline:

${link}

The link works once, for an account with this address, until ${expiresAt}.

If you expect no invitation, do nothing: nobody becomes a member without accepting.
`,
  }
}

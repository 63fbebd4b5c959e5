// The letter that holds the link to a new password. No word in it was chosen by whoever asked.
import type { Letter } from '../../mail/mailer.ts'
import { LIFETIME_MINUTES } from './reset-tokens.ts'

export interface ResetLetterFacts {
  /** Of the account. */
  readonly email: string
  readonly token: string
  /** Address of the service. */
  readonly appUrl: string
  /** Address of the caller. */
  readonly askedFrom: string
  readonly askedAt: Date
}

export function resetLetter({ email, token, appUrl, askedFrom, askedAt }: ResetLetterFacts): Letter {
  return {
    to: email,
    subject: 'A new password for Kiosk',
    text: `Somebody asked for a new password for the account ${email}
at ${appUrl}.

Set it here, once and within ${LIFETIME_MINUTES} minutes:

${appUrl}/reset-password?token=${token}

Every session of the account ends then.

The request came from the network address ${askedFrom}
at ${askedAt.toISOString()}.

If that was not you, do nothing: without this link the password stays as it is.
Pass the link on to nobody; whoever opens it can take the account over.
`,
  }
}

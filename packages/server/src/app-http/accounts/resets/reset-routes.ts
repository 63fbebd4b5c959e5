// The way back for who forgot the password: a link by mail, where the operator has set a mail server.
import { OperationError } from '@kiosk/catalog'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressBucket } from '../../client-address.ts'
import { parseInput } from '../../input.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { answer, counted, userOf } from '../answers.ts'
import type { Auth } from '../auth.ts'
import { emailAddress, newPassword } from '../credentials.ts'
import type { Passwords } from '../passwords.ts'
import type { AccountStore } from '../rows/account-store.ts'
import { accountEmail, countUsersToTwo } from '../rows/people.ts'
import { authHeaders } from '../session.ts'
import { Throttle } from '../throttle.ts'
import { resetLetter } from './reset-letter.ts'
import { makeResetToken, resetPassword } from './reset-tokens.ts'

export interface ResetRoutesDeps {
  readonly store: AccountStore
  readonly auth: Auth
  readonly passwords: Passwords
  /** Of guesses. */
  readonly throttle: Throttle
  /** Absent: no mail server is set. */
  readonly mail?: Mailer | null | undefined
  readonly appUrl: () => string
}

const bodies = {
  request: z.strictObject({ email: emailAddress }),
  reset: z.strictObject({ token: z.string().min(1).max(100), newPassword }),
}

export function addResetRoutes(scope: FastifyInstance, deps: ResetRoutesDeps): void {
  const { store, auth, throttle, mail, appUrl } = deps
  // Each letter counts as a failure does: an account gets few, and an address asks for few.
  const letters = new Throttle(Date.now)

  scope.post('/api/auth/request-password-reset', async (request, reply) => {
    const { email } = parseInput(bodies.request, request.body, 'body')
    if (!mail) throw notConfigured()
    letters.begin(accountEmail(email), addressBucket(request.ip)).failed()
    // An outage is told to everybody; whether there is an account is looked up behind the answer.
    await store.run(countUsersToTwo)
    const { ip } = request
    mail.post(async () => {
      const made = await makeResetToken(store, email)
      return made && resetLetter({ ...made, appUrl: appUrl(), askedFrom: ip, askedAt: new Date() })
    })
    return reply.code(202).send({ status: true })
  })

  scope.post('/api/auth/reset-password', async (request, reply) => {
    const body = parseInput(bodies.reset, request.body, 'body')
    if (!mail) throw notConfigured()
    const attempt = throttle.begin(null, addressBucket(request.ip))
    const userId = await counted(attempt, 'INVALID_INPUT', () => resetPassword(deps, body.token, body.newPassword))
    const start = () =>
      auth.api.startSession({ body: { userId }, headers: authHeaders(request), returnHeaders: true as const })
    return answer(store, reply, start, userOf)
  })
}

function notConfigured(): OperationError {
  return new OperationError(
    'NOT_CONFIGURED',
    'No mail server is set here (KIOSK_MAIL_URL); ask the operator, who sets a new password with kiosk admin reset-password.',
  )
}

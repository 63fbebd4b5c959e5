// /api/auth: the routes of sign-in, each by its name. What is not here does not exist.
import type { sessionList } from '@kiosk/dashboard'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressBucket } from '../client-address.ts'
import { parseInput } from '../input.ts'
import type { Mailer } from '../mail/mailer.ts'
import { answer, counted, libraryCall, userOf } from './answers.ts'
import type { Auth } from './auth.ts'
import { emailAddress, knownPassword, newPassword } from './credentials.ts'
import { noSession } from './library-refusals.ts'
import { requireOwnOrigin } from './origin.ts'
import { addPasskeyRoutes } from './passkeys/passkey-routes.ts'
import { addResetRoutes } from './resets/reset-routes.ts'
import type { AccountStore } from './rows/account-store.ts'
import { accountEmail } from './rows/people.ts'
import { endSession, type SessionRow, sessionsOf } from './rows/sessions.ts'
import { authHeaders } from './session.ts'
import { type SignUpDeps, signUp } from './sign-up.ts'
import type { Throttle } from './throttle.ts'

export interface AuthRoutesDeps extends SignUpDeps {
  readonly store: AccountStore
  readonly auth: Auth
  readonly throttle: Throttle
  readonly appUrl: () => string
  /** Absent: no mail server is set. */
  readonly mail?: Mailer | null
}

const name = z.string().trim().min(1).max(80)

const bodies = {
  signUp: z.strictObject({
    name,
    email: emailAddress,
    password: newPassword,
    invitationId: z.string().max(64).optional(),
  }),
  signIn: z.strictObject({ email: emailAddress, password: knownPassword, rememberMe: z.boolean().optional() }),
  changePassword: z.strictObject({
    currentPassword: knownPassword,
    newPassword,
    revokeOtherSessions: z.boolean().default(true),
  }),
  updateUser: z.strictObject({ name }),
}

export function addAuthRoutes(app: FastifyInstance, deps: AuthRoutesDeps): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => requireOwnOrigin(request, deps.appUrl()))
    addEntrances(scope, deps)
    addOwnAccount(scope, deps)
    addSessions(scope, deps)
    addResetRoutes(scope, deps)
    addPasskeyRoutes(scope, deps)
  })
}

function addEntrances(scope: FastifyInstance, deps: AuthRoutesDeps): void {
  const { store, auth, throttle } = deps

  scope.post('/api/auth/sign-up/email', async (request, reply) => {
    const account = parseInput(bodies.signUp, request.body, 'body')
    const attempt = throttle.begin(null, addressBucket(request.ip))
    const { id: userId } = await counted(attempt, 'INVALID_INPUT', () => signUp(deps, account))
    return answer(store, reply, () => auth.api.startSession({ ...asked(request), body: { userId } }), userOf)
  })

  scope.post('/api/auth/sign-in/email', async (request, reply) => {
    const body = parseInput(bodies.signIn, request.body, 'body')
    const attempt = throttle.begin(accountEmail(body.email), addressBucket(request.ip))
    return counted(attempt, 'UNAUTHORIZED', () =>
      answer(store, reply, () => auth.api.signInEmail({ ...asked(request), body }), userOf),
    )
  })

  scope.post('/api/auth/sign-out', async (request, reply) =>
    answer(store, reply, () => auth.api.signOut(asked(request)), done),
  )
}

function addOwnAccount(scope: FastifyInstance, deps: AuthRoutesDeps): void {
  const { store, auth, throttle } = deps

  scope.post('/api/auth/change-password', async (request, reply) => {
    const body = parseInput(bodies.changePassword, request.body, 'body')
    const { session, user } = await signedIn(deps, request)
    const attempt = throttle.begin(user.email, addressBucket(request.ip))
    const change = async () => {
      const changed = await auth.api.changePassword({ ...asked(request), body })
      if (body.revokeOtherSessions) return changed
      // The library keeps the session then; one that was stolen before should not outlive the old password here.
      const started = await auth.api.startSession({ ...asked(request), body: { userId: user.id } })
      await store.run((rows) => endSession(rows, user.id, session.id))
      return started
    }
    return counted(attempt, 'INVALID_INPUT', () => answer(store, reply, change, userOf))
  })

  scope.post('/api/auth/update-user', async (request, reply) => {
    const body = parseInput(bodies.updateUser, request.body, 'body')
    return answer(store, reply, () => auth.api.updateUser({ ...asked(request), body }), done)
  })
}

function addSessions(scope: FastifyInstance, deps: AuthRoutesDeps): void {
  const { store, auth } = deps

  scope.get('/api/auth/get-session', async (request, reply) =>
    answer(
      store,
      reply,
      () => auth.api.getSession(asked(request)),
      (found) => {
        if (found === null) return null
        const { id, createdAt, expiresAt } = found.session
        return { session: { id, createdAt, expiresAt }, user: found.user }
      },
    ),
  )
  scope.post('/api/auth/revoke-other-sessions', async (request, reply) =>
    answer(store, reply, () => auth.api.revokeOtherSessions(asked(request)), done),
  )
  scope.get('/api/sessions', async (request): Promise<z.infer<typeof sessionList>> => {
    const { session, user } = await signedIn(deps, request)
    const rows = await store.run((rows) => sessionsOf(rows, user.id))
    return { sessions: rows.map((row) => shown(row, session.id)) }
  })
  scope.delete('/api/sessions/:id', async (request, reply) => {
    const { user } = await signedIn(deps, request)
    const { id } = parseInput(z.object({ id: z.string() }), request.params, 'path')
    await store.run((rows) => endSession(rows, user.id, id))
    return reply.code(204).send()
  })
}

/** What the library is told of a request, and that its cookies are wanted. */
function asked(request: FastifyRequest) {
  return { headers: authHeaders(request), returnHeaders: true as const }
}

/** Throws UNAUTHORIZED. */
async function signedIn({ store, auth }: Pick<AuthRoutesDeps, 'store' | 'auth'>, request: FastifyRequest) {
  const found = await libraryCall(store, () => auth.api.getSession({ headers: authHeaders(request) }))
  if (found === null) throw noSession()
  return found
}

function shown({ id, createdAt, ipAddress, userAgent }: SessionRow, currentId: string) {
  return {
    id,
    createdAt: createdAt.toISOString(),
    ipAddress: ipAddress || null,
    userAgent: userAgent || null,
    isCurrent: id === currentId,
  }
}

function done() {
  return { status: true }
}

// /api/auth: the routes of sign-in, each by its name. What is not here does not exist.
import { OperationError } from '@kiosk/catalog'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressBucket } from '../client-address.ts'
import { parseInput } from '../input.ts'
import type { Auth } from './auth.ts'
import { emailAddress, knownPassword, newPassword } from './credentials.ts'
import { libraryRefusal } from './library-refusals.ts'
import { requireOwnOrigin } from './origin.ts'
import type { AccountStore } from './rows/account-store.ts'
import { accountEmail } from './rows/people.ts'
import { authHeaders } from './session.ts'
import { type SignUpDeps, signUp } from './sign-up.ts'
import type { Throttle } from './throttle.ts'

export interface AuthRoutesDeps extends SignUpDeps {
  readonly store: AccountStore
  readonly auth: Auth
  readonly throttle: Throttle
  readonly appUrl: () => string
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
  revokeSession: z.strictObject({ token: z.string().max(100) }),
}

/** A result of the library, with the cookies that it sets. */
interface Result {
  readonly headers: Headers
  readonly response: unknown
}

export function addAuthRoutes(app: FastifyInstance, deps: AuthRoutesDeps): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => requireOwnOrigin(request, deps.appUrl()))
    addEntrances(scope, deps)
    addOwnAccount(scope, deps)
    addSessions(scope, deps)
  })
}

function addEntrances(scope: FastifyInstance, deps: AuthRoutesDeps): void {
  const { auth, throttle } = deps

  scope.post('/api/auth/sign-up/email', async (request, reply) => {
    const account = parseInput(bodies.signUp, request.body, 'body')
    const attempt = throttle.begin(null, addressBucket(request.ip))
    const { id: userId } = await counted(attempt, 'INVALID_INPUT', () => signUp(deps, account))
    return answer(deps, reply, () =>
      auth.api.startSession({ body: { userId }, headers: authHeaders(request), returnHeaders: true }),
    )
  })

  scope.post('/api/auth/sign-in/email', async (request, reply) => {
    const body = parseInput(bodies.signIn, request.body, 'body')
    const attempt = throttle.begin(accountEmail(body.email), addressBucket(request.ip))
    return counted(attempt, 'UNAUTHORIZED', () =>
      answer(deps, reply, () => auth.api.signInEmail({ body, headers: authHeaders(request), returnHeaders: true })),
    )
  })

  scope.post('/api/auth/sign-out', async (request, reply) =>
    answer(deps, reply, () => auth.api.signOut({ headers: authHeaders(request), returnHeaders: true })),
  )
}

function addOwnAccount(scope: FastifyInstance, deps: AuthRoutesDeps): void {
  const { auth, throttle } = deps

  scope.post('/api/auth/change-password', async (request, reply) => {
    const body = parseInput(bodies.changePassword, request.body, 'body')
    const headers = authHeaders(request)
    const session = await answerOf(deps, () => auth.api.getSession({ headers }))
    // Without a session no password is looked at; the library says so below.
    const attempt = throttle.begin(session?.user.email ?? null, addressBucket(request.ip))
    return counted(attempt, 'INVALID_INPUT', () =>
      answer(deps, reply, () => auth.api.changePassword({ body, headers, returnHeaders: true })),
    )
  })

  scope.post('/api/auth/update-user', async (request, reply) => {
    const body = parseInput(bodies.updateUser, request.body, 'body')
    return answer(deps, reply, () => auth.api.updateUser({ body, headers: authHeaders(request), returnHeaders: true }))
  })
}

function addSessions(scope: FastifyInstance, deps: AuthRoutesDeps): void {
  const { auth } = deps
  const asked = (request: FastifyRequest) => ({ headers: authHeaders(request), returnHeaders: true as const })

  scope.get('/api/auth/get-session', async (request, reply) =>
    answer(deps, reply, () => auth.api.getSession(asked(request))),
  )
  scope.get('/api/auth/list-sessions', async (request, reply) =>
    answer(deps, reply, () => auth.api.listSessions(asked(request))),
  )
  scope.post('/api/auth/revoke-session', async (request, reply) => {
    const body = parseInput(bodies.revokeSession, request.body, 'body')
    return answer(deps, reply, () => auth.api.revokeSession({ ...asked(request), body }))
  })
  scope.post('/api/auth/revoke-sessions', async (request, reply) =>
    answer(deps, reply, () => auth.api.revokeSessions(asked(request))),
  )
  scope.post('/api/auth/revoke-other-sessions', async (request, reply) =>
    answer(deps, reply, () => auth.api.revokeOtherSessions(asked(request))),
  )
}

async function answer(
  { store }: Pick<AuthRoutesDeps, 'store'>,
  reply: FastifyReply,
  call: () => Promise<Result>,
): Promise<FastifyReply> {
  const { headers, response } = await answerOf({ store }, call)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  // Fastify would send null as nothing.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(response))
}

async function answerOf<T>({ store }: Pick<AuthRoutesDeps, 'store'>, call: () => Promise<T>): Promise<T> {
  try {
    return await store.run(call)
  } catch (error) {
    throw libraryRefusal(error)
  }
}

/** Runs what an attempt is for. @param failure code that says that the guess was wrong; anything else is no guess */
async function counted<T>(
  attempt: ReturnType<Throttle['begin']>,
  failure: OperationError['code'],
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work()
    attempt.succeeded()
    return result
  } catch (error) {
    if (error instanceof OperationError && error.code === failure) attempt.failed()
    else attempt.abandoned()
    throw error
  }
}

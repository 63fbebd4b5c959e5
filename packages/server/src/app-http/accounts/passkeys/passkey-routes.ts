// Passkeys: signing in with one, and those of one's own account. Only where the app's address can have them.
import { invalidInput } from '@kiosk/catalog'
import { type Passkey, type passkeyList, passkeyName } from '@kiosk/dashboard'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressBucket } from '../../client-address.ts'
import { parseInput } from '../../input.ts'
import { answer, counted, libraryCall, userOf } from '../answers.ts'
import type { Auth } from '../auth.ts'
import { noSession } from '../library-refusals.ts'
import type { AccountStore } from '../rows/account-store.ts'
import { deletePasskey, MOST_PASSKEYS, type PasskeyRow, passkeysOf, renamePasskey } from '../rows/passkeys.ts'
import { authHeaders } from '../session.ts'
import { Throttle } from '../throttle.ts'
import { passkeyBodies } from './passkey-bodies.ts'
import { canHavePasskeys } from './passkey-plugin.ts'

export interface PasskeyRoutesDeps {
  readonly store: AccountStore
  readonly auth: Auth
  /** Of guesses. */
  readonly throttle: Throttle
  readonly appUrl: () => string
}

/** Challenges are rows: so many for an address in a quarter of an hour, which is more than an office needs. */
const CHALLENGES_PER_ADDRESS = 300

export function addPasskeyRoutes(scope: FastifyInstance, deps: PasskeyRoutesDeps): void {
  if (!canHavePasskeys(deps.appUrl())) return
  addSignIn(scope, deps)
  addCreation(scope, deps)
  addOwnPasskeys(scope, deps)
}

function addSignIn(scope: FastifyInstance, { store, auth, throttle, appUrl }: PasskeyRoutesDeps): void {
  const challenges = new Throttle(Date.now, { perAddress: CHALLENGES_PER_ADDRESS })

  scope.post('/api/auth/passkey/challenge', async (request, reply) => {
    parseInput(z.strictObject({}), request.body ?? {}, 'body')
    challenges.begin(null, addressBucket(request.ip)).failed()
    // Without a session, so that every account's passkeys are offered: whoever signs in is not known yet.
    const headers = new Headers({ cookie: '' })
    const ask = async () => {
      await dropExpired(store)
      return auth.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true })
    }
    // The library asks for verification where that is at hand, and has no setting for it.
    return answer(store, reply, ask, (options) => ({ ...options, userVerification: 'required' }))
  })

  scope.post('/api/auth/sign-in/passkey', async (request, reply) => {
    const body = parseInput(passkeyBodies.signIn, request.body, 'body')
    const attempt = throttle.begin(null, addressBucket(request.ip))
    const verify = () =>
      auth.api.verifyPasskeyAuthentication({ headers: ownOrigin(request, appUrl()), returnHeaders: true, body })
    return counted(attempt, 'UNAUTHORIZED', () => answer(store, reply, verify, userOf))
  })
}

function addCreation(scope: FastifyInstance, { store, auth, throttle, appUrl }: PasskeyRoutesDeps): void {
  // A stolen session alone must not leave a way back in, so the password is asked for once more.
  scope.post('/api/passkeys/challenge', async (request, reply) => {
    const { currentPassword } = parseInput(passkeyBodies.creation, request.body, 'body')
    const user = await userOfSession({ store, auth }, request)
    const headers = authHeaders(request)
    const attempt = throttle.begin(user.email, addressBucket(request.ip))
    await counted(attempt, 'INVALID_INPUT', () =>
      libraryCall(store, () => auth.api.verifyPassword({ headers, body: { password: currentPassword } })),
    )
    const own = await store.run((rows) => passkeysOf(rows, user.id))
    if (own.length >= MOST_PASSKEYS) {
      throw invalidInput('request', `there are ${MOST_PASSKEYS} passkeys, which is the most; delete one`)
    }
    const ask = async () => {
      await dropExpired(store)
      return auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
    }
    return answer(store, reply, ask, (options) => options)
  })

  scope.post('/api/passkeys', async (request, reply) => {
    const body = parseInput(passkeyBodies.created, request.body, 'body')
    const verify = () =>
      auth.api.verifyPasskeyRegistration({ headers: ownOrigin(request, appUrl()), returnHeaders: true, body })
    return answer(store, reply.code(201), verify, shown)
  })
}

function addOwnPasskeys(scope: FastifyInstance, deps: PasskeyRoutesDeps): void {
  const { store } = deps

  scope.get('/api/passkeys', async (request): Promise<z.infer<typeof passkeyList>> => {
    const user = await userOfSession(deps, request)
    const rows = await store.run((rows) => passkeysOf(rows, user.id))
    return { passkeys: rows.map(shown) }
  })

  scope.patch('/api/passkeys/:id', async (request): Promise<Passkey> => {
    const user = await userOfSession(deps, request)
    const { name } = parseInput(passkeyName, request.body, 'body')
    return shown(await store.run((rows) => renamePasskey(rows, user.id, idOf(request), name)))
  })

  scope.delete('/api/passkeys/:id', async (request, reply) => {
    const user = await userOfSession(deps, request)
    await store.run((rows) => deletePasskey(rows, user.id, idOf(request)))
    return reply.code(204).send()
  })
}

/** The one origin whose answers count is the app's public one, whatever the caller says its own is. */
function ownOrigin(request: FastifyRequest, appUrl: string): Headers {
  const headers = authHeaders(request)
  headers.set('origin', new URL(appUrl).origin)
  return headers
}

/** Throws UNAUTHORIZED. */
async function userOfSession({ store, auth }: Pick<PasskeyRoutesDeps, 'store' | 'auth'>, request: FastifyRequest) {
  const found = await libraryCall(store, () => auth.api.getSession({ headers: authHeaders(request) }))
  if (found === null) throw noSession()
  return found.user
}

/** Challenges that nobody answered. */
async function dropExpired(store: AccountStore): Promise<void> {
  const where = [{ field: 'expiresAt', operator: 'lt' as const, value: new Date() }]
  await store.adapter.deleteMany({ model: 'verification', where })
}

function idOf(request: FastifyRequest): string {
  return parseInput(z.object({ id: z.string() }), request.params, 'path').id
}

function shown({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name: name ?? 'Passkey',
    createdAt: (createdAt ?? new Date(0)).toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

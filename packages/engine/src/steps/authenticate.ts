import { OperationError } from '@kiosk/catalog'
import type { Credentials } from '../call.ts'
import { hashKey, isWellFormedKey } from '../key-format.ts'
import type { Caller, Keys, Organization } from '../ports.ts'
import type { SessionVerifier } from '../session/session-verifier.ts'

export interface AuthenticateDeps {
  readonly keys: Keys
  readonly sessions: SessionVerifier
}

/** Label of calls by session in the request log. */
const SESSION_LABEL = 'session'

/** What a door says of an organization that it cannot let in. */
const byKey = {
  unknown: 'This API key is unknown or was deleted.',
  expired: 'This guest key has expired; get a new one or sign up.',
}
const bySession = {
  unknown: 'The organization of this session was deleted.',
  expired: 'The organization of this session was a guest and has expired; sign up.',
}

/** Key or session token → caller. Throws `UNAUTHORIZED`; `StoreUnavailable` passes through, since an outage is never the key's
 * fault. */
export function authenticate(deps: AuthenticateDeps, request: Credentials, now: number): Caller | Promise<Caller> {
  const { apiKey, sessionToken } = request
  if (sessionToken !== null) return authenticateSession(deps, sessionToken, request, now)
  if (apiKey === null) throw refused('No API key: send it in the header x-api-key.')
  // Two headers arrive joined by a comma, which no key has: refused by form like any other malformed key.
  if (!isWellFormedKey(apiKey)) {
    throw refused('This is not an API key of this service: check for typos and send exactly one x-api-key header.')
  }
  const found = deps.keys.find(hashKey(apiKey))
  return found instanceof Promise ? found.then((caller) => accepted(caller, byKey, now)) : accepted(found, byKey, now)
}

function authenticateSession(
  { keys, sessions }: AuthenticateDeps,
  token: string,
  request: Credentials,
  now: number,
): Caller | Promise<Caller> {
  if (request.apiKey !== null) throw refused('Send one of the headers x-api-key and x-kiosk-session, not both.')
  const found = keys.organization(sessions.verify(token, request, now))
  return found instanceof Promise
    ? found.then((organization) => accepted(sessionCaller(organization), bySession, now))
    : accepted(sessionCaller(found), bySession, now)
}

function sessionCaller(organization: Organization | null): Caller | null {
  return organization && { organization, keyId: null, label: SESSION_LABEL }
}

function accepted(caller: Caller | null, says: typeof byKey, now: number): Caller {
  if (caller === null) throw refused(says.unknown)
  const { expiresAt } = caller.organization
  if (expiresAt !== null && Date.parse(expiresAt) <= now) throw refused(says.expired)
  return caller
}

function refused(message: string): OperationError {
  return new OperationError('UNAUTHORIZED', message)
}

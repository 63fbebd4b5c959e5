// Who is signed in: the cookie's session, and the memberships as they are at this moment.
import { notFound } from '@kiosk/catalog'
import type { FastifyRequest } from 'fastify'
import type { SessionFacts } from './accounts.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'
import { noSession } from './library-refusals.ts'
import { requireOwnOrigin } from './origin.ts'
import type { AccountStore } from './rows/account-store.ts'
import { type Membership, membershipsOf, type User } from './rows/people.ts'
import type { PersonalOrganizations } from './rows/personal-organizations.ts'

const CHOICE_HEADER = 'x-kiosk-organization'

export interface SessionDeps {
  readonly store: AccountStore
  readonly auth: Auth
  readonly personal: PersonalOrganizations
  readonly appUrl: () => string
}

/** What `Accounts.session` promises. */
export async function readSession(deps: SessionDeps, request: FastifyRequest): Promise<SessionFacts> {
  requireOwnOrigin(request, deps.appUrl())
  const { user, memberships } = await deps.store.run(async (rows) => {
    const session = await deps.auth.api.getSession({ headers: authHeaders(request) })
    if (session === null) return { user: null, memberships: [] }
    return { user: session.user, memberships: await membershipsOf(rows, session.user.id) }
  })
  if (user === null) throw noSession()
  // A sign-up that was cut short, or somebody whose only organization was another one that they are no member of now.
  const all = memberships.length > 0 ? memberships : [await deps.personal.ensure(user)]
  return { ...factsOf(user), ...choose(all, request), memberships: all.map(shown) }
}

/** What the library sees of a request: never the caller's own word on where it comes from. */
export function authHeaders({ headers: { cookie, 'user-agent': userAgent }, ip }: FastifyRequest): Headers {
  return new Headers({ cookie: cookie ?? '', 'user-agent': (userAgent ?? '').slice(0, 300), [ADDRESS_HEADER]: ip })
}

function choose(memberships: readonly Membership[], { headers }: FastifyRequest) {
  const chosen = headers[CHOICE_HEADER]
  const membership = chosen === undefined ? memberships[0] : memberships.find((one) => one.organizationId === chosen)
  if (membership === undefined) {
    throw notFound(`You are in no such organization: ${CHOICE_HEADER} is the id of one that GET /api/me lists.`)
  }
  return shown(membership)
}

function factsOf({ id, name, email, createdAt }: User): Pick<SessionFacts, 'user'> {
  return { user: { id, name, email, createdAt: createdAt.toISOString() } }
}

function shown({ organizationId, role }: Pick<Membership, 'organizationId' | 'role'>) {
  return { organizationId, role }
}

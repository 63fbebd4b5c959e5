import { OperationError } from '@kiosk/catalog'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Accounts, SessionFacts } from './accounts/accounts.ts'

/** Registers routes that only a session opens. It is asked for before a body is read: strangers send nothing large. */
export function addSessionScope(
  app: FastifyInstance,
  accounts: Pick<Accounts, 'session'>,
  addRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.decorateRequest('session')
    scope.addHook('onRequest', async (request) => request.setDecorator('session', await accounts.session(request)))
    addRoutes(scope)
  })
}

/** Who asks; in routes of a session scope. */
export function sessionOf(request: FastifyRequest): SessionFacts {
  return request.getDecorator<SessionFacts>('session')
}

/** The same for what only admins do. Throws `FORBIDDEN`. @param deed such as `make keys` */
export function adminOf(request: FastifyRequest, deed: string): SessionFacts {
  const session = sessionOf(request)
  if (session.role === 'admin') return session
  throw new OperationError('FORBIDDEN', `Only admins of the organization may ${deed}; ask one of them.`)
}

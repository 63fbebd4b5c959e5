// What the dashboard asks the app for. Every route but two is for a session, and sees one organization.
import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import { addSessionScope } from '../session-scope.ts'
import { addGuestKeyRoute, type GuestKeyDeps } from './guest-key.ts'
import { addHealthRoutes } from './health.ts'
import { addInstance, type InstanceDeps } from './instance.ts'
import { addKeyRoutes } from './keys.ts'
import { addMe } from './me.ts'
import { addPlayground, type PlaygroundDeps } from './playground.ts'
import { addRequestRoutes } from './requests.ts'
import { addUsageRoutes } from './usage.ts'

export interface DataDeps extends GuestKeyDeps, InstanceDeps, PlaygroundDeps {
  readonly accounts: Accounts
}

export function addDataRoutes(app: FastifyInstance, deps: DataDeps): void {
  addInstance(app, deps)
  addGuestKeyRoute(app, deps)
  deps.accounts.register(app)
  addSessionScope(app, deps.accounts, (scope) => {
    addMe(scope, deps)
    addKeyRoutes(scope, deps)
    addUsageRoutes(scope, deps)
    addRequestRoutes(scope, deps)
    addHealthRoutes(scope, deps)
    addPlayground(scope, deps)
  })
}

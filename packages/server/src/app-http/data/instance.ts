import type { Instance } from '@kiosk/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'

export interface InstanceDeps {
  readonly accounts: Pick<Accounts, 'signup'>
  /** What does not change while it runs, and the public addresses once they are known. */
  readonly instance: () => Omit<Instance, 'signup'>
}

/** What the sign-in page has to know. */
export function addInstance(app: FastifyInstance, { accounts, instance }: InstanceDeps): void {
  app.get('/api/instance', async (): Promise<Instance> => ({ ...instance(), signup: await accounts.signup() }))
}

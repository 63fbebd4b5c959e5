// A free key for whoever asks, in an organization of its own.
import { createHmac } from 'node:crypto'
import { OperationError, type Secret } from '@kiosk/catalog'
import type { guestKey } from '@kiosk/dashboard'
import { deriveKey, type Plans } from '@kiosk/engine'
import type { Directory } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { createGuest } from '../../first-key.ts'
import { requireOwnOrigin } from '../accounts/origin.ts'
import { addressBucket } from '../client-address.ts'

/** Within 7 days. */
const KEYS_PER_ADDRESS = 3

export interface GuestKeyDeps {
  readonly directory: Directory
  readonly secret: Secret
  readonly plans: Plans
  /** Public address of the app, once it is known. */
  readonly appUrl: () => string
  /** KIOSK_GUEST_KEYS */
  readonly guestKeys: boolean
  readonly now: () => number
}

export function addGuestKeyRoute(app: FastifyInstance, deps: GuestKeyDeps): void {
  const { directory, plans, now } = deps
  // Keyed, since all addresses of IPv4 can be hashed in an hour.
  const addressKey = deriveKey(deps.secret, 'guest addresses')
  app.post('/api/guest-key', async (request, reply) => {
    if (!deps.guestKeys) {
      throw new OperationError('FORBIDDEN', 'Guest keys are closed here; sign up, or ask the operator for a key.')
    }
    // A program sends no Origin and may ask; another site's page must not use up what its visitors are given.
    if (request.headers.origin !== undefined) requireOwnOrigin(request, deps.appUrl())
    const address = createHmac('sha256', addressKey).update(addressBucket(request.ip)).digest('hex')
    await directory.admitGuest(address, KEYS_PER_ADDRESS)
    const { key, expiresAt } = await createGuest(directory, new Date(now()))
    const limit = plans.get('guest')?.units ?? null
    const answer: z.infer<typeof guestKey> = { key, plan: 'guest', quota: { limit }, expiresAt }
    return reply.code(201).send(answer)
  })
}

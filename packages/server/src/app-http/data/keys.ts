// API keys of an organization: everyone sees them, admins make and delete them.
import { OperationError } from '@kiosk/catalog'
import { type createdKey, type keyList, newKey } from '@kiosk/dashboard'
import { type Directory, DirectoryRefusal, KEYS_PER_ORGANIZATION, NEW_KEYS_PER_HOUR } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { makeKey } from '../../new-key.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { parseInput } from '../input.ts'
import { adminOf, sessionOf } from '../session-scope.ts'

const HOUR_MS = 3_600_000

export interface KeyRoutesDeps {
  readonly accounts: Pick<Accounts, 'names'>
  readonly directory: Directory
  readonly now: () => number
}

export function addKeyRoutes(scope: FastifyInstance, { accounts, directory, now }: KeyRoutesDeps): void {
  scope.get('/api/keys', async (request): Promise<z.infer<typeof keyList>> => {
    const { organizationId } = sessionOf(request)
    const [keys, limits] = await Promise.all([directory.listKeys(organizationId), limitsOf(directory, organizationId)])
    const makers = keys.map(({ createdBy }) => createdBy).filter((id) => id !== null)
    const names = await accounts.names([...new Set(makers)])
    const shown = keys.map((key) => ({ ...key, createdBy: names.get(key.createdBy ?? '') ?? null }))
    return { keys: shown, limits }
  })

  scope.post('/api/keys', async (request, reply) => {
    const { organizationId, user } = adminOf(request, 'make keys')
    const { name } = parseInput(newKey, request.body, 'body')
    try {
      const { id, prefix, createdAt, key } = await makeKey(directory, { organizationId, name, createdBy: user.id })
      return reply.code(201).send({ id, name, prefix, createdAt, key } satisfies z.infer<typeof createdKey>)
    } catch (error) {
      if (!(error instanceof DirectoryRefusal) || error.reason !== 'too-many-new-keys') throw error
      const { nextAt } = await limitsOf(directory, organizationId)
      throw new OperationError('RATE_LIMITED', error.message, { retryAfterSec: secondsUntil(nextAt, now()) })
    }
  })

  scope.delete('/api/keys/:id', async (request, reply) => {
    const { organizationId } = adminOf(request, 'delete keys')
    const { id } = parseInput(z.object({ id: z.string() }), request.params, 'path')
    await directory.deleteKey(organizationId, id)
    return reply.code(204).send()
  })
}

async function limitsOf(directory: Directory, organizationId: string): Promise<z.infer<typeof keyList>['limits']> {
  const { count, oldestAt } = await directory.newKeysWithinHour(organizationId)
  const newLeft = Math.max(0, NEW_KEYS_PER_HOUR - count)
  const nextAt = newLeft === 0 && oldestAt !== null ? new Date(oldestAt + HOUR_MS).toISOString() : null
  return { keys: KEYS_PER_ORGANIZATION, newPerHour: NEW_KEYS_PER_HOUR, newLeft, nextAt }
}

/** At least 1; 1 also when the hour passed meanwhile. */
function secondsUntil(at: string | null, now: number): number {
  return at === null ? 1 : Math.max(1, Math.ceil((Date.parse(at) - now) / 1000))
}

import { notFound } from '@kiosk/catalog'
import type { Me } from '@kiosk/dashboard'
import type { Plans } from '@kiosk/engine'
import type { Directory } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '../session-scope.ts'
import { organizationView } from './organization-view.ts'

export interface MeDeps {
  readonly directory: Directory
  readonly plans: Plans
}

/** Who is signed in, and for which organizations. */
export function addMe(scope: FastifyInstance, { directory, plans }: MeDeps): void {
  scope.get('/api/me', async (request): Promise<Me> => {
    const { user, organizationId, memberships } = sessionOf(request)
    const views = await Promise.all(
      memberships.map(async ({ organizationId: id, role }) => {
        const organization = await directory.organizationById(id)
        return organization && organizationView(organization, role, plans)
      }),
    )
    const organizations = views.filter((view) => view !== null)
    const organization = organizations.find(({ id }) => id === organizationId)
    if (organization === undefined) throw notFound('This organization is gone.')
    return {
      user,
      organization,
      organizations: organizations.map(({ id, name, slug, role }) => ({ id, name, slug, role })),
    }
  })
}

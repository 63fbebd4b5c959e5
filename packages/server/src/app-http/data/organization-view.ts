import type { Me, Role } from '@kiosk/dashboard'
import { type Plans, planOf, unitLimit } from '@kiosk/engine'
import type { OrganizationRecord } from '@kiosk/stores'

/** An organization as its members see it. @param role of who asks */
export function organizationView(organization: OrganizationRecord, role: Role, plans: Plans): Me['organization'] {
  const { id, name, slug, createdAt } = organization
  const plan = planOf(plans, organization)
  return {
    id,
    name,
    slug,
    role,
    plan: { name: plan.name, quota: unitLimit(plan, organization), requestsPerSecond: plan.ratePerSec },
    createdAt,
  }
}

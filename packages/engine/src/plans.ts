import type { Organization } from './ports.ts'

/** What a plan allows. */
export interface Plan {
  readonly name: string
  /** Units a month; null: no limit. */
  readonly units: number | null
  /** Requests a second; null: no limit. */
  readonly ratePerSec: number | null
  /** True when only operations whose access is `public` may be called. */
  readonly publicOnly: boolean
}

export type Plans = ReadonlyMap<string, Plan>

/** The plan of an organization. One whose plan was taken out of the configuration gets nothing rather than everything. */
export function planOf(plans: Plans, organization: Organization): Plan {
  return plans.get(organization.plan) ?? { name: organization.plan, units: 0, ratePerSec: 1, publicOnly: true }
}

/** Units a month: the override of the organization, else its plan's; null: no limit. */
export function unitLimit(plan: Plan, organization: Organization): number | null {
  return organization.quotaOverride ?? plan.units
}

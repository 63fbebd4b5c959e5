import { type Operation, OperationError } from '@kiosk/catalog'
import type { Plan } from '../plans.ts'
import type { Caller } from '../ports.ts'

export type Registry = ReadonlyMap<string, Operation>

/** Operation by slug among those published to the caller, with the right method and plan.
 * Throws `OPERATION_NOT_FOUND`, `METHOD_NOT_ALLOWED`, `FORBIDDEN`. */
export function authorize(registry: Registry, caller: Caller, plan: Plan, method: string, slug: string): Operation {
  const operation = registry.get(slug)
  if (operation === undefined || caller.organization.withheld.includes(slug)) {
    throw new OperationError('OPERATION_NOT_FOUND', 'No operation has this slug; GET /catalog lists those there are.')
  }
  if (method !== 'POST') {
    throw new OperationError(
      'METHOD_NOT_ALLOWED',
      'Operations are called with POST, whatever the suffix of their slug.',
      {
        details: { allow: 'POST' },
      },
    )
  }
  if (plan.publicOnly && (operation.access !== 'public' || operation.notForGuests)) {
    throw new OperationError(
      'FORBIDDEN',
      `The plan ${plan.name} does not include ${slug}; an administrator can change the plan.`,
    )
  }
  return operation
}

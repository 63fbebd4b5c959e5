import type { Operation } from '@kiosk/catalog'
import { registry as bySlug } from './registry.generated.ts'

export { fixtureUrl } from './fixtures.ts'

/** All operations, in the order of their slugs. */
export const registry: readonly Operation[] = [...bySlug.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1))

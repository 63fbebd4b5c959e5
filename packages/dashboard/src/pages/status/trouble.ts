// How well operations do, worst first.
import { formatCount } from '../../data/format.ts'
import type { OperationHealth } from '../../parts/api-types.ts'

export type Condition = 'failing' | 'troubled' | 'well' | 'unknown'

/** Below the first share of successes an operation is failing, below the second it has trouble. */
const FAILING_BELOW = 0.5
const TROUBLED_BELOW = 0.95

export function conditionOf({ successRate }: Pick<OperationHealth, 'successRate'>): Condition {
  if (successRate === null) return 'unknown'
  if (successRate < FAILING_BELOW) return 'failing'
  return successRate < TROUBLED_BELOW ? 'troubled' : 'well'
}

const RANK: Readonly<Record<Condition, number>> = { failing: 0, troubled: 1, well: 2, unknown: 3 }

/** By condition, then by how many calls failed, then by use. */
export function byTrouble(operations: readonly OperationHealth[]): OperationHealth[] {
  const failed = ({ calls, successRate }: OperationHealth) => calls * (1 - (successRate ?? 1))
  return [...operations].sort(
    (a, b) =>
      RANK[conditionOf(a)] - RANK[conditionOf(b)] ||
      failed(b) - failed(a) ||
      b.calls - a.calls ||
      a.slug.localeCompare(b.slug),
  )
}

/** `1 operation is failing, 2 have trouble.`, `2 operations have trouble.` */
export function summaryOf(operations: readonly OperationHealth[]): string {
  const count = (condition: Condition) => operations.filter((one) => conditionOf(one) === condition).length
  const failing = count('failing')
  const troubled = count('troubled')
  if (failing + troubled === 0) return 'All operations that you called are well.'
  const failingText = `${formatCount(failing, 'operation')} ${failing === 1 ? 'is' : 'are'} failing`
  const verb = troubled === 1 ? 'has' : 'have'
  if (troubled === 0) return `${failingText}.`
  if (failing === 0) return `${formatCount(troubled, 'operation')} ${verb} trouble.`
  return `${failingText}, ${troubled} ${verb} trouble.`
}

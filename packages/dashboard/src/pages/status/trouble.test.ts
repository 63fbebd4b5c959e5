import { expect, it } from 'vitest'
import type { OperationHealth } from '../../parts/api-types.ts'
import { byTrouble, conditionOf, summaryOf } from './trouble.ts'

const health = (slug: string, calls: number, successRate: number | null): OperationHealth => ({
  slug,
  calls,
  successRate,
  p50Ms: 100,
  p95Ms: 200,
  failures: [],
})

it.each([
  [1, 'well'],
  [0.95, 'well'],
  [0.94, 'troubled'],
  [0.5, 'troubled'],
  [0.49, 'failing'],
  [0, 'failing'],
  [null, 'unknown'],
] as const)('a success rate of %j is %s', (successRate, condition) => {
  expect(conditionOf({ successRate })).toBe(condition)
})

it('puts the worst first, and what many calls suffer from before what one did', () => {
  const sorted = byTrouble([
    health('quiet', 0, null),
    health('a-well', 10, 1),
    health('busy', 900, 1),
    health('one-failure', 1, 0),
    health('many-failures', 100, 0.4),
    health('troubled', 1000, 0.94),
    health('troubled-more', 400, 0.6),
  ])
  expect(sorted.map(({ slug }) => slug)).toEqual([
    'many-failures',
    'one-failure',
    'troubled-more',
    'troubled',
    'busy',
    'a-well',
    'quiet',
  ])
})

it('sums up', () => {
  expect(summaryOf([health('a', 1, 1)])).toBe('All operations that you called are well.')
  expect(summaryOf([health('a', 1, 0), health('b', 9, 0.8), health('c', 9, 0.7)])).toBe(
    '1 operation is failing, 2 have trouble.',
  )
  expect(summaryOf([health('b', 9, 0.8)])).toBe('1 operation has trouble.')
})

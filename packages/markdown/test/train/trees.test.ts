import { expect, it } from 'vitest'
import { chanceOf, sumLeaves } from '../../src/extract/model/forest.ts'
import { binRows } from '../../train/bins.ts'
import { forestOf } from '../../train/forest-of.ts'
import { growTrees, seededRandom } from '../../train/grow-trees.ts'

const growth = { trees: 40, leaves: 4, rate: 0.3, columnShare: 1, rowShare: 0.8, leastHessian: 0.5, ridge: 1, seed: 3 }

/** Content when exactly one of two values is high, which no single split tells. */
function exclusiveOr(rows: number): { features: Float32Array; labels: Float32Array } {
  const random = seededRandom(1)
  const features = Float32Array.from({ length: rows * 2 }, random)
  const labels = Float32Array.from({ length: rows }, (_, row) =>
    (features[2 * row] ?? 0) > 0.5 !== (features[2 * row + 1] ?? 0) > 0.5 ? 1 : 0,
  )
  return { features, labels }
}

function train(): { chances: number[]; scores: Float32Array; labels: Float32Array } {
  const { features, labels } = exclusiveOr(800)
  const scores = new Float32Array(800)
  const trees = growTrees(binRows(features, 2), labels, new Float32Array(800).fill(1), scores, growth)
  const forest = forestOf(trees)
  const chances = Array.from(labels, (_, row) => chanceOf(sumLeaves(forest, features, row * 2)))
  return { chances, scores, labels }
}

it('learns what depends on two values at once', () => {
  const { chances, labels } = train()
  expect(chances.filter((chance, row) => chance > 0.5 === (labels[row] === 1)).length).toBeGreaterThan(760)
})

it('reads from the packed forest what was grown on bins', () => {
  const { chances, scores } = train()
  const furthest = chances.map((chance, row) => Math.abs(chance - chanceOf(scores[row] ?? 0)))
  expect(Math.max(...furthest)).toBeLessThan(1e-4)
})

it('gives the same forest again', () => {
  expect(train().chances).toEqual(train().chances)
})

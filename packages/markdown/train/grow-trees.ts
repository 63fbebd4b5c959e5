// Gradient-boosted trees: logistic loss with soft labels and weights.
import type { Table } from './bins.ts'
import { type GrownTree, type Growth, TreeGrower } from './grow-tree.ts'

/** Pseudo-random numbers from 0 to 1 (mulberry32): training gives the same model again. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** @param labels 0 to 1 @param scores starting log odds by row; they end as those of the grown model */
export function growTrees(
  table: Table,
  labels: Float32Array,
  weights: Float32Array,
  scores: Float32Array,
  growth: Growth,
): GrownTree[] {
  const random = seededRandom(growth.seed)
  const trees: GrownTree[] = []
  const gradients = new Float32Array(table.rows)
  const hessians = new Float32Array(table.rows)
  for (let tree = 0; tree < growth.trees; tree++) {
    for (let row = 0; row < table.rows; row++) {
      const chance = 1 / (1 + Math.exp(-(scores[row] ?? 0)))
      const weight = weights[row] ?? 0
      gradients[row] = weight * (chance - (labels[row] ?? 0))
      hessians[row] = weight * Math.max(chance * (1 - chance), 1e-6)
    }
    const grown = new TreeGrower(table, gradients, hessians, growth, random).grow()
    trees.push(grown)
    addTree(grown, table, scores)
  }
  return trees
}

function addTree(tree: GrownTree, table: Table, scores: Float32Array): void {
  const bins = tree.threshold.map((edge, node) =>
    (table.edges[tree.column[node] ?? 0] ?? new Float32Array()).indexOf(edge),
  )
  const columns = tree.column.map((column) => table.columns[column] ?? new Uint8Array())
  for (let row = 0; row < table.rows; row++) {
    let node = 0
    while (node >= 0)
      node = ((columns[node]?.[row] ?? 0) <= (bins[node] ?? 0) ? tree.left[node] : tree.right[node]) ?? -1
    scores[row] = (scores[row] ?? 0) + (tree.leaf[-1 - node] ?? 0)
  }
}

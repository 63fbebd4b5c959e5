// Grown trees in the shape that the package reads.
import type { Forest } from '../src/extract/model/forest.ts'
import type { GrownTree } from './grow-tree.ts'

export function forestOf(trees: readonly GrownTree[]): Forest {
  const starts = (counts: readonly number[]): Int32Array => {
    let sum = 0
    return Int32Array.from(counts, (count) => {
      const start = sum
      sum += count
      return start
    })
  }
  return {
    treeNode: starts(trees.map(({ column }) => column.length)),
    treeLeaf: starts(trees.map(({ leaf }) => leaf.length)),
    column: Int16Array.from(trees.flatMap(({ column }) => column)),
    threshold: Float32Array.from(trees.flatMap(({ threshold }) => threshold)),
    left: Int16Array.from(trees.flatMap(({ left }) => left)),
    right: Int16Array.from(trees.flatMap(({ right }) => right)),
    leaf: Float32Array.from(trees.flatMap(({ leaf }) => leaf)),
  }
}

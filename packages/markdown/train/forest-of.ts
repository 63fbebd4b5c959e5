// Grown trees in the shape that the package reads.
import type { Forest } from '../src/extract/model/forest.ts'
import type { GrownTree } from './grow-tree.ts'

export function forestOf(trees: readonly GrownTree[]): Forest {
  const [roots, column, value, right]: [number[], number[], number[], number[]] = [[], [], [], []]
  const add = (tree: GrownTree, node: number): void => {
    const at = column.length
    column.push(node < 0 ? -1 : (tree.column[node] ?? 0))
    value.push((node < 0 ? tree.leaf[-1 - node] : tree.threshold[node]) ?? 0)
    right.push(0)
    if (node < 0) return
    add(tree, tree.left[node] ?? -1)
    right[at] = column.length - at
    add(tree, tree.right[node] ?? -1)
  }
  for (const tree of trees) {
    roots.push(column.length)
    add(tree, tree.column.length > 0 ? 0 : -1)
  }
  return {
    roots: Int32Array.from(roots),
    column: Int16Array.from(column),
    value: Float32Array.from(value),
    right: Int16Array.from(right),
  }
}

// Boosted trees as flat arrays, and their sum over a row of features.

export interface Forest {
  /** First inner node and first leaf of each tree. */
  readonly treeNode: Int32Array
  readonly treeLeaf: Int32Array
  /** By inner node. `value <= threshold` goes left; children count from the tree's first node, below zero they are leaf `-1 - child`. */
  readonly column: Int16Array
  readonly threshold: Float32Array
  readonly left: Int16Array
  readonly right: Int16Array
  readonly leaf: Float32Array
}

/** Trees after which a row that is far below all doubt is given up: most blocks of a page are menus. */
const EARLY_TREES = 80
const HOPELESS = -4

/** Sum of the leaves that a row falls into: log odds. @param row offset of the row in `features` */
export function sumLeaves(forest: Forest, features: Float32Array, row: number): number {
  const { treeNode, treeLeaf, column, threshold, left, right, leaf } = forest
  let sum = 0
  for (let tree = 0; tree < treeNode.length; tree++) {
    if (tree === EARLY_TREES && sum < HOPELESS) break
    const first = treeNode[tree] as number
    let node = first < (treeNode[tree + 1] ?? column.length) ? 0 : -1
    while (node >= 0) {
      const at = first + node
      const value = features[row + (column[at] as number)] as number
      node = (value <= (threshold[at] as number) ? left[at] : right[at]) as number
    }
    sum += leaf[(treeLeaf[tree] as number) - 1 - node] as number
  }
  return sum
}

export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

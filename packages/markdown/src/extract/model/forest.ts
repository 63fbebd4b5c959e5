// Boosted trees as flat arrays, and their sum over a row of features.

export interface Forest {
  /** First node of each tree. */
  readonly roots: Int32Array
  /** By node: the column that is asked; -1 for a leaf. */
  readonly column: Int16Array
  /** Threshold of a column, value of a leaf. `value <= threshold` goes to the next node. */
  readonly value: Float32Array
  /** Nodes from here to the one that other values go to. */
  readonly right: Int16Array
}

/** Sum of the leaves that a row falls into: log odds. @param row offset of the row in `features` */
export function sumLeaves(forest: Forest, features: Float32Array, row: number): number {
  let sum = 0
  for (const root of forest.roots) sum += leafOf(forest, root, features, row)
  return sum
}

/** Trees after which rows that are far below all doubt are given up: most blocks of a page are menus. */
const EARLY_TREES = 60
const HOPELESS = -3

/** Sums of the leaves of every row, tree by tree: a tree is small enough to stay at hand while all rows pass through it.
 * @param width values of a row */
export function sumLeavesOfRows(forest: Forest, features: Float32Array, width: number): Float32Array {
  const sums = new Float32Array(features.length / width)
  let open = Int32Array.from(sums.keys())
  forest.roots.forEach((root, tree) => {
    if (tree === EARLY_TREES) open = open.filter((row) => (sums[row] as number) >= HOPELESS)
    for (let turn = 0; turn < open.length; turn++) {
      const row = open[turn] as number
      sums[row] = (sums[row] as number) + leafOf(forest, root, features, row * width)
    }
  })
  return sums
}

function leafOf({ column, value, right }: Forest, root: number, features: Float32Array, row: number): number {
  let at = root
  for (let asked = column[at] as number; asked >= 0; asked = column[at] as number)
    at += (features[row + asked] as number) <= (value[at] as number) ? 1 : (right[at] as number)
  return value[at] as number
}

export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

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

/** Trees after which a row that is far below all doubt is given up: most blocks of a page are menus. */
const EARLY_TREES = 80
const HOPELESS = -4

/** Sum of the leaves that a row falls into: log odds. @param row offset of the row in `features` */
export function sumLeaves({ roots, column, value, right }: Forest, features: Float32Array, row: number): number {
  let sum = 0
  for (let tree = 0; tree < roots.length; tree++) {
    if (tree === EARLY_TREES && sum < HOPELESS) break
    let at = roots[tree] as number
    for (let asked = column[at] as number; asked >= 0; asked = column[at] as number)
      at += (features[row + asked] as number) <= (value[at] as number) ? 1 : (right[at] as number)
    sum += value[at] as number
  }
  return sum
}

export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

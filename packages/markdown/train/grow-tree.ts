// One regression tree, grown leaf by leaf where the gain is greatest, from histograms of gradients.
import type { Table } from './bins.ts'

export interface Growth {
  readonly trees: number
  readonly leaves: number
  readonly rate: number
  /** Share of the columns and of the rows that a tree may look at. */
  readonly columnShare: number
  readonly rowShare: number
  /** Least weight (sum of second derivatives) of a leaf. */
  readonly leastHessian: number
  readonly ridge: number
  readonly seed: number
}

/** Inner nodes by order of growth; a child below zero is leaf `-1 - child`. `value <= threshold` goes left. */
export interface GrownTree {
  readonly column: number[]
  readonly threshold: number[]
  readonly left: number[]
  readonly right: number[]
  readonly leaf: number[]
}

interface Split {
  readonly gain: number
  readonly column: number
  readonly bin: number
}

interface Leaf {
  readonly rows: Int32Array
  readonly sums: Float64Array
  readonly gradient: number
  readonly hessian: number
  readonly split: Split | null
  /** Where the node above points here. */
  readonly parent: number
  readonly side: 'left' | 'right'
}

const BINS = 256

export class TreeGrower {
  readonly #table: Table
  readonly #gradients: Float32Array
  readonly #hessians: Float32Array
  readonly #growth: Growth
  readonly #columns: number[]
  readonly #rows: Int32Array

  constructor(table: Table, gradients: Float32Array, hessians: Float32Array, growth: Growth, random: () => number) {
    this.#table = table
    this.#gradients = gradients
    this.#hessians = hessians
    this.#growth = growth
    this.#columns = table.columns.map((_, column) => column).filter(() => random() < growth.columnShare)
    const rows: number[] = []
    for (let row = 0; row < table.rows; row++) if (random() < growth.rowShare) rows.push(row)
    this.#rows = Int32Array.from(rows)
  }

  grow(): GrownTree {
    const tree: GrownTree = { column: [], threshold: [], left: [], right: [], leaf: [] }
    const open = [this.#leafOf(this.#rows, this.#sum(this.#rows), -1, 'left')]
    while (open.length < this.#growth.leaves) {
      const best = open.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a))
      if (!best.split) break
      open.splice(open.indexOf(best), 1, ...this.#divide(best, best.split, tree))
    }
    for (const leaf of open) {
      const value = (-leaf.gradient / (leaf.hessian + this.#growth.ridge)) * this.#growth.rate
      this.#point(tree, leaf, -1 - tree.leaf.length)
      tree.leaf.push(Math.fround(value))
    }
    return tree
  }

  #point(tree: GrownTree, { parent, side }: Leaf, target: number): void {
    if (parent >= 0) tree[side][parent] = target
  }

  #divide(leaf: Leaf, split: Split, tree: GrownTree): Leaf[] {
    const node = tree.column.length
    this.#point(tree, leaf, node)
    tree.column.push(split.column)
    tree.threshold.push(this.#table.edges[split.column]?.[split.bin] ?? 0)
    tree.left.push(0)
    tree.right.push(0)
    const bins = this.#table.columns[split.column] ?? new Uint8Array()
    const left = leaf.rows.filter((row) => (bins[row] ?? 0) <= split.bin)
    const right = leaf.rows.filter((row) => (bins[row] ?? 0) > split.bin)
    const small = left.length < right.length ? left : right
    const sums = this.#sum(small)
    // The larger half is what the smaller leaves of the whole.
    const rest = leaf.sums
    for (let at = 0; at < rest.length; at++) rest[at] = (rest[at] ?? 0) - (sums[at] ?? 0)
    return [
      this.#leafOf(left, small === left ? sums : rest, node, 'left'),
      this.#leafOf(right, small === right ? sums : rest, node, 'right'),
    ]
  }

  #sum(rows: Int32Array): Float64Array {
    const sums = new Float64Array(this.#columns.length * BINS * 2)
    const gradients = gather(this.#gradients, rows)
    const hessians = gather(this.#hessians, rows)
    this.#columns.forEach((column, order) => {
      const bins = this.#table.columns[column] ?? new Uint8Array()
      const base = order * BINS * 2
      for (let at = 0; at < rows.length; at++) {
        const slot = base + 2 * (bins[rows[at] as number] as number)
        sums[slot] = (sums[slot] as number) + (gradients[at] as number)
        sums[slot + 1] = (sums[slot + 1] as number) + (hessians[at] as number)
      }
    })
    return sums
  }

  #leafOf(rows: Int32Array, sums: Float64Array, parent: number, side: 'left' | 'right'): Leaf {
    let [gradient, hessian] = [0, 0]
    for (let bin = 0; bin < BINS; bin++) {
      gradient += sums[2 * bin] ?? 0
      hessian += sums[2 * bin + 1] ?? 0
    }
    return { rows, sums, gradient, hessian, split: this.#bestSplit(sums, gradient, hessian), parent, side }
  }

  #bestSplit(sums: Float64Array, gradient: number, hessian: number): Split | null {
    const { ridge, leastHessian } = this.#growth
    const whole = (gradient * gradient) / (hessian + ridge)
    let best: Split | null = null
    let most = 1e-6
    this.#columns.forEach((column, order) => {
      const last = this.#table.edges[column]?.length ?? 0
      let [left, leftHessian] = [0, 0]
      for (let bin = 0; bin < last; bin++) {
        const slot = (order * BINS + bin) * 2
        left += sums[slot] ?? 0
        leftHessian += sums[slot + 1] ?? 0
        if (leftHessian < leastHessian) continue
        const rightHessian = hessian - leftHessian
        if (rightHessian < leastHessian) break
        const right = gradient - left
        const gain = (left * left) / (leftHessian + ridge) + (right * right) / (rightHessian + ridge) - whole
        if (gain > most) {
          most = gain
          best = { gain, column, bin }
        }
      }
    })
    return best
  }
}

function gather(values: Float32Array, rows: Int32Array): Float32Array {
  const gathered = new Float32Array(rows.length)
  for (let at = 0; at < rows.length; at++) gathered[at] = values[rows[at] as number] as number
  return gathered
}

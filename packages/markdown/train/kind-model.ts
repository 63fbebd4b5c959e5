// Learns to tell kinds of pages apart, from the page as a whole and the weights of its marks.
import { kindFeatureCount } from '../src/extract/kind/page-kind.ts'
import { pageKinds } from '../src/extract/kind/page-kinds.ts'
import type { Forest } from '../src/extract/model/forest.ts'
import { binRows } from './bins.ts'
import { forestOf } from './forest-of.ts'
import type { Growth } from './grow-tree.ts'
import { growTrees } from './grow-trees.ts'

const growth: Growth = {
  trees: 60,
  leaves: 5,
  rate: 0.08,
  columnShare: 0.4,
  rowShare: 0.7,
  leastHessian: 2,
  ridge: 3,
  seed: 11,
}

/** @param rows features of one page each */
export function trainKinds(rows: readonly Float32Array[], types: readonly string[]): Forest[] {
  const features = new Float32Array(rows.length * kindFeatureCount)
  rows.forEach((row, at) => void features.set(row, at * kindFeatureCount))
  const table = binRows(features, kindFeatureCount)
  return pageKinds.map((kind) => {
    const labels = Float32Array.from(types, (type) => (type === kind ? 1 : 0))
    const prior = labels.reduce((sum, label) => sum + label, 0) / labels.length
    // The prior stands in the first leaf, so that the forest is complete in itself.
    const start = Math.log(prior / (1 - prior))
    const weights = new Float32Array(rows.length).fill(1)
    const trees = growTrees(table, labels, weights, new Float32Array(rows.length).fill(start), growth)
    return forestOf([{ column: [], threshold: [], left: [], right: [], leaf: [start] }, ...trees])
  })
}

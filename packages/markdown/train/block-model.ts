// Trains the block model on some folds.
import { chanceOf, type Forest, sumLeavesOfRows } from '../src/extract/model/forest.ts'
import { binRows } from './bins.ts'
import type { Example } from './examples.ts'
import { forestOf } from './forest-of.ts'
import type { Growth } from './grow-tree.ts'
import { growTrees, seededRandom } from './grow-trees.ts'

export const blockGrowth: Growth = {
  trees: 200,
  leaves: 31,
  rate: 0.08,
  columnShare: 0.3,
  rowShare: 0.6,
  leastHessian: 0.25,
  ridge: 1,
  seed: 7,
}

/** Pages with less of the truth in their text than this teach nothing: it came from elsewhere. */
const LEAST_TRUTH = 0.3

/** @param width features by block */
export function trainBlocks(examples: readonly Example[], width: number, growth: Growth): Forest {
  const random = seededRandom(growth.seed)
  const used = examples.filter(teaches).map((example) => ({ example, blocks: sampleBlocks(example, random) }))
  const rows = used.reduce((sum, { blocks }) => sum + blocks.length, 0)
  const features = new Float32Array(rows * width)
  const labels = new Float32Array(rows)
  const weights = new Float32Array(rows)
  let row = 0
  for (const { example, blocks } of used) {
    const own = weighBlocks(blocks.map((block) => example.words[block] ?? 0))
    blocks.forEach((block, at) => {
      features.set(example.features.subarray(block * width, (block + 1) * width), row * width)
      labels[row] = example.labels[block] ?? 0
      weights[row] = own[at] ?? 0
      row++
    })
  }
  const table = binRows(features, width)
  return forestOf(growTrees(table, labels, weights, new Float32Array(rows), growth))
}

/** Blocks of one page that are learned from; pages of thousands are mostly the same again. */
const MOST_BLOCKS = 300

function sampleBlocks({ labels }: Example, random: () => number): number[] {
  const share = MOST_BLOCKS / labels.length
  return [...labels.keys()].filter(() => share >= 1 || random() < share)
}

function teaches({ labels, words, truth }: Example): boolean {
  const matched = labels.reduce((sum, label, block) => sum + label * (words[block] ?? 0), 0)
  return truth.length > 0 && matched >= LEAST_TRUTH * truth.length
}

/** Pages weigh alike; within one, a block by the root of its words. The mean weight is about 1. */
function weighBlocks(words: readonly number[]): number[] {
  const roots = words.map((count) => Math.sqrt(count))
  const sum = roots.reduce((total, root) => total + root, 0)
  return roots.map((root) => (root / sum) * 300)
}

/** Chances by block. */
export function predictBlocks(forest: Forest, { features }: Example, width: number): Float32Array {
  return sumLeavesOfRows(forest, features, width).map(chanceOf)
}

/** Chances by id of page, each from a forest that has not seen the page's fold. */
export function predictAside(
  examples: readonly Example[],
  width: number,
  growth: Growth,
  folds: readonly number[],
): Map<string, Float32Array> {
  const chances = new Map<string, Float32Array>()
  for (const fold of folds) {
    const forest = trainBlocks(
      examples.filter((example) => example.fold !== fold),
      width,
      growth,
    )
    for (const example of examples)
      if (example.fold === fold) chances.set(example.id, predictBlocks(forest, example, width))
  }
  return chances
}

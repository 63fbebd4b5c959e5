// The features of the block model, in the order in which the model numbers them.
import { hashOf } from '../blocks/characters.ts'
import { choiceFeatures } from './choice-features.ts'
import type { FeatureGroup, Known } from './feature-group.ts'
import { nameFeatures } from './name-features.ts'
import { neighbourFeatures } from './neighbour-features.ts'
import { pageFeatures } from './page-features.ts'
import type { PageView } from './page-view.ts'
import { placeFeatures } from './place-features.ts'
import { regionFeatures } from './region-features.ts'
import { repeatFeatures } from './repeat-features.ts'
import { textFeatures } from './text-features.ts'

const groups: readonly FeatureGroup[] = [
  textFeatures,
  placeFeatures,
  nameFeatures,
  regionFeatures,
  repeatFeatures,
  neighbourFeatures,
  choiceFeatures,
  pageFeatures,
]

export const featureNames: readonly string[] = groups.flatMap(({ names }) => names)

/** Changes with every name and their order: a model fits only the features that it was trained on. */
export function featurePrint(): number {
  return hashOf(featureNames.join(' '))
}

/** Values by block, one row of `featureNames.length` each. */
export function readFeatures(view: PageView, known: Known): Float32Array {
  const width = featureNames.length
  const out = new Float32Array(view.blocks.count * width)
  let offset = 0
  for (const { names, open } of groups) {
    const read = open(view, known)
    for (let block = 0; block < view.blocks.count; block++) read(block, out, block * width + offset)
    offset += names.length
  }
  return out
}

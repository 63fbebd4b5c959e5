// The block model on one page.
import type { PageTree } from '../tree/node.ts'
import { featureNames, readFeatures } from './features/features.ts'
import type { PageView } from './features/page-view.ts'
import { kindChances, readKindFeatures, readKindValues, readMarks } from './kind/page-kind.ts'
import { chanceOf, sumLeaves } from './model/forest.ts'
import type { Model } from './model/model.ts'

export interface Prediction {
  /** By block, that its words are content. */
  readonly chances: Float32Array
  /** Chances of `pageKinds`. */
  readonly kinds: Float32Array
}

export function predictBlocks(model: Model, page: PageTree, view: PageView): Prediction {
  const marks = readMarks(page, view)
  const kinds = kindChances(model.kinds.forests, readKindFeatures(readKindValues(view), marks, model.kinds.table))
  const features = readFeatures(view, { words: model.words, kinds })
  const chances = new Float32Array(view.blocks.count)
  for (let block = 0; block < chances.length; block++)
    chances[block] = chanceOf(sumLeaves(model.blocks, features, block * featureNames.length))
  return { chances, kinds }
}

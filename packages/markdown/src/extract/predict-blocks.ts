// The block model on one page.
import type { PageTree } from '../tree/node.ts'
import { featureNames, readFeatures } from './features/features.ts'
import type { PageView } from './features/page-view.ts'
import { kindChances, readKindFeatures, readKindValues, readMarks } from './kind/page-kind.ts'
import { chanceOf, sumLeavesOfRows } from './model/forest.ts'
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
  return { chances: sumLeavesOfRows(model.blocks, features, featureNames.length).map(chanceOf), kinds }
}

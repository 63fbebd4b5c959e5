// The trained model, unpacked from its file at the first page.
import { featurePrint } from '../features/features.ts'
import type { WordTables } from '../features/word-tables.ts'
import type { KindModel } from '../kind/page-kind.ts'
import type { Forest } from './forest.ts'
import file from './model.json' with { type: 'json' }
import { unpackForests, unpackKindTable, unpackWords } from './packing.ts'

export interface Model {
  readonly words: WordTables
  readonly kinds: KindModel
  /** Log odds that a block is content. */
  readonly blocks: Forest
}

/** What `train/train.ts` writes; numbers are packed as base64. */
export interface ModelFile {
  /** `featurePrint` of the features it was trained on. */
  readonly features: number
  readonly words: Readonly<Record<'names' | 'texts' | 'headings', string>>
  readonly marks: string
  readonly kinds: string
  readonly blocks: string
}

let loaded: Model | null = null

/** The model of this package. Throws when it was trained on other features than the code has. */
export function loadModel(): Model {
  loaded ??= unpackModel(file)
  return loaded
}

export function unpackModel({ features, words, marks, kinds, blocks }: ModelFile): Model {
  if (features !== featurePrint()) throw new Error('model.json was trained on other features: run train/train.ts')
  const [forest] = unpackForests(blocks)
  if (!forest) throw new Error('model.json lacks a forest')
  return {
    words: { names: unpackWords(words.names), texts: unpackWords(words.texts), headings: unpackWords(words.headings) },
    kinds: {
      table: unpackKindTable(marks),
      forests: unpackForests(kinds),
    },
    blocks: forest,
  }
}

import type { PageView } from './page-view.ts'
import type { WordTables } from './word-tables.ts'

/** Writes the values of one block's features into `out`, from `at` on, in the order of the names. */
export type ReadBlock = (block: number, out: Float32Array, at: number) => void

/** What else is known of the page. */
export interface Known {
  readonly words: WordTables
  /** Chances of `pageKinds`. */
  readonly kinds: Float32Array
}

export interface FeatureGroup {
  readonly names: readonly string[]
  /** Done once a page: what all its blocks share is worked out here. */
  readonly open: (view: PageView, known: Known) => ReadBlock
}

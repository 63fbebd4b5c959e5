// What words were found to say: how likely text is content when a word names an element around it, stands in it, or in the heading above.
import type { HashTable } from '../blocks/hash-table.ts'

/** Log odds by hash of word; 0 is the average of all pages. Learned in training, kept in the model file. */
export interface WordTables {
  /** Words of classes, ids and roles. */
  readonly names: HashTable
  /** Words of short blocks. */
  readonly texts: HashTable
  /** Words of headings, of the text below them. */
  readonly headings: HashTable
}

/** Blocks up to so many words are judged by their words; longer ones by their shape. */
export const SHORT_BLOCK_WORDS = 12

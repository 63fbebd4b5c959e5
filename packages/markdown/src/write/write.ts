import type { PageLink } from '@kiosk/catalog'
import type { PageTree, Selection } from '../tree/node.ts'
import type { Block } from './block.ts'
import { listLinks } from './links.ts'
import { writeBlocks } from './print/markdown-writer.ts'
import { readBlocks } from './read/block-reader.ts'
import type { WriteOptions } from './read/reader.ts'

export type { WriteOptions } from './read/reader.ts'

export class Written {
  /** For `cutMarkdown`, and to add to. */
  readonly blocks: readonly Block[]

  constructor(blocks: readonly Block[]) {
    this.blocks = blocks
  }

  /** All of it, written when asked for. */
  get markdown(): string {
    return writeBlocks(this.blocks, Number.POSITIVE_INFINITY).markdown
  }
}

export interface CutMarkdown {
  /** Ends with its last line, without a line end. */
  readonly markdown: string
  /** Code points of `markdown`. */
  readonly charCount: number
  readonly truncated: boolean
  /** Links of `markdown` in order, absolute http and https addresses, each once, at most 500. */
  readonly links: readonly PageLink[]
}

/** Makes Markdown (GFM) of a page.
 * @param selection what is kept; null for everything */
export function writeMarkdown(page: PageTree, selection: Selection | null, options: WriteOptions): Written {
  return new Written(readBlocks(page, selection, options))
}

/** Markdown of at most `maxChars` code points: whole blocks, the last list, table or code block perhaps in part. Only a first
 * block that alone is longer is cut inside, at a sentence or a word. */
export function cutMarkdown(blocks: readonly Block[], maxChars: number): CutMarkdown {
  const { contents, ...text } = writeBlocks(blocks, maxChars)
  return { ...text, links: listLinks(contents) }
}

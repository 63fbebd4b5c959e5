// What the readers of tables, lists, code and text elements need of the one that walks the tree.
import type { Element, Node } from '../../tree/node.ts'
import type { Block } from '../block.ts'
import type { AddressResolver } from '../links.ts'
import type { InlineBuilder } from './inline-builder.ts'

export interface WriteOptions {
  /** Absolute address that relative ones are resolved against, before the page's own `base`. */
  readonly baseUrl: string
  readonly includeLinks: boolean
  readonly includeImages: boolean
}

export interface Reader {
  readonly inline: InlineBuilder
  readonly options: WriteOptions
  readonly addresses: AddressResolver
  /** True while the text of a heading is read: no bold, no links to itself. */
  readonly isInHeading: boolean
  isKept(node: Node): boolean
  node(node: Node): void
  children(element: Element): void
  /** Ends the paragraph under way, and adds a block. */
  add(block: Block): void
  /** Ends the paragraph under way. */
  endParagraph(): void
  /** Blocks that come of `read`. */
  nested(read: () => void): Block[]
}

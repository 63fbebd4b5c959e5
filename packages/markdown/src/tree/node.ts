// The tree that a page is parsed into, once; everything works on it. Plain fields, no DOM.
import type { Attributes } from './attributes.ts'

interface Place {
  /** Position in document order, from 0 (the body): index into arrays that say something about every node. */
  id: number
  parent: Element | null
}

export interface Text extends Place {
  readonly kind: 'text'
  /** Entities decoded, white space as it stands. */
  data: string
}

export interface Element extends Place {
  readonly kind: 'element'
  /** Lower case. */
  readonly tag: string
  readonly attributes: Attributes
  readonly children: Node[]
}

export type Node = Element | Text

/** What the head and the scripts of a page say; they are not in the tree. */
export interface HeadFacts {
  /** Text of `title`, trimmed; empty when there is none. */
  readonly title: string
  /** Content of `meta` by lower-cased name, property or itemprop; the first non-empty wins. */
  readonly metas: ReadonlyMap<string, string>
  readonly baseHref: string | null
  readonly canonical: string | null
  /** `lang` of the `html` element. */
  readonly lang: string | null
  /** Texts of `application/ld+json` scripts, unparsed. */
  readonly jsonLd: readonly string[]
  /** Text of other JSON scripts that carry a page's data (`__NEXT_DATA__` and the like), by id. */
  readonly dataScripts: ReadonlyMap<string, string>
  /** Of executable scripts: how many, and characters of the inline ones. */
  readonly scripts: { readonly count: number; readonly inlineChars: number }
  /** Text inside `noscript`. */
  readonly noscript: string
}

export interface PageTree {
  /** The `body`, or what stands for it. */
  readonly body: Element
  readonly head: HeadFacts
  /** Ids are below this. */
  readonly nodeCount: number
}

/** What of a tree is to be written: per node id 0 = not, 1 = kept (for an element: kept in part or whole, its children tell). */
export type Selection = Uint8Array

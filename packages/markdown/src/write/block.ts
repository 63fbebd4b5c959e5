// What the writer makes of a tree before it is text: blocks of inline pieces. Cutting and the list of links work on it.

export type Inline =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'code'; text: string }
  /** TeX. */
  | { readonly kind: 'math'; readonly text: string }
  | Span
  | Link
  /** `src` is an absolute address. */
  | { readonly kind: 'image'; readonly src: string; readonly alt: string }
  | { readonly kind: 'break' }

export interface Span {
  readonly kind: 'strong' | 'emphasis' | 'strike'
  readonly children: Inline[]
}

export interface Link {
  readonly kind: 'link'
  /** Absolute address. */
  readonly href: string
  readonly children: Inline[]
}

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly content: readonly Inline[]
}

export interface Heading {
  readonly kind: 'heading'
  /** 1 to 6. */
  readonly level: number
  readonly content: readonly Inline[]
}

export interface CodeBlock {
  readonly kind: 'code'
  /** Empty when unknown. */
  readonly language: string
  /** Lines without a last line end. */
  readonly text: string
}

export interface ListItem {
  /** Whether a task is done; null for other items. */
  readonly task: boolean | null
  readonly blocks: readonly Block[]
}

export interface List {
  readonly kind: 'list'
  /** First number; null for bullets. */
  readonly start: number | null
  readonly items: readonly ListItem[]
}

export type Alignment = 'left' | 'center' | 'right' | null
export type Cell = readonly Inline[]

export interface Table {
  readonly kind: 'table'
  /** One per column. */
  readonly alignments: readonly Alignment[]
  /** The first is the header. Rows may be shorter than the header. */
  readonly rows: readonly (readonly Cell[])[]
}

export interface Quote {
  readonly kind: 'quote'
  readonly blocks: readonly Block[]
}

export type Block = Paragraph | Heading | CodeBlock | List | Table | Quote | { readonly kind: 'rule' }

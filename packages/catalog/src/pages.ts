// The `pages` capability: from the bytes of a page to Markdown, off the main thread.

export const extractionModes = ['article', 'full'] as const

/** `article`: the main content, checked against the whole page. `full`: the body without nav, footer, aside and form. */
export type ExtractionMode = (typeof extractionModes)[number]

/** Stage that produced the Markdown. `full-dom` in article mode: the density check failed and the whole page was taken.
 * `plain-text`: the document was text or Markdown already. */
export const extractors = ['readability', 'full-dom', 'block-model', 'embedded-data', 'plain-text'] as const

export type Extractor = (typeof extractors)[number]

/** An answer as it came. */
export interface FetchedPage {
  readonly bytes: Uint8Array
  readonly status: number
  /** By lower-cased name; what tells walls, charsets and document types apart is in them. */
  readonly headers: Readonly<Record<string, string>>
  /** Address of the answer, after redirects: what relative links are resolved against. */
  readonly url: string
}

export interface MarkdownWishes {
  readonly mode: ExtractionMode
  /** Most characters (code points) of Markdown. */
  readonly maxChars: number
  readonly includeLinks: boolean
  readonly includeImages: boolean
}

export interface PageLink {
  /** Absolute http or https address. */
  readonly href: string
  readonly text: string
}

export interface ReadPage {
  readonly kind: 'page'
  readonly markdown: string
  /** Empty when the page has none. */
  readonly title: string
  readonly byline: string | null
  readonly excerpt: string | null
  /** Language tag as the page states it. */
  readonly lang: string | null
  /** Links of the returned Markdown, each once, at most 500; empty without `includeLinks`. */
  readonly links: readonly PageLink[]
  /** Code points of `markdown`. */
  readonly charCount: number
  readonly truncated: boolean
  readonly extractor: Extractor
}

export type PageOutcome =
  | ReadPage
  /** A bot wall, captcha or login wall in place of the page; `by` names its vendor or kind for people. */
  | { readonly kind: 'wall'; readonly by: string }
  /** The page builds its content in the browser. */
  | { readonly kind: 'client-rendered' }
  /** Neither HTML, XHTML nor text; `type` is what it is, for people. */
  | { readonly kind: 'other-document'; readonly type: string }

export interface Pages {
  /** Takes the bytes over: they are gone from the page afterwards. Rejects with the reason of the call's signal, or `UNPROCESSABLE` when the page cannot be read in bounded time and memory. */
  read(page: FetchedPage, wishes: MarkdownWishes): Promise<PageOutcome>
}

// The `browser` capability: renders in a headless browser whose only way out is the egress filter.

export const readinessEvents = ['domcontentloaded', 'load', 'networkidle'] as const

/** When a page counts as ready. */
export type ReadinessEvent = (typeof readinessEvents)[number]

export interface ScreenshotRequest {
  /** Absolute http or https address; judged like every other on the way. */
  readonly url: string
  /** Viewport in CSS pixels. */
  readonly width: number
  readonly height: number
  readonly encoding: { readonly format: 'png' } | { readonly format: 'jpeg'; readonly quality: number }
  /** Settle time after the page is ready. */
  readonly delayMs: number
  readonly blockAds: boolean
  readonly fullPage: boolean
  readonly waitUntil: ReadinessEvent
}

export interface Screenshot {
  /** Base64 of the encoded image, no `data:` prefix. */
  readonly base64: string
  /** Size of the image in pixels. */
  readonly width: number
  readonly height: number
  /** Address after redirects. */
  readonly finalUrl: string
}

export interface PdfRequest {
  readonly source: { readonly url: string } | { readonly html: string }
  readonly media: 'screen' | 'print'
  readonly scale: number
  /** Paper in inches, upright. */
  readonly paper: { readonly widthIn: number; readonly heightIn: number }
  readonly marginIn: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  readonly landscape: boolean
  readonly waitUntil: ReadinessEvent
  /** Such as `1-3,5`; null for the whole document. */
  readonly pageRanges: string | null
  readonly printBackground: boolean
}

export interface Pdf {
  /** Base64 of the document, no `data:` prefix. */
  readonly base64: string
  /** Pages counted in the document itself; null when that is not certain. */
  readonly pages: number | null
}

/** Narrow on purpose: no page object. Bound to the call's signal and proxy.
 * Throws `DESTINATION_REFUSED`, `UPSTREAM_UNREACHABLE`, `UPSTREAM_TIMEOUT`, `UNPROCESSABLE` (a download, a page that
 * breaks the renderer, a document that cannot be printed, an image above 80 million pixels), `INVALID_INPUT` (a page
 * range beyond the document), `NOT_CONFIGURED` (no browser was found), `OVERLOADED`, or the signal's reason. */
export interface Browser {
  screenshot(request: ScreenshotRequest): Promise<Screenshot>
  pdf(request: PdfRequest): Promise<Pdf>
}

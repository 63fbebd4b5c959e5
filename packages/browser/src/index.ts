import type { Renderer, RendererOptions } from './renderer.ts'

export { findBrowser, type Variables } from './find-browser.ts'
export { type FontFacts, type FontNeed, missingFonts } from './fonts.ts'
export type { Renderer, RendererOptions }

/** Loads what renders; before that, this package costs next to nothing. No browser starts before the first render. */
export async function loadRenderer(options: RendererOptions): Promise<Renderer> {
  const { createRenderer } = await import('./renderer.ts')
  return createRenderer(options)
}

// Parts of a page that never enter the tree: drawings and templates.
import type { Attributes } from './attributes.ts'
import { BREAKS_OUT_OF_SVG, HTML_IN_SVG } from './tag-sets.ts'

export class Skipping {
  /** `svg` or `template` while one is open. */
  #tag = ''
  #depth = 0
  #htmlDepth = 0

  get active(): boolean {
    return this.#tag !== ''
  }

  get inSvg(): boolean {
    return this.#tag === 'svg' && this.#htmlDepth === 0
  }

  /** @returns whether the element is left out */
  open(tag: string, attributes: Attributes, selfClosing: boolean): boolean {
    if (!this.active) return this.#begins(tag, attributes, selfClosing)
    if (tag === this.#tag) {
      if (!(tag === 'svg' && selfClosing)) this.#depth++
    } else if (this.#tag === 'svg') {
      if (HTML_IN_SVG.has(tag)) this.#htmlDepth += selfClosing ? 0 : 1
      else if (this.#htmlDepth === 0 && BREAKS_OUT_OF_SVG.has(tag)) {
        this.#end()
        return false
      }
    }
    return true
  }

  #begins(tag: string, attributes: Attributes, selfClosing: boolean): boolean {
    // Browsers show the content of a declared shadow root.
    if (tag !== 'svg' && (tag !== 'template' || 'shadowrootmode' in attributes)) return false
    if (tag === 'svg' && selfClosing) return true
    this.#tag = tag
    this.#depth = 1
    this.#htmlDepth = 0
    return true
  }

  /** @returns whether the end tag belongs to what is left out */
  close(tag: string): boolean {
    if (!this.active) return false
    if (tag === this.#tag && --this.#depth === 0) this.#end()
    else if (this.#tag === 'svg' && HTML_IN_SVG.has(tag)) this.#htmlDepth = Math.max(0, this.#htmlDepth - 1)
    return true
  }

  #end(): void {
    this.#tag = ''
    this.#depth = 0
    this.#htmlDepth = 0
  }
}

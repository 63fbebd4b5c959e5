// Gathers what stands in the head and in scripts while the tree is built.
import type { Attributes } from './attributes.ts'
import type { HeadFacts } from './node.ts'

/** Texts past this are of no use to anybody: no title, no note to people without scripts is as long. */
const MAX_TITLE_CHARS = 4096
const MAX_NOSCRIPT_CHARS = 100_000

const RUN_BY_BROWSERS =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script\b.*|text\/(?:jscript|livescript).*)$/

export class HeadReader {
  readonly #metas = new Map<string, string>()
  readonly #jsonLd: string[] = []
  readonly #dataScripts = new Map<string, string>()
  #title = ''
  #baseHref: string | null = null
  #canonical: string | null = null
  #lang: string | null = null
  #scriptCount = 0
  #inlineChars = 0
  readonly #noscript: string[] = []
  #noscriptChars = 0

  html(attributes: Attributes): void {
    this.#lang ??= (attributes.lang ?? attributes['xml:lang'])?.trim() || null
  }

  title(text: string): void {
    if (this.#title === '') this.#title = text.slice(0, MAX_TITLE_CHARS).trim()
  }

  meta({ name, property, itemprop, content }: Attributes): void {
    if (!content?.trim()) return
    for (const key of [name, property, itemprop]) {
      const lower = key?.trim().toLowerCase()
      if (lower && !this.#metas.has(lower)) this.#metas.set(lower, content)
    }
  }

  base({ href }: Attributes): void {
    if (href?.trim()) this.#baseHref ??= href.trim()
  }

  link({ rel, href }: Attributes): void {
    if (href?.trim() && rel && /(?:^|\s)canonical(?:\s|$)/i.test(rel)) this.#canonical ??= href.trim()
  }

  script(attributes: Attributes, text: string): void {
    const type = (attributes.type ?? '').trim().toLowerCase()
    if (/^application\/ld\+json\b/.test(type)) this.#jsonLd.push(text)
    else if (/\bjson\b/.test(type)) {
      if (attributes.id && !this.#dataScripts.has(attributes.id)) this.#dataScripts.set(attributes.id, text)
    } else if (RUN_BY_BROWSERS.test(type)) {
      this.#scriptCount++
      this.#inlineChars += text.length
    }
  }

  noscript(text: string): void {
    if (this.#noscriptChars < MAX_NOSCRIPT_CHARS) this.#noscript.push(text)
    this.#noscriptChars += text.length
  }

  facts(): HeadFacts {
    return {
      title: this.#title,
      metas: this.#metas,
      baseHref: this.#baseHref,
      canonical: this.#canonical,
      lang: this.#lang,
      jsonLd: this.#jsonLd,
      dataScripts: this.#dataScripts,
      scripts: { count: this.#scriptCount, inlineChars: this.#inlineChars },
      noscript: this.#noscript.join(' ').replace(/\s+/g, ' ').trim(),
    }
  }
}

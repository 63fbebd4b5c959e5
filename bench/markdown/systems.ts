// The systems measured: Kiosk's own conversion and what people use elsewhere, each from HTML to Markdown.
import { gfm } from '@joplin/turndown-plugin-gfm'
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { convertPage } from '../../packages/markdown/src/index.ts'

export interface MarkdownSystem {
  readonly name: string
  /** Markdown of a page's main content. */
  readonly convert: (html: string, url: string) => string | Promise<string>
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
turndown.use(gfm)

export const readabilitySystem: MarkdownSystem = {
  name: 'linkedom + readability + turndown',
  convert(html) {
    const { document } = parseHTML(html)
    const article = new Readability(document).parse()
    return article?.content ? turndown.turndown(article.content) : ''
  },
}

export const defuddleSystem: MarkdownSystem = {
  name: 'linkedom + defuddle',
  async convert(html, url) {
    const { document } = parseHTML(html)
    // Without this, pages that look unfinished are asked for at other people's interfaces.
    const found = await Defuddle(document, url, { markdown: true, useAsync: false })
    return found.content
  },
}

export const kioskSystem: MarkdownSystem = {
  name: 'Kiosk',
  convert(html, url) {
    const bytes = new TextEncoder().encode(html)
    const page = { bytes, status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, url }
    const wishes = { mode: 'article', maxChars: 10_000_000, includeLinks: true, includeImages: false } as const
    const outcome = convertPage(page, wishes)
    return outcome.kind === 'page' ? outcome.markdown : ''
  },
}

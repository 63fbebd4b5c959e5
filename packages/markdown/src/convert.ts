// From the bytes of an answer to Markdown, or to the reason why there is none.
import type { Extractor, FetchedPage, MarkdownWishes, PageOutcome } from '@kiosk/catalog'
import { decodePage } from './decode/decode.ts'
import { extractArticle } from './extract/extract.ts'
import { selectFull } from './extract/full.ts'
import { documentType } from './page/document-type.ts'
import { type PageFacts, readFacts } from './page/facts/facts.ts'
import { readJsonLd } from './page/facts/json-ld.ts'
import { languageTag } from './page/facts/language.ts'
import { markupOf } from './page/markup.ts'
import { parseReadable } from './page/readable-page.ts'
import { isAppShell } from './page/shell/app-shell.ts'
import { embeddedArticle } from './page/shell/embedded-article.ts'
import { convertText } from './page/text-document.ts'
import { headed } from './page/title-heading.ts'
import { appearanceOf, refusalWithout } from './page/walls/appearance.ts'
import { WALL_TEXT_CHARS, wallBefore } from './page/walls/wall.ts'
import type { PageTree, Selection } from './tree/node.ts'
import { parsePage } from './tree/parse.ts'
import { cutMarkdown, writeMarkdown } from './write/write.ts'

/** Pure, and bounded by the length of the answer. Never throws for what a page holds. */
export function convertPage(page: FetchedPage, wishes: MarkdownWishes): PageOutcome {
  const contentType = page.headers['content-type']
  const type = documentType(page.bytes, contentType, page.url)
  if (type.kind === 'html') return convertHtml(page, decodePage(page.bytes, contentType), wishes)
  const text = type.kind === 'text' ? decodePage(page.bytes, contentType) : ''
  // A file may say whatever walls say; only under a refusing status, or in place of no text at all, it is one.
  const by = page.status >= 400 || type.kind === 'other' ? wallBefore(refusalWithout(page, text)) : null
  if (by !== null) return { kind: 'wall', by }
  if (type.kind === 'other') return { kind: 'other-document', type: type.type }
  const lang = languageTag(page.headers['content-language'] ?? '')
  return convertText(text, wishes, { url: page.url, isMarkdown: type.isMarkdown, lang })
}

function convertHtml(page: FetchedPage, html: string, wishes: MarkdownWishes): PageOutcome {
  const tree = parseReadable(html)
  const by = wallBefore(appearanceOf(page, html, tree, WALL_TEXT_CHARS))
  if (by !== null) return { kind: 'wall', by }
  const things = readJsonLd(tree.head.jsonLd)
  const contentLanguage = page.headers['content-language']
  const facts = readFacts(tree, things, { url: page.url, contentLanguage })
  if (isAppShell(tree, () => markupOf(html))) {
    const article = embeddedArticle(things, tree.head.dataScripts.values(), facts.title)
    if (article === null) return { kind: 'client-rendered' }
    return written(page, { tree: parsePage(article), selection: null, extractor: 'embedded-data' }, facts, wishes)
  }
  const chosen = wishes.mode === 'article' ? extractArticle(tree) : whole(tree)
  return written(page, { tree, ...chosen }, facts, wishes)
}

function whole(tree: PageTree): Omit<Content, 'tree'> {
  return { selection: selectFull(tree), extractor: 'full-dom' }
}

interface Content {
  readonly tree: PageTree
  /** Null: all of it. */
  readonly selection: Selection | null
  readonly extractor: Extractor
}

function written({ url }: FetchedPage, content: Content, facts: PageFacts, wishes: MarkdownWishes): PageOutcome {
  const { includeLinks, includeImages, maxChars } = wishes
  const options = { baseUrl: url, includeLinks, includeImages }
  const { blocks } = writeMarkdown(content.tree, content.selection, options)
  const cut = cutMarkdown(headed(blocks, facts.title), maxChars)
  if (!/[\p{L}\p{N}]/u.test(cut.markdown)) return { kind: 'other-document', type: 'a page without text' }
  return { kind: 'page', ...facts, ...cut, extractor: content.extractor }
}

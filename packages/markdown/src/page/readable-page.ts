// The tree that a reader without scripts sees.
import type { PageTree } from '../tree/node.ts'
import { parsePage } from '../tree/parse.ts'
import { visibleText } from './visible-text.ts'

/** A body with less text of its own may have its content in `noscript`, as forums serve it to crawlers. */
const BARE_CHARS = 200

/** Less is a request to enable scripts. */
const NOSCRIPT_CHARS = 300

/** Parses a page; where the body is bare and `noscript` holds the content, what is in `noscript` counts as content. */
export function parseReadable(html: string): PageTree {
  const page = parsePage(html)
  if (page.head.noscript.length < NOSCRIPT_CHARS) return page
  if (visibleText(page.body, BARE_CHARS + 1).length >= BARE_CHARS) return page
  return parsePage(html.replace(/<\/?noscript\b[^>]*>/gi, ''))
}

// The tree that a reader without scripts sees.
import type { PageTree } from '../tree/node.ts'
import { parsePage } from '../tree/parse.ts'
import { visibleText } from './visible-text.ts'

/** A body with less text of its own may have its content in `noscript`, as forums serve it to crawlers. */
const BARE_CHARS = 200

/** Less is a request to enable scripts. */
const NOSCRIPT_CHARS = 300

/** A splash screen has some words of its own; so many times as many in `noscript` are the content. */
const OUTWEIGHS = 3
const MOST_CHARS = 100_000

/** Parses a page; where the body is bare and `noscript` holds the content, what is in `noscript` counts as content. */
export function parseReadable(html: string): PageTree {
  const page = parsePage(html)
  if (page.head.noscript.length < NOSCRIPT_CHARS) return page
  const inNoscript = page.head.noscript
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim().length
  const visible = visibleText(page.body, MOST_CHARS).length
  if (visible >= BARE_CHARS && (inNoscript < NOSCRIPT_CHARS || visible * OUTWEIGHS >= inNoscript)) return page
  return parsePage(html.replace(/<\/?noscript\b[^<>]*>/gi, ''))
}

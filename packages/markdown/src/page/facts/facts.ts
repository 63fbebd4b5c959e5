// What a page says about itself: title, author, description, language.
import type { PageTree } from '../../tree/node.ts'
import { elementsOf, visibleText } from '../visible-text.ts'
import { readByline } from './byline.ts'
import { readExcerpt } from './excerpt.ts'
import type { JsonObject } from './json-ld.ts'
import { readLanguage } from './language.ts'
import { readTitle } from './title.ts'

export interface PageFacts {
  /** Empty when there is none. */
  readonly title: string
  readonly byline: string | null
  readonly excerpt: string | null
  /** BCP 47. */
  readonly lang: string | null
}

/** Headings that are looked at for the title. */
const MAX_HEADINGS = 5
/** What is longer is a text in large letters. */
const MAX_HEADING_CHARS = 400

/** What documentation hangs on its headings as links to themselves. */
const ANCHOR_SIGN = /\s*[¶#§🔗]+$/u

/** @param things from `readJsonLd`
 * @param answer address of the page and its `content-language` header */
export function readFacts(
  { head, body }: PageTree,
  things: readonly JsonObject[],
  answer: { readonly url: string; readonly contentLanguage: string | undefined },
): PageFacts {
  const headings = mainHeadings(body)
  return {
    title: readTitle({ head, things, headings, url: answer.url }),
    byline: readByline({ head, things, body }),
    excerpt: readExcerpt(head, things),
    lang: readLanguage(head, answer.contentLanguage, things),
  }
}

function mainHeadings(body: PageTree['body']): string[] {
  const headings: string[] = []
  for (const element of elementsOf(body)) {
    if (element.tag !== 'h1') continue
    const text = visibleText(element, MAX_HEADING_CHARS)
    const heading = text.length > MAX_HEADING_CHARS ? '' : text.replace(ANCHOR_SIGN, '')
    if (heading !== '') headings.push(heading)
    if (headings.length === MAX_HEADINGS) break
  }
  return headings
}

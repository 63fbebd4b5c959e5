// What of a page the judges of walls look at.
import { isHidden } from '../../tree/hidden.ts'
import type { Element, PageTree } from '../../tree/node.ts'
import { markupOf } from '../markup.ts'
import { collapse, elementsOf, visibleText } from '../visible-text.ts'
import type { Appearance } from './vendors.ts'

/** Of a text, as much as says whether it is a page's worth. */
const MAX_TEXT = 5000

/** @param html the page as text
 * @param mostChars of its text that are looked at */
export function appearanceOf(
  answer: Pick<Appearance, 'status' | 'headers' | 'url'>,
  html: string,
  { head, body }: PageTree,
  mostChars: number,
): Appearance {
  const text = `${visibleText(body, mostChars)} ${head.noscript}`.trim().slice(0, mostChars)
  let markup: string | undefined
  let fields: ReadonlySet<string> | undefined
  return {
    status: answer.status,
    headers: answer.headers,
    url: answer.url,
    title: head.title,
    text,
    // Most pages have too much text for a wall; their tags are never read.
    get markup() {
      markup ??= markupOf(html)
      return markup
    },
    get fields() {
      fields ??= fieldsOf(body)
      return fields
    },
  }
}

/** The appearance of an answer that is no page: a refusing status may stand over any document. */
export function refusalWithout(answer: Pick<Appearance, 'status' | 'headers' | 'url'>, text: string): Appearance {
  const { status, headers, url } = answer
  return { status, headers, url, title: '', text: collapse(text.slice(0, MAX_TEXT)), markup: '', fields: new Set() }
}

function fieldsOf(body: Element): Set<string> {
  const fields = new Set<string>()
  for (const element of elementsOf(body, isHidden)) {
    if (element.tag === 'input') fields.add((element.attributes.type ?? 'text').trim().toLowerCase())
    else if (element.tag === 'textarea' || element.tag === 'select') fields.add(element.tag)
  }
  return fields
}

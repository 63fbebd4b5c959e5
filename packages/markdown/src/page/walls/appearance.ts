// What of a page the judges of walls look at.
import { isHidden } from '../../tree/hidden.ts'
import type { Element, PageTree } from '../../tree/node.ts'
import { markupOf } from '../markup.ts'
import { collapse, elementsOf, visibleText } from '../visible-text.ts'
import type { Appearance } from './vendors.ts'

/** Of a text, as much as says whether it is a page's worth. */
const MAX_TEXT = 5000

type Answer = Pick<Appearance, 'status' | 'headers' | 'url'>

/** @param html the page as text
 * @param mostChars of its text that are looked at */
export function appearanceOf(answer: Answer, html: string, page: PageTree, mostChars: number): Appearance {
  return new PageAppearance(answer, html, page, mostChars)
}

/** Reads tags and fields when asked for: most pages have too much text for a wall. A class, because an object literal with
 * accessors has a shape of its own, which holds the whole page until the next full collection. */
class PageAppearance implements Appearance {
  readonly status: number
  readonly headers: Appearance['headers']
  readonly url: string
  readonly title: string
  readonly text: string
  readonly #html: string
  readonly #body: Element
  #markup: string | undefined
  #fields: ReadonlySet<string> | undefined

  constructor({ status, headers, url }: Answer, html: string, { head, body }: PageTree, mostChars: number) {
    this.status = status
    this.headers = headers
    this.url = url
    this.title = head.title
    this.text = `${visibleText(body, mostChars)} ${head.noscript}`.trim().slice(0, mostChars)
    this.#html = html
    this.#body = body
  }

  get markup(): string {
    this.#markup ??= markupOf(this.#html)
    return this.#markup
  }

  get fields(): ReadonlySet<string> {
    this.#fields ??= fieldsOf(this.#body)
    return this.#fields
  }
}

/** The appearance of an answer that is no page: a refusing status may stand over any document. */
export function refusalWithout(answer: Answer, text: string): Appearance {
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

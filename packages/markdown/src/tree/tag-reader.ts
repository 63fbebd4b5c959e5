// From characters to tags and texts: the tokenizer of htmlparser2, without the parser above it. That parser implies too
// little structure (scopes, tables, misnested formatting) and is quadratic in the depth of nesting.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { type AttributeName, type Attributes, keptAttribute } from './attributes.ts'
import { tagName } from './tag-sets.ts'

export interface TagSink {
  /** @param selfClosing the tag ends in `/>`, which only says something in XML and inside `svg` and `math` */
  open(tag: string, attributes: Attributes, selfClosing: boolean): void
  close(tag: string): void
  /** A piece of text; one text may come in many pieces. @param html entities are not decoded yet: some elements take their text as it stands */
  text(html: string): void
  /** True inside `svg`, where `script`, `title` and the like hold no raw text. */
  readonly inSvg: boolean
}

const NO_ATTRIBUTES: Attributes = Object.freeze({})

/** Reads the whole of `html` into `sink`, in linear time. */
export function readTags(html: string, sink: TagSink, options: { xml: boolean }): void {
  // The tokenizer leaps over texts and values whose entities it need not see.
  const tokenizer = new Tokenizer(
    { recognizeSelfClosing: options.xml, decodeEntities: false },
    new TagCollector(html, sink),
  )
  tokenizer.write(html)
  tokenizer.end()
}

export function decodedText(html: string): string {
  return html.includes('&') ? decodeHTML(html) : html
}

class TagCollector implements TokenizerCallbacks {
  readonly #html: string
  readonly #sink: TagSink
  #tag = ''
  #attributes: Partial<Record<AttributeName, string>> = NO_ATTRIBUTES
  #name: AttributeName | undefined
  #value = ''

  constructor(html: string, sink: TagSink) {
    this.#html = html
    this.#sink = sink
  }

  onopentagname(start: number, end: number): void {
    this.#tag = tagName(this.#html.slice(start, end))
    this.#attributes = NO_ATTRIBUTES
  }

  onattribname(start: number, end: number): void {
    this.#name = keptAttribute(this.#html.slice(start, end))
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#name !== undefined) this.#value += this.#html.slice(start, end)
  }

  onattribend(): void {
    if (this.#name === undefined || this.#attributes[this.#name] !== undefined) return
    if (this.#attributes === NO_ATTRIBUTES) this.#attributes = {}
    this.#attributes[this.#name] = this.#value.includes('&') ? decodeHTMLAttribute(this.#value) : this.#value
  }

  onopentagend(): void {
    this.#sink.open(this.#tag, this.#attributes, false)
  }

  onselfclosingtag(): void {
    this.#sink.open(this.#tag, this.#attributes, true)
  }

  onclosetag(start: number, end: number): void {
    this.#sink.close(tagName(this.#html.slice(start, end)))
  }

  ontext(start: number, end: number): void {
    this.#sink.text(this.#html.slice(start, end))
  }

  isInForeignContext(): boolean {
    return this.#sink.inSvg
  }

  // Only called where the tokenizer decodes.
  onattribentity(): void {}
  ontextentity(): void {}

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

// From characters to tags and texts: the tokenizer of htmlparser2, without the parser above it. That parser implies too
// little structure (scopes, tables, misnested formatting) and is quadratic in the depth of nesting.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

export interface TagSink {
  /** @param selfClosing the tag ends in `/>`, which only says something in XML and inside `svg` and `math` */
  open(tag: string, attributes: Record<string, string>, selfClosing: boolean): void
  close(tag: string): void
  /** A piece of text, entities decoded; one text may come in many pieces. */
  text(data: string): void
  /** True inside `svg`, where `script`, `title` and the like hold no raw text. */
  readonly inSvg: boolean
}

/** The attributes of an element past this many are left out: nobody means them. */
const MAX_ATTRIBUTES = 256

const NO_ATTRIBUTES: Record<string, string> = Object.freeze({})

/** Reads the whole of `html` into `sink`, in linear time. */
export function readTags(html: string, sink: TagSink, options: { xml: boolean }): void {
  const tokenizer = new Tokenizer({ recognizeSelfClosing: options.xml }, new TagCollector(html, sink))
  tokenizer.write(html)
  tokenizer.end()
}

class TagCollector implements TokenizerCallbacks {
  readonly #html: string
  readonly #sink: TagSink
  #tag = ''
  #attributes = NO_ATTRIBUTES
  #attributeCount = 0
  #name = ''
  #value = ''

  constructor(html: string, sink: TagSink) {
    this.#html = html
    this.#sink = sink
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase()
    this.#attributes = NO_ATTRIBUTES
    this.#attributeCount = 0
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint)
  }

  onattribend(): void {
    if (this.#attributeCount === 0) this.#attributes = {}
    if (this.#attributeCount >= MAX_ATTRIBUTES || Object.hasOwn(this.#attributes, this.#name)) return
    this.#attributes[this.#name] = this.#value
    this.#attributeCount++
  }

  onopentagend(): void {
    this.#sink.open(this.#tag, this.#attributes, false)
  }

  onselfclosingtag(): void {
    this.#sink.open(this.#tag, this.#attributes, true)
  }

  onclosetag(start: number, end: number): void {
    this.#sink.close(this.#html.slice(start, end).toLowerCase())
  }

  ontext(start: number, end: number): void {
    this.#sink.text(this.#html.slice(start, end))
  }

  ontextentity(codePoint: number): void {
    this.#sink.text(String.fromCodePoint(codePoint))
  }

  isInForeignContext(): boolean {
    return this.#sink.inSvg
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

// Builds the tree from tags as browsers do, where it matters to a reader: implied ends, tables, misnested formatting.
import type { AttributeName, Attributes } from './attributes.ts'
import { HeadReader } from './head-facts.ts'
import type { Element } from './node.ts'
import { OpenElements } from './open-elements.ts'
import { Skipping } from './skipping.ts'
import { decodedText, type TagSink } from './tag-reader.ts'
import * as sets from './tag-sets.ts'

/** Elements whose text the tokenizer gives raw and which never enter the tree, or enter it empty. */
const RAW = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes'])

/** Outdated elements whose text knows no entities. */
const AS_IT_STANDS = new Set(['xmp', 'plaintext'])

const BLANK = /^[\t\n\f\r ]*$/

export class TreeBuilder implements TagSink {
  readonly #bodyAttributes: Partial<Record<AttributeName, string>> = {}
  readonly body: Element = {
    kind: 'element',
    id: 0,
    parent: null,
    tag: 'body',
    attributes: this.#bodyAttributes,
    children: [],
  }
  readonly head = new HeadReader()
  readonly #open = new OpenElements(this.body)
  readonly #skipping = new Skipping()
  #raw: { readonly tag: string; readonly attributes: Attributes; text: string } | null = null
  #inNoscript = false

  get inSvg(): boolean {
    return this.#skipping.inSvg
  }

  open(tag: string, attributes: Attributes, selfClosing: boolean): void {
    if (this.#skipping.open(tag, attributes, selfClosing)) return
    if (RAW.has(tag)) this.#openRaw(tag, attributes, selfClosing)
    else if (this.#openHead(tag, attributes)) return
    else if (tag === 'noscript') this.#inNoscript = true
    else if (!this.#inNoscript || tag === 'img') this.#openElement(tag, attributes, selfClosing)
  }

  /** @returns false for what belongs into the tree */
  #openHead(tag: string, attributes: Attributes): boolean {
    if (tag === 'html') this.head.html(attributes)
    else if (tag === 'body') Object.assign(this.#bodyAttributes, { ...attributes, ...this.#bodyAttributes })
    else if (tag === 'meta') this.head.meta(attributes)
    else if (tag === 'link') this.head.link(attributes)
    else if (tag === 'base') this.head.base(attributes)
    else return tag === 'head' || tag === 'frameset'
    return true
  }

  #openRaw(tag: string, attributes: Attributes, selfClosing: boolean): void {
    if (tag === 'iframe' && !this.#inNoscript) this.#open.append(newElement(tag, attributes))
    this.#raw = { tag, attributes, text: '' }
    if (selfClosing) this.#closeRaw()
  }

  #openElement(given: string, attributes: Attributes, selfClosing: boolean): void {
    const tag = given === 'image' ? 'img' : given
    if (tag === 'col') return
    if (sets.TABLE_PARTS.has(tag)) {
      this.#openTablePart(tag, attributes)
      return
    }
    // A form around rows stands for itself only; as a parent it would tear the rows from their table.
    if (tag === 'form' && (this.#open.has('form') || sets.TABLE_FRAME.has(this.#open.top.tag))) return
    this.#implyEnds(tag)
    const element = newElement(tag, attributes)
    if (sets.VOID.has(tag) || (selfClosing && this.#open.has('math'))) this.#open.append(element)
    else this.#open.push(element)
  }

  #implyEnds(tag: string): void {
    const open = this.#open
    if (tag === 'li') open.end('li', sets.LIST_SCOPE)
    else if (tag === 'dd' || tag === 'dt') {
      open.end('dd', sets.DEFINITION_SCOPE)
      open.end('dt', sets.DEFINITION_SCOPE)
    } else if (tag === 'a') open.endFormatting('a')
    else if (tag === 'button') open.end('button', sets.SCOPE)
    else if (tag === 'option' || tag === 'optgroup') open.end('option', sets.SPECIAL)
    else if (tag === 'rt' || tag === 'rp') for (const ended of ['rt', 'rp']) open.end(ended, sets.SPECIAL)
    if (sets.ENDS_PARAGRAPH.has(tag)) open.end('p', sets.PARAGRAPH_SCOPE)
    if (sets.HEADINGS.has(tag) && sets.HEADINGS.has(open.top.tag)) open.end(open.top.tag, sets.SCOPE)
  }

  #openTablePart(tag: string, attributes: Attributes): void {
    const open = this.#open
    const table = open.find('table', new Set())
    if (table > 0) {
      if (tag === 'td' || tag === 'th') {
        const row = open.find('tr', TABLE)
        if (row > 0) open.truncate(row + 1)
        else {
          this.#endUpToSection(table)
          open.push(newElement('tr', {}), true)
        }
      } else if (tag === 'tr') this.#endUpToSection(table)
      else open.truncate(table + 1)
    }
    open.push(newElement(tag, attributes), true)
  }

  #endUpToSection(table: number): void {
    const section = this.#open.findAny(sets.TABLE_SECTIONS, TABLE)
    this.#open.truncate((section > 0 ? section : table) + 1)
  }

  close(tag: string): void {
    if (this.#raw) {
      if (this.#raw.tag === tag) this.#closeRaw()
      return
    }
    if (this.#skipping.close(tag)) return
    if (tag === 'noscript') this.#inNoscript = false
    else if (!this.#inNoscript) this.#closeElement(tag)
  }

  #closeElement(tag: string): void {
    const open = this.#open
    if (tag === 'br') open.append(newElement('br', {}))
    else if (tag === 'p') {
      // An end without a start stands for an empty paragraph, which keeps its neighbours apart.
      if (open.find('p', sets.PARAGRAPH_SCOPE) < 0) open.append(newElement('p', {}))
      open.end('p', sets.PARAGRAPH_SCOPE)
    } else if (sets.FORMATTING.has(tag)) open.endFormatting(tag)
    else if (sets.HEADINGS.has(tag)) {
      const heading = open.findAny(sets.HEADINGS, sets.SCOPE)
      if (heading > 0) open.truncate(heading)
    } else if (tag === 'form') open.endAlone('form')
    else if (tag === 'table') open.end('table', new Set())
    else if (sets.TABLE_PARTS.has(tag)) open.end(tag, TABLE)
    else if (tag === 'li') open.end('li', sets.LIST_SCOPE)
    else open.end(tag, sets.SPECIAL.has(tag) ? sets.SCOPE : sets.SPECIAL)
  }

  #closeRaw(): void {
    if (!this.#raw) return
    const { tag, attributes, text } = this.#raw
    this.#raw = null
    if (tag === 'script') this.head.script(attributes, text)
    else if (tag === 'title') this.head.title(decodedText(text))
  }

  text(html: string): void {
    if (this.#raw) this.#raw.text += html
    else if (this.#skipping.active) return
    else if (this.#inNoscript) this.head.noscript(decodedText(html))
    else this.#appendText(AS_IT_STANDS.has(this.#open.top.tag) ? html : decodedText(html))
  }

  #appendText(data: string): void {
    const { top } = this.#open
    const last = top.children.at(-1)
    if (last?.kind === 'text') {
      last.data += data
      return
    }
    if ((sets.NO_TEXT.has(top.tag) || (top === this.body && !last)) && BLANK.test(data)) return
    this.#open.append({ kind: 'text', id: 0, parent: null, data })
  }

  /** To be called once, when all is read. */
  end(): void {
    this.#closeRaw()
  }
}

const TABLE: ReadonlySet<string> = new Set(['table'])

function newElement(tag: string, attributes: Attributes): Element {
  return { kind: 'element', id: 0, parent: null, tag, attributes, children: [] }
}

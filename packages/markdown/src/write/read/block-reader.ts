// Walks a tree and makes blocks of it.
import type { Element, Node, PageTree, Selection } from '../../tree/node.ts'
import type { Block, Inline } from '../block.ts'
import { AddressResolver } from '../links.ts'
import { isCodeBlock, readCodeBlock } from './code-reader.ts'
import { InlineBuilder } from './inline-builder.ts'
import { readTextElement } from './inline-reader.ts'
import { readDefinitions, readList, readStrayItems } from './list-reader.ts'
import type { Reader, WriteOptions } from './reader.ts'
import { readTable } from './table-reader.ts'
import { isHeadingAnchor, isUnwritten } from './unwritten.ts'

/** Blocks of a page.
 * @param selection what is read; null for everything */
export function readBlocks(page: PageTree, selection: Selection | null, options: WriteOptions): Block[] {
  const reader = new BlockReader(selection, options, new AddressResolver(options.baseUrl, page.head.baseHref))
  return withoutIdleRules(reader.nested(() => reader.children(page.body)))
}

const BLOCKS = new Set(
  (
    'address article aside body center dialog dd div dt fieldset figcaption figure footer form header hgroup legend main nav ' +
    'p search section summary td th tr tbody thead tfoot caption option optgroup details'
  ).split(' '),
)
const HEADING = /^h[1-6]$/
const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
/** Inline elements that may be a part of a word, however a page styles them. */
const INSEPARABLE = new Set(['sub', 'sup', 'wbr', 'img', 'math'])
const STYLED_BLOCK = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table|list-item)\b/i
const STYLED_APART = /(?:^|;)\s*display\s*:\s*inline-(?:block|flex|grid|table)\b/i

class BlockReader implements Reader {
  readonly options: WriteOptions
  readonly addresses: AddressResolver
  readonly inline = new InlineBuilder((content) => this.#sink.push({ kind: 'paragraph', content }))
  readonly #selection: Selection | null
  #sink: Block[] = []
  #isInHeading = false

  constructor(selection: Selection | null, options: WriteOptions, addresses: AddressResolver) {
    this.#selection = selection
    this.options = options
    this.addresses = addresses
  }

  get isInHeading(): boolean {
    return this.#isInHeading
  }

  isKept(node: Node): boolean {
    return this.#selection === null || this.#selection[node.id] !== 0
  }

  children(element: Element): void {
    const { children } = element
    for (let index = 0; index < children.length; index++) {
      const child = children[index]
      if (!child) continue
      if (child.kind === 'element' && child.tag === 'li') index = readStrayItems(this, children, index) - 1
      else this.node(child)
    }
  }

  node(node: Node): void {
    if (!this.isKept(node)) return
    if (node.kind === 'text') this.inline.text(node.data)
    else if (!isUnwritten(node)) this.#element(node)
  }

  #element(element: Element): void {
    const { tag, attributes } = element
    if (HEADING.test(tag) || attributes.role === 'heading') this.#heading(element)
    else if (LISTS.has(tag)) readList(this, element)
    else if (tag === 'table') readTable(this, element)
    else if (tag === 'dl') readDefinitions(this, element)
    else if (isCodeBlock(element)) readCodeBlock(this, element)
    else if (tag === 'blockquote') this.#quote(element)
    else if (tag === 'hr') this.add({ kind: 'rule' })
    else if (tag === 'summary') this.#summary(element)
    else if (BLOCKS.has(tag) || (attributes.style !== undefined && STYLED_BLOCK.test(attributes.style)))
      this.#paragraphs(element)
    else this.#text(element)
  }

  #text(element: Element): void {
    const isStyled = element.attributes.class !== undefined
    const isSeparable = !INSEPARABLE.has(element.tag)
    if (isSeparable) this.inline.enter(isStyled)
    if (!readTextElement(this, element)) this.#unknown(element)
    if (isSeparable) this.inline.leave(isStyled)
  }

  #paragraphs(element: Element): void {
    this.endParagraph()
    this.children(element)
    this.endParagraph()
  }

  /** Elements that say nothing by themselves: `span`, `font`, those that a site made up. */
  #unknown(element: Element): void {
    const { tag, attributes } = element
    const isApart =
      tag.includes('-') || tag === 'label' || tag === 'button' || STYLED_APART.test(attributes.style ?? '')
    if (isApart) this.inline.beginApart()
    this.children(element)
    if (isApart) this.inline.endApart()
  }

  #heading(element: Element): void {
    if (this.#isInHeading) {
      this.#unknown(element)
      return
    }
    this.endParagraph()
    this.#isInHeading = true
    const blocks = this.nested(() => {
      for (const child of element.children) if (child.kind === 'text' || !isHeadingAnchor(child)) this.node(child)
    })
    this.#isInHeading = false
    const content = blocks.flatMap((block, index) =>
      block.kind === 'paragraph' ? [...(index > 0 ? [BLANK] : []), ...withoutStrong(block.content)] : [],
    )
    if (content.length > 0) this.add({ kind: 'heading', level: headingLevel(element), content })
    for (const block of blocks) if (block.kind !== 'paragraph') this.add(block)
  }

  #quote(element: Element): void {
    const blocks = this.nested(() => this.children(element))
    if (blocks.length > 0) this.add({ kind: 'quote', blocks })
  }

  #summary(element: Element): void {
    this.endParagraph()
    this.inline.open({ kind: 'strong' })
    this.children(element)
    this.inline.close()
    this.endParagraph()
  }

  add(block: Block): void {
    this.endParagraph()
    this.#sink.push(block)
  }

  endParagraph(): void {
    this.inline.finish()
  }

  nested(read: () => void): Block[] {
    this.endParagraph()
    const outer = this.#sink
    const blocks: Block[] = []
    this.#sink = blocks
    read()
    this.endParagraph()
    this.#sink = outer
    return blocks
  }
}

const BLANK: Inline = { kind: 'text', text: ' ' }

/** Bold around a heading says nothing. */
function withoutStrong(content: readonly Inline[]): Inline[] {
  return content.flatMap((piece) => (piece.kind === 'strong' ? withoutStrong(piece.children) : [piece]))
}

function headingLevel({ tag, attributes }: Element): number {
  const level = HEADING.test(tag) ? Number(tag.charAt(1)) : Number.parseInt(attributes['aria-level'] ?? '', 10)
  return level >= 1 && level <= 6 ? level : 2
}

/** Rules part blocks; those at the ends and beside another part nothing. */
function withoutIdleRules(blocks: readonly Block[]): Block[] {
  const last = blocks.findLastIndex(({ kind }) => kind !== 'rule')
  return blocks.filter((block, index) => {
    if (block.kind !== 'rule') return true
    const previous = blocks[index - 1]
    return previous && previous.kind !== 'rule' && index < last
  })
}

// Lists, however malformed, and definition lists.
import type { Element, Node } from '../../tree/node.ts'
import { findElement } from '../../tree/text-content.ts'
import type { Block, Inline, ListItem } from '../block.ts'
import type { Reader } from './reader.ts'

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const MAX_NUMBER = 999_999_999
const BLANK = /^\s*$/

interface OpenItem {
  readonly task: boolean | null
  readonly blocks: Block[]
}

export function readList(reader: Reader, element: Element): void {
  const items: OpenItem[] = []
  reader.endParagraph()
  readItems(reader, element, items)
  addList(reader, element.tag === 'ol' ? startOf(element) : null, items)
}

/** Items that stand outside of any list, from `index` on; returns the index of what follows them. */
export function readStrayItems(reader: Reader, siblings: readonly Node[], index: number): number {
  const items: OpenItem[] = []
  let next = index
  for (; next < siblings.length; next++) {
    const node = siblings[next]
    if (node?.kind === 'element' && node.tag === 'li') readItem(reader, node, items)
    else if (node?.kind !== 'text' || !BLANK.test(node.data)) break
  }
  addList(reader, null, items)
  return next
}

function readItems(reader: Reader, element: Element, items: OpenItem[]): void {
  for (const child of element.children) {
    if (!reader.isKept(child)) continue
    if (child.kind === 'text') {
      if (!BLANK.test(child.data))
        appendTo(
          items,
          reader.nested(() => reader.node(child)),
        )
    } else if (child.tag === 'li') readItem(reader, child, items)
    else if (LISTS.has(child.tag))
      appendTo(
        items,
        reader.nested(() => readList(reader, child)),
      )
    else if (isWrapper(child)) readItems(reader, child, items)
    else
      addItem(
        items,
        null,
        reader.nested(() => reader.node(child)),
      )
  }
}

/** Something around items that no list should have. */
function isWrapper(element: Element): boolean {
  return element.children.some((child) => child.kind === 'element' && child.tag === 'li')
}

function readItem(reader: Reader, element: Element, items: OpenItem[]): void {
  if (!reader.isKept(element)) return
  addItem(
    items,
    taskOf(element),
    reader.nested(() => reader.children(element)),
  )
}

function addItem(items: OpenItem[], task: boolean | null, blocks: readonly Block[]): void {
  // A rule after a marker reads as a rule instead of an item.
  const content = blocks.filter(({ kind }) => kind !== 'rule')
  if (content.length > 0) items.push({ task, blocks: content })
}

/** What stands between items belongs to the one before, as far as a reader sees. */
function appendTo(items: OpenItem[], blocks: Block[]): void {
  const last = items.at(-1)
  if (last) append(last.blocks, blocks)
  else addItem(items, null, blocks)
}

/** One by one: there may be more than a call takes arguments. */
function append(blocks: Block[], more: readonly Block[]): void {
  for (const block of more) blocks.push(block)
}

function addList(reader: Reader, start: number | null, items: ListItem[]): void {
  const [only] = items
  // A list around lists alone is an indent.
  if (items.length === 1 && only && only.task === null && only.blocks.every(({ kind }) => kind === 'list'))
    for (const block of only.blocks) reader.add(block)
  else if (items.length > 0) reader.add({ kind: 'list', start, items })
}

function startOf({ attributes, children }: Element): number {
  const first = children.find((child) => child.kind === 'element' && child.tag === 'li')
  const value = first?.kind === 'element' ? first.attributes.value : undefined
  const start = Number.parseInt(value ?? attributes.start ?? '1', 10)
  return start >= 0 && start <= MAX_NUMBER ? start : 1
}

/** A box at the beginning of an item makes it a task. */
function taskOf(element: Element): boolean | null {
  if (!/task|todo|check/i.test(element.attributes.class ?? '') && !startsWithBox(element)) return null
  const box = findElement(element, isBox)
  return box ? 'checked' in box.attributes : null
}

function startsWithBox(element: Element): boolean {
  const first = element.children.find((child) => child.kind === 'element' || !BLANK.test(child.data))
  if (first?.kind !== 'element') return false
  return isBox(first) || ((first.tag === 'p' || first.tag === 'label') && startsWithBox(first))
}

function isBox({ tag, attributes }: Element): boolean {
  return tag === 'input' && attributes.type?.toLowerCase() === 'checkbox'
}

/** Terms in bold, each with its explanation: on its line when that is one paragraph, below it otherwise. */
export function readDefinitions(reader: Reader, element: Element): void {
  reader.endParagraph()
  const pairs: { term: Block[]; blocks: Block[] }[] = []
  collectPairs(reader, element, pairs)
  for (const { term, blocks } of pairs) {
    const [one, ...moreTerms] = term
    const [text, ...rest] = blocks
    if (one?.kind === 'paragraph' && moreTerms.length === 0 && text?.kind === 'paragraph' && rest.length === 0)
      reader.add({ kind: 'paragraph', content: [...one.content, between(one.content), ...text.content] })
    else for (const block of [...term, ...blocks]) reader.add(block)
  }
}

function collectPairs(reader: Reader, element: Element, pairs: { term: Block[]; blocks: Block[] }[]): void {
  for (const child of element.children) {
    if (!reader.isKept(child)) continue
    if (child.kind === 'element' && child.tag === 'dt') {
      reader.inline.open({ kind: 'strong' })
      const term = reader.nested(() => reader.children(child))
      reader.inline.close()
      const last = pairs.at(-1)
      if (last && last.blocks.length === 0) append(last.term, term)
      else pairs.push({ term, blocks: [] })
    } else if (child.kind === 'element' && child.tag === 'div' && hasPart(child)) collectPairs(reader, child, pairs)
    else {
      const blocks = reader.nested(() =>
        child.kind === 'element' && child.tag === 'dd' ? reader.children(child) : reader.node(child),
      )
      const last = pairs.at(-1)
      if (last) append(last.blocks, blocks)
      else if (blocks.length > 0) pairs.push({ term: [], blocks })
    }
  }
}

function hasPart(element: Element): boolean {
  return element.children.some((child) => child.kind === 'element' && (child.tag === 'dt' || child.tag === 'dd'))
}

function between(term: readonly Inline[]): Inline {
  const last = term.at(-1)
  const inner = last && 'children' in last ? last.children.at(-1) : last
  return { kind: 'text', text: inner?.kind === 'text' && /[:;.?!…]$/.test(inner.text) ? ' ' : ': ' }
}

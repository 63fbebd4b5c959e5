// The elements that are open while a page is read, innermost last, and the ways in which tags end them.
import type { Element, Node } from './node.ts'
import { FORMATTING, SCOPE, SPECIAL, TABLE_FRAME } from './tag-sets.ts'

/** Deeper elements become siblings, as in browsers (there at 512): every walk over the tree may recurse, and no end tag has
 * to look far. */
const MAX_DEPTH = 256

/** Formatting that one misplaced end tag closes and opens again. */
const MAX_REOPENED = 8

export class OpenElements {
  readonly #stack: Element[]
  readonly #counts = new Map<string, number>()

  constructor(body: Element) {
    this.#stack = [body]
  }

  get top(): Element {
    return this.#stack[this.#stack.length - 1] as Element
  }

  has(tag: string): boolean {
    return (this.#counts.get(tag) ?? 0) > 0
  }

  /** Appends to the innermost element; text and elements that may not stand in a table's frame go before the table. */
  append(node: Node, mayStandInTable = false): void {
    const { top } = this
    if (!mayStandInTable && TABLE_FRAME.has(top.tag) && this.#appendBeforeTable(node)) return
    node.parent = top
    top.children.push(node)
  }

  #appendBeforeTable(node: Node): boolean {
    const table = this.#stack[this.find('table', new Set())]
    const siblings = table?.parent?.children
    // An open table is the last child, so this costs no shifting.
    if (!table?.parent || siblings?.at(-1) !== table) return false
    node.parent = table.parent
    siblings.splice(-1, 0, node)
    return true
  }

  push(element: Element, mayStandInTable = false): void {
    if (this.#stack.length >= MAX_DEPTH) this.truncate(this.#stack.length - 1)
    this.append(element, mayStandInTable)
    this.#stack.push(element)
    this.#counts.set(element.tag, (this.#counts.get(element.tag) ?? 0) + 1)
  }

  /** Index of the innermost open element of this tag that is seen past no element of `barrier`; -1 when there is none. */
  find(tag: string, barrier: ReadonlySet<string>): number {
    if (!this.has(tag)) return -1
    for (let index = this.#stack.length - 1; index > 0; index--) {
      const open = this.#stack[index]?.tag ?? ''
      if (open === tag) return index
      if (barrier.has(open)) return -1
    }
    return -1
  }

  /** As `find`, for any of several tags. */
  findAny(wanted: ReadonlySet<string>, barrier: ReadonlySet<string>): number {
    for (let index = this.#stack.length - 1; index > 0; index--) {
      const open = this.#stack[index]?.tag ?? ''
      if (wanted.has(open)) return index
      if (barrier.has(open)) return -1
    }
    return -1
  }

  /** Ends all elements from `length` on. */
  truncate(length: number): void {
    for (let index = this.#stack.length - 1; index >= length; index--) this.#uncount(this.#stack[index])
    this.#stack.length = Math.min(this.#stack.length, length)
  }

  /** Ends the innermost element of this tag and all inside it, when it is in sight. */
  end(tag: string, barrier: ReadonlySet<string>): void {
    const index = this.find(tag, barrier)
    if (index > 0) this.truncate(index)
  }

  /** Ends an element, but not those inside it. */
  endAlone(tag: string): void {
    const index = this.find(tag, SCOPE)
    if (index <= 0) return
    this.#uncount(this.#stack[index])
    this.#stack.splice(index, 1)
  }

  /** Ends a formatting element. Blocks that were opened inside it stay open: what of them was formatted stays so in a copy,
   * what follows is not (the outcome of HTML's "adoption agency"). */
  endFormatting(tag: string): void {
    const index = this.find(tag, SCOPE)
    if (index <= 0) return
    const inside = this.#stack.slice(index + 1)
    const element = this.#stack[index]
    if (!element || !inside.some((open) => SPECIAL.has(open.tag)) || !this.#moveOut(element, inside)) {
      this.truncate(index)
      const reopened = inside.filter((open) => FORMATTING.has(open.tag)).slice(-MAX_REOPENED)
      for (const open of reopened) this.push(emptyCopy(open))
      return
    }
    this.#uncount(element)
    this.#stack.splice(index, 1)
  }

  #moveOut(element: Element, inside: readonly Element[]): boolean {
    const [first] = inside
    if (!first || !element.parent || element.children.at(-1) !== first) return false
    element.children.pop()
    first.parent = element.parent
    element.parent.children.push(first)
    inside.forEach((open, index) => {
      const next = inside[index + 1]
      const kept = next && open.children.at(-1) === next ? open.children.pop() : undefined
      if (open.children.length > 0) {
        const copy = emptyCopy(element)
        for (const child of open.children.splice(0)) {
          child.parent = copy
          copy.children.push(child)
        }
        copy.parent = open
        open.children.push(copy)
      }
      if (kept) open.children.push(kept)
    })
    return true
  }

  #uncount(element: Element | undefined): void {
    if (element) this.#counts.set(element.tag, (this.#counts.get(element.tag) ?? 1) - 1)
  }
}

function emptyCopy({ tag, attributes }: Element): Element {
  return { kind: 'element', id: 0, parent: null, tag, attributes, children: [] }
}

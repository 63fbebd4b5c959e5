// What a reader would see of a tree, as plain text: how the judges of walls and app shells measure a page.
import type { Element, Node } from '../tree/node.ts'

/** Elements whose text is not read as part of the page. */
const SILENT = new Set(['noscript', 'option', 'select', 'template', 'textarea'])

/** Text of an element in document order, white space collapsed; stops once `mostChars` are gathered. */
export function visibleText(root: Element, mostChars = Number.POSITIVE_INFINITY): string {
  const parts: string[] = []
  let chars = 0
  // A stack of its own: trees may be deeper than calls can nest.
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined && chars < mostChars; node = waiting.pop()) {
    if (node.kind === 'text') {
      const words = collapse(node.data)
      if (words === '') continue
      parts.push(words)
      chars += words.length + 1
    } else if (!SILENT.has(node.tag)) {
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index]
        if (child !== undefined) waiting.push(child)
      }
    }
  }
  return parts.join(' ')
}

/** `root` and every element below it in document order.
 * @param isLeftOut with all that is in them */
export function* elementsOf(root: Element, isLeftOut?: (element: Element) => boolean): Generator<Element> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'text' || isLeftOut?.(node)) continue
    yield node
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index]
      if (child?.kind === 'element') waiting.push(child)
    }
  }
}

/** What shows nothing: soft hyphens, zero-width blanks, control characters. */
const INVISIBLE = /[[\p{Cc}--\s]\u00ad\u200b\u2060\ufeff]+/gv

/** One blank for every run of white space, none at the ends; nothing that is invisible. */
export function collapse(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

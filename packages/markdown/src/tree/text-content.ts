import type { Element, Node } from './node.ts'

/** All text in a node, white space as it stands. */
export function textContent(node: Node): string {
  if (node.kind === 'text') return node.data
  const parts: string[] = []
  collect(node, parts)
  return parts.join('')
}

function collect(element: Element, parts: string[]): void {
  for (const child of element.children) {
    if (child.kind === 'text') parts.push(child.data)
    else collect(child, parts)
  }
}

/** The first element in `element` (not itself) that `matches`, in document order. */
export function findElement(element: Element, matches: (element: Element) => boolean): Element | null {
  for (const child of element.children) {
    if (child.kind === 'text') continue
    if (matches(child)) return child
    const found = findElement(child, matches)
    if (found) return found
  }
  return null
}

/** Child elements, texts left out. */
export function childElements(element: Element): Element[] {
  return element.children.filter((child) => child.kind === 'element')
}

export function hasClass(element: Element, pattern: RegExp): boolean {
  const names = element.attributes.class
  return names !== undefined && pattern.test(names)
}

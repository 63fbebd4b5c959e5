import type { Element, PageTree } from './node.ts'
import { readTags } from './tag-reader.ts'
import { TreeBuilder } from './tree-builder.ts'

/** Parses a page or a piece of one, however malformed, in linear time. Scripts, styles, drawings, templates and comments are
 * not in the tree; nesting ends at 256 elements, deeper ones become siblings. Never throws. */
export function parsePage(html: string): PageTree {
  const builder = new TreeBuilder()
  const text = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html
  const xml = /^\s*<\?xml\b/.test(text)
  readTags(xml ? text : withoutCdata(text), builder, { xml })
  builder.end()
  return { body: builder.body, head: builder.head.facts(), nodeCount: number(builder.body, 0) }
}

const RAW_TEXT_OR_CDATA = /<(script|style|textarea|title|xmp)\b[\s\S]*?(?:<\/\1|$)|<!\[CDATA\[/gi

/** In HTML a CDATA section is a comment that ends at the first `>`; the tokenizer would swallow all up to `]]>`. */
function withoutCdata(html: string): string {
  if (!html.includes('<![CDATA[')) return html
  return html.replace(RAW_TEXT_OR_CDATA, (found) => (found === '<![CDATA[' ? '<!x[CDATA[' : found))
}

/** Numbers the nodes in document order; returns the next free number. Last of all, because tables and misnested formatting
 * move nodes about. */
function number(element: Element, first: number): number {
  let next = first
  element.id = next++
  for (const child of element.children) {
    if (child.kind === 'element') next = number(child, next)
    else child.id = next++
  }
  return next
}

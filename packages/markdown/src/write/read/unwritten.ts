// What is never content, whatever else is kept.
import type { Element } from '../../tree/node.ts'
import { hasClass, textContent } from '../../tree/text-content.ts'

const UNWRITTEN = new Set(
  'select datalist option textarea input audio video canvas object embed applet map area frame progress meter param source track noembed noframes'.split(
    ' ',
  ),
)

/** Second renderings of formulas, and Wikipedia's "edit" beside headings. */
const DOUBLES =
  /(?:^|\s)(?:katex-html|mw-editsection|MathJax_Preview|MathJax_SVG|mjx-chtml|mwe-math-fallback-image\S*)(?:\s|$)/

const COPY = /\bcop(?:y|ied)\b|clip-?board|btn-clip/i

export function isUnwritten(element: Element): boolean {
  const { tag } = element
  if (UNWRITTEN.has(tag)) return true
  if (hasClass(element, DOUBLES)) return true
  return (tag === 'button' || tag === 'clipboard-copy') && isCopyButton(element)
}

function isCopyButton({ tag, attributes, children }: Element): boolean {
  if (tag === 'clipboard-copy') return true
  const [first] = children
  const label = `${attributes.class ?? ''} ${attributes['aria-label'] ?? ''} ${attributes.title ?? ''}`
  return (
    COPY.test(label) ||
    (children.length === 1 && first?.kind === 'text' && COPY.test(first.data) && first.data.length < 20)
  )
}

const ANCHOR_CLASS =
  /(?:^|[\s_-])(?:anchor\w*|header-?link|heading-?link|hash-?link|perma-?link|deep-?link|zola-anchor)(?:$|[\s_-])/i
const ANCHOR_TEXT =
  /^[\s\u200b]*(?:[#¶§🔗⚓∞†\ue000-\uf8ff]+|link|permalink|permanent link|direct link|anchor|copy link|edit|\[edit\]|\[#\])?[\s\u200b]*$/iu

/** A sign beside a heading that links to the heading itself. */
export function isHeadingAnchor(element: Element): boolean {
  const { tag, attributes } = element
  if (tag !== 'a' && tag !== 'button') return false
  const text = textContent(element)
  if (tag === 'a' && text.startsWith('#') && text.trim() === attributes.href) return true
  if (!ANCHOR_TEXT.test(text)) return hasClass(element, ANCHOR_CLASS) && text.trim().length <= 2
  return (
    tag === 'button' || (attributes.href ?? '#').includes('#') || hasClass(element, ANCHOR_CLASS) || /edit/i.test(text)
  )
}

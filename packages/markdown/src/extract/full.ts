// What `full` keeps: the page less its frame. No scoring.
import { isHidden } from '../tree/hidden.ts'
import type { Element, Node, PageTree, Selection } from '../tree/node.ts'
import { findElement, hasClass, textContent } from '../tree/text-content.ts'

/** Of the page's text, an element that holds more than this is the page, whatever it calls itself. */
const MOST_OF_PAGE = 0.5
/** Notices are short. */
const MAX_NOTICE_CHARS = 4000

const FRAME_ROLES = new Set(['navigation', 'contentinfo', 'complementary', 'search', 'dialog', 'alertdialog', 'banner'])
const CALLOUT =
  /(?:^|[\s_-])(?:note|tip|hint|info|important|warning|caution|danger|admonition|callout|alert|notice|sidenote|footnotes?)(?:$|[\s_-])/i
const COOKIE_NOTICE =
  /(?:^|[\s_-])(?:onetrust|cookie-?(?:banner|bar|consent|notice|popup|message|law|policy-?banner|wall|alert|info)|cookies?-(?:eu|banner)|cookiebot|cybotcookiebot\w*|gdpr|didomi|truste|osano|cmplz|cc-window|qc-cmp2?|sp_message\w*|usercentrics|eu-cookie|consent-(?:banner|popup|modal))/i

/** Selects the body without navigation, footer, asides, forms, hidden parts, dialogs and cookie notices; everything when
 * nothing would be left. */
export function selectFull(page: PageTree): Selection {
  const selection = new Uint8Array(page.nodeCount)
  const lengths = new Uint32Array(page.nodeCount)
  measure(page.body, lengths)
  const total = lengths[page.body.id] ?? 0
  const kept = select(page.body, { selection, lengths, total, isInContent: false })
  return kept > 0 || total === 0 ? selection : selection.fill(1)
}

interface Scope {
  readonly selection: Selection
  /** Characters of text by node. */
  readonly lengths: Uint32Array
  readonly total: number
  /** Inside `main` or an article, where a header is a title and a footer may be a source. */
  readonly isInContent: boolean
}

function measure(node: Node, lengths: Uint32Array): number {
  let length = 0
  if (node.kind === 'text') length = node.data.trim().length
  else for (const child of node.children) length += measure(child, lengths)
  lengths[node.id] = length
  return length
}

/** @returns characters kept */
function select(element: Element, scope: Scope): number {
  const { selection, lengths } = scope
  selection[element.id] = 1
  const isInContent =
    scope.isInContent || element.tag === 'article' || element.tag === 'main' || element.attributes.role === 'main'
  const inner = isInContent === scope.isInContent ? scope : { ...scope, isInContent }
  let kept = 0
  for (const child of element.children) {
    if (child.kind === 'text') {
      selection[child.id] = 1
      kept += lengths[child.id] ?? 0
    } else if (!isLeftOut(child, inner)) kept += select(child, inner)
  }
  return kept
}

function isLeftOut(element: Element, scope: Scope): boolean {
  const length = scope.lengths[element.id] ?? 0
  const share = scope.total === 0 ? 0 : length / scope.total
  if (isCookieNotice(element, length) || isSkipLink(element)) return true
  if (isHidden(element)) return share < MOST_OF_PAGE
  if (!isFrame(element, scope.isInContent)) return false
  // Unclosed, or around the page as ASP.NET's forms are.
  return share < MOST_OF_PAGE || findElement(element, holdsContent) === null
}

function isFrame(element: Element, isInContent: boolean): boolean {
  const { tag, attributes } = element
  if (tag === 'nav') return true
  if (tag === 'aside') return !(isInContent && hasClass(element, CALLOUT)) && attributes.role !== 'note'
  if (tag === 'footer') return element.parent?.tag !== 'blockquote' && element.parent?.tag !== 'figure'
  if (tag === 'form') return true
  if (tag === 'header' || attributes.role === 'banner')
    return !isInContent && findElement(element, ({ tag: inner }) => inner === 'h1') === null
  return attributes.role !== undefined && FRAME_ROLES.has(attributes.role) && tag !== 'body' && tag !== 'main'
}

function holdsContent({ tag, attributes }: Element): boolean {
  return (
    tag === 'main' ||
    tag === 'article' ||
    tag === 'p' ||
    tag === 'td' ||
    /^h[1-6]$/.test(tag) ||
    attributes.role === 'main'
  )
}

/** "Skip to content", for people who read with the keyboard. */
function isSkipLink(element: Element): boolean {
  return (
    element.tag === 'a' &&
    element.attributes.href?.startsWith('#') === true &&
    /^\s*(?:skip|jump) to\b/i.test(textContent(element))
  )
}

function isCookieNotice({ tag, attributes }: Element, length: number): boolean {
  if (length > MAX_NOTICE_CHARS || tag === 'body' || tag === 'main' || tag === 'article') return false
  return COOKIE_NOTICE.test(`${attributes.id ?? ''} ${attributes.class ?? ''}`)
}

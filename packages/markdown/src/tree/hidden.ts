// What a page holds but does not show.
import type { Element } from './node.ts'

const UNSEEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader(?:-?text|-?only)?|a11y-hidden|u-hidden(?:-visually)?|hidden-visually|assistive-text|element-invisible|is-hidden|hidden|d-none)(?:\s|$)/i
/** Shown on screens of some width all the same. */
const SHOWN_ON_SOME =
  /(?:^|\s)(?:\w+:(?:block|flex|inline\S*|grid|table\S*|contents)|d-\w+-(?:block|flex|inline\S*|grid|table\S*))(?:\s|$)/
const UNSEEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
/** Sheets of a tab or an accordion: one click away, and in documentation often the same code in another language. */
const ONE_CLICK_AWAY =
  /(?:^|[\s_-])(?:tab(?:s|bed|content|pane|panel|item)?|accordion\w*|collaps\w*|faq\w*|panel|toggle\w*|expand\w*)(?:$|[\s_-])/i

/** Whether an element itself is not shown; what stands inside a hidden one is hidden with it. Sheets of tabs and accordions
 * count as shown, and so does what describes a formula. */
export function isHidden(element: Element): boolean {
  const { tag, attributes } = element
  if (tag === 'dialog') return !('open' in attributes)
  if (tag === 'body' || tag === 'main' || tag === 'math') return false
  const names = attributes.class ?? ''
  const isAside =
    attributes.hidden !== undefined || (attributes.style !== undefined && UNSEEN_STYLE.test(attributes.style))
  if (isAside || attributes['aria-hidden'] === 'true') {
    if (attributes.hidden === 'until-found' || attributes.role === 'tabpanel') return false
    return !ONE_CLICK_AWAY.test(`${names} ${attributes.id ?? ''}`) && !/mathml/i.test(names)
  }
  return names !== '' && UNSEEN_CLASS.test(names) && !SHOWN_ON_SOME.test(names) && !ONE_CLICK_AWAY.test(names)
}

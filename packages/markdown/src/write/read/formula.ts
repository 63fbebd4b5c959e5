import type { Element } from '../../tree/node.ts'
import { findElement, textContent } from '../../tree/text-content.ts'

/** TeX of a `math` element, as it states it beside its MathML; empty when it does not. */
export function formulaOf(math: Element): string {
  const annotation = findElement(
    math,
    ({ tag, attributes }) => tag === 'annotation' && /tex/i.test(attributes.encoding ?? ''),
  )
  const tex = annotation ? textContent(annotation) : (math.attributes.alttext ?? '')
  const line = tex.replace(/\s+/g, ' ').trim()
  return /^\{\\displaystyle (.*)\}$/.exec(line)?.[1]?.trim() ?? line
}

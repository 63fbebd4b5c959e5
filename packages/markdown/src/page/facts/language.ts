// The language that a page states.
import type { HeadFacts } from '../../tree/node.ts'
import type { JsonObject } from './json-ld.ts'

/** Language, and any of script, region, variants and extensions (BCP 47, loosely). */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-[a-z0-9]{4,8})*(?:-[a-z0-9](?:-[a-z0-9]{2,8})+)*$/i

/** Placeholders of templates. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mul', 'xx'])

/** The page's own word in the order of trust: the root element, metas, the header, social tags, linked data. */
export function readLanguage(
  head: HeadFacts,
  header: string | undefined,
  things: readonly JsonObject[],
): string | null {
  const { metas } = head
  const stated = [
    head.lang,
    metas.get('content-language'),
    header,
    metas.get('og:locale'),
    metas.get('dc.language') ?? metas.get('dcterms.language'),
    metas.get('language'),
    ...things.map((thing) => thing.inLanguage),
  ]
  for (const one of stated) {
    const tag = typeof one === 'string' ? languageTag(one) : null
    if (tag !== null) return tag
  }
  return null
}

/** `en_us.UTF-8` → `en-US`; null for what has not the shape of a tag. A list of several languages says nothing. */
export function languageTag(text: string): string | null {
  const bare = text
    .slice(0, 100)
    .trim()
    .replace(/[.@].*$/, '')
    .replaceAll('_', '-')
  if (!TAG.test(bare)) return null
  const [language = '', ...rest] = bare.split('-')
  if (NO_LANGUAGE.has(language.toLowerCase())) return null
  const subtags = rest.map((part) => {
    if (part.length === 2) return part.toUpperCase()
    return part.length === 4 && /^[a-z]/i.test(part) ? titleCase(part) : part.toLowerCase()
  })
  return [language.toLowerCase(), ...subtags].join('-')
}

function titleCase(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()
}

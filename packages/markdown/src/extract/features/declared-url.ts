import type { HeadFacts } from '../../tree/node.ts'

const ABSOLUTE = /^https?:\/\/[^/?#]/i

/** The address that a page gives itself: `canonical`, else `og:url`; empty when neither is absolute. The address it was
 * fetched from says nothing of the page: callers come by short links, proxies and copies. */
export function declaredUrl({ canonical, metas }: HeadFacts): string {
  return [canonical ?? '', metas.get('og:url')?.trim() ?? ''].find((url) => ABSOLUTE.test(url)) ?? ''
}

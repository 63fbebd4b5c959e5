// Addresses of links and images.
import type { PageLink } from '@kiosk/catalog'
import type { Inline } from './block.ts'
import { plainText } from './plain-text.ts'

const MAX_LINKS = 500
/** Longer addresses are data, not places. */
const MAX_HREF_CHARS = 4096

/** Addresses that the URL parser would give back as they are. */
const PLAIN_ABSOLUTE =
  /^https?:\/\/(?:[a-z][a-z\d-]*\.)+[a-z]+\/(?:[\w\-~!$*+,;=:@%&]|\.(?![./?#]|$)|\/(?!\.))*(?:[?][\w\-.~!$*+,;=:@%/?&]*)?(?:#[\w\-.~!$*+,;=:@%/?&]*)?$/
const BASE_SCHEMES = new Set(['http:', 'https:', 'ftp:'])
const LINKED_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'ftp:'])

export class AddressResolver {
  readonly #base: string
  readonly #seen = new Map<string, string | null>()

  /** @param pageUrl absolute
   * @param baseHref what the page names as the base of relative addresses; left aside where nothing can be relative to it */
  constructor(pageUrl: string, baseHref: string | null) {
    const base = baseHref === null || baseHref.length > MAX_HREF_CHARS ? null : URL.parse(baseHref, pageUrl)
    this.#base = base !== null && BASE_SCHEMES.has(base.protocol) ? base.href : pageUrl
  }

  /** Absolute address of a link; null for what leads nowhere (`javascript:`, `data:`, malformed). */
  link(href: string | undefined): string | null {
    const url = this.#resolve(href)
    return url !== null && LINKED_SCHEMES.has(url.slice(0, url.indexOf(':') + 1)) ? url : null
  }

  image(src: string | undefined): string | null {
    const url = this.#resolve(src)
    return url !== null && /^https?:/.test(url) ? url : null
  }

  #resolve(address: string | undefined): string | null {
    const trimmed = address?.trim()
    if (!trimmed || trimmed.length > MAX_HREF_CHARS) return null
    if (PLAIN_ABSOLUTE.test(trimmed)) return trimmed
    const known = this.#seen.get(trimmed)
    if (known !== undefined) return known
    const url = URL.parse(trimmed, this.#base)?.href ?? null
    this.#seen.set(trimmed, url)
    return url
  }
}

/** Links of inline content, each address once, at most 500. */
export function listLinks(contents: Iterable<readonly Inline[]>): PageLink[] {
  const links = new Map<string, string>()
  for (const content of contents) {
    collect(content, links)
    if (links.size >= MAX_LINKS) break
  }
  return [...links].slice(0, MAX_LINKS).map(([href, text]) => ({ href, text }))
}

function collect(content: readonly Inline[], links: Map<string, string>): void {
  for (const piece of content) {
    if (piece.kind === 'link' && /^https?:/.test(piece.href)) {
      if (!links.get(piece.href)) links.set(piece.href, plainText(piece.children).trim())
    } else if ('children' in piece) collect(piece.children, links)
  }
}

// Which address of an image is the picture, and not a place-holder, a beacon or data.
import type { Element } from '../../tree/node.ts'
import type { AddressResolver } from '../links.ts'

const LAZY = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-hi-res-src',
  'data-actualsrc',
  'data-url',
] as const
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset'] as const
const BEACON =
  /(?:\/|^)(?:spacer|blank|pixel|transparent|1x1|clear|tracking)(?:[._-][\w.-]*)?\.(?:gif|png)(?:$|\?)|\/(?:pixel|beacon|impression)(?:[/?]|$)/i
const PLACEHOLDER = /placeholder|lazy-?load(?:er|ing)?|loading|spinner|grey|blank|spacer|transparent/i
const PICTURE_NAME = /\.(?:gif|png|svg|jpg)/i

/** Absolute address of an image's picture; null when it has none worth showing. */
export function imageSource(element: Element, addresses: AddressResolver): string | null {
  const { attributes } = element
  if (isDot(attributes.width) || isDot(attributes.height)) return null
  const { src } = attributes
  const candidates = [
    ...LAZY.map((name) => attributes[name]),
    src && !isPlaceholder(src) ? src : undefined,
    ...LAZY_SETS.map((name) => largestOf(attributes[name])),
    ...siblingSources(element),
    src,
  ]
  for (const candidate of candidates) {
    const address = candidate && !candidate.startsWith('data:') ? addresses.image(candidate) : null
    if (address !== null) return BEACON.test(address) ? null : address
  }
  return null
}

/** By name by name, so that time grows with the length of an address alone. */
function isPlaceholder(src: string): boolean {
  if (src.startsWith('data:')) return true
  return (src.match(/[\w.-]+/g) ?? []).some((name) => PICTURE_NAME.test(name) && PLACEHOLDER.test(name))
}

function isDot(size: string | undefined): boolean {
  return size !== undefined && /^[01](?:px)?$/.test(size.trim())
}

/** An address, and what follows it up to a comma; a comma at the end of an address ends it, too. */
const CANDIDATE = /([^\s,]\S*)(?:(?<=,)|\s+([^,]*)(?:,|$)|$)/g

/** Of `a.jpg 480w, b.jpg 2x` the one with the highest number. */
function largestOf(set: string | undefined): string | undefined {
  if (!set) return undefined
  let best: { address: string; size: number } | undefined
  for (const [, address = '', descriptor = ''] of set.slice(0, 16_384).matchAll(CANDIDATE)) {
    const size = Number.parseFloat(/^[\d.]+(?=[wx])/.exec(descriptor)?.[0] ?? '1')
    if (!best || size > best.size) best = { address: address.replace(/,+$/, ''), size }
  }
  return best?.address
}

/** `picture` offers its pictures in `source` elements before the `img`. */
function siblingSources({ parent }: Element): (string | undefined)[] {
  if (parent?.tag !== 'picture') return []
  return parent.children.map((child) =>
    child.kind === 'element' && child.tag === 'source'
      ? largestOf(child.attributes.srcset ?? child.attributes['data-srcset'])
      : undefined,
  )
}
